import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { closeConnections } from '@/db/client';
import { createContext } from '@/surfaces/trpc/context';
import { answerTrpcAs, BATCH_LIMIT, TRPC_PATH } from '@/surfaces/trpc/handler';
import { appRouter } from '@/surfaces/trpc/root';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { fingerprint } from '../support/fingerprint';
import { furnish } from '../support/furnish';
import { hostileBody, hostileText, type Pick } from '../support/generated/hostile';
import { type JsonSchema, randomFrom, schemaOf } from '../support/sample';
import { idsOfEveryKind } from '../support/victims';

/** Requests of an ordinary run; DAYBOOK_HOSTILE_REQUESTS sets another number, DAYBOOK_HOSTILE_SEED another selection. */
const REQUESTS = Number(process.env.DAYBOOK_HOSTILE_REQUESTS ?? '400');
const SEED = Number(process.env.DAYBOOK_HOSTILE_SEED ?? '20261121');

interface Procedure {
  readonly name: string;
  readonly writes: boolean;
  readonly schema: JsonSchema;
}
interface Ask {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}
interface Reply {
  readonly status: number;
  readonly text: string;
}

let organization: TestOrganization;
let other: TestOrganization;
let ids: string[];

beforeAll(async () => {
  organization = await foundTestOrganization({ name: 'Fortress of tRPC' });
  other = await foundTestOrganization({ name: 'Neighbor of tRPC' });
  await furnish(organization);
  await furnish(other);
  const of = async (id: string) => [...(await idsOfEveryKind(id)).values()];
  ids = [...(await of(organization.organizationId)), ...(await of(other.organizationId))];
}, 1_200_000);

afterAll(closeConnections);

/** Every procedure, including those without a use-case, whose input has no schema to generate from. */
function everyProcedure(): Procedure[] {
  const all = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: string; meta?: { input: z.ZodType } } }
  >;
  return Object.entries(all).map(([name, { _def }]) => ({
    name,
    writes: _def.type === 'mutation',
    schema: _def.meta === undefined ? { type: 'object' } : schemaOf(_def.meta.input),
  }));
}

async function send({ method, path, headers, body }: Ask): Promise<Reply> {
  const url = new URL(`${TRPC_PATH}/${path}`, 'http://daybook.test');
  const request = new Request(url, { method, headers, ...(body !== undefined && { body }) });
  const { admin } = organization.principals;
  const response = await answerTrpcAs(request, (inbound) => ({
    ...createContext(inbound),
    principal: async () => admin,
  }));
  return { status: response.status, text: await response.text() };
}

/** Annotations that would make superjson build something other than what the JSON contains. */
const MARKS: readonly string[] = [
  ...[
    '["undefined"]',
    '["Date"]',
    '["bigint"]',
    '["number"]',
    '["regexp"]',
    '["Error"]',
    '["URL"]',
    '["set"]',
  ],
  ...['["map"]', '[["typed-array","Float64Array"]]', '[["typed-array","__proto__"]]', '[["class","Object"]]'],
  ...[
    '[["custom","constructor"]]',
    '[["symbol","x"]]',
    '["toString"]',
    '[]',
    'null',
    '0',
    '"undefined"',
    '{}',
  ],
];
const PATHS: readonly string[] = [
  ...['', 'id', 'a.b.c', 'lines.4294967290', 'lines.0', '__proto__.x', 'constructor.prototype.x', '0', '-1'],
  ...['..', '\\\\', '\\.', 'id.length', 'x'.repeat(5_000)],
];
const METAS: readonly string[] = [
  ...['null', '[]', '0', '"x"', '{"v":1e9}', '{"values":null}', '{"values":[]}', '{"values":"x"}'],
  ...['{"referentialEqualities":[[""]]}', '{"referentialEqualities":[["lines"]]}'],
  ...['{"referentialEqualities":{"":["a"]}}', '{"referentialEqualities":{"__proto__":["id"]}}'],
];
const CALLS: readonly string[] = [
  ...[
    'null',
    '[]',
    '"x"',
    '{"dryRun":"yes"}',
    '{"expectedVersion":1.5}',
    '{"expectedVersion":-9}',
    '{"x":1}',
  ],
  ...['{"idempotencyKey":7}', '{"idempotencyKey":"\\u0000"}', `{"idempotencyKey":"${'k'.repeat(3_000)}"}`],
];
const NAMES: readonly string[] = [
  ...['', '.', '..', '__proto__', 'constructor', 'toString', 'accounts', 'accounts.', 'accounts.list.list'],
  ...[
    'accounts.__proto__',
    'accounts.constructor',
    '%00',
    '%2e%2e%2f',
    'accounts%2Flist',
    '💥',
    'x'.repeat(3_000),
  ],
];

/** An input in superjson's envelope, mostly well-formed but with wrong content. */
function hostileInput({ schema, writes }: Procedure, pick: Pick, chance: () => number): string {
  if (chance() < 0.06)
    return pick(['', '{', '[]', 'null', '0', '"x"', '{}', '{"json":}', '{"meta":{}}', '\ufeff{}']);
  let input = hostileBody(schema, pick, chance, () => pick(ids));
  if (writes && chance() < 0.1 && input.startsWith('{') && input.length > 2) {
    input = `{"$call":${pick(CALLS)},${input.slice(1)}`;
  }
  if (chance() > 0.3) return `{"json":${input}}`;
  const marked = `{"values":{${JSON.stringify(pick(PATHS))}:${pick(MARKS)}}}`;
  const meta = pick([pick(METAS), marked, `{"values":${pick(MARKS)}}`]);
  return `{"json":${input},"meta":${meta}}`;
}

const TYPES = [
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  '',
];

function hostileAsk(own: Procedure, all: readonly Procedure[], pick: Pick, chance: () => number): Ask {
  const isBatch = chance() < 0.2;
  const count = isBatch ? pick([1, 2, 3, BATCH_LIMIT, BATCH_LIMIT + 1, 1_000]) : 1;
  const isLong = count > BATCH_LIMIT;
  const called = Array.from({ length: count }, (_, index) => (index === 0 || isLong ? own : pick(all)));
  const names = called.map(({ name }) => (chance() < 0.03 ? pick(NAMES) : name));
  const inputs = called.map((one) => (isLong ? '{}' : hostileInput(one, pick, chance)));
  const written = isBatch
    ? pick([
        `{${inputs.map((input, index) => `"${index}":${input === '' ? 'null' : input}`).join(',')}}`,
        `{${inputs.map((input, index) => `"${index}":${input === '' ? 'null' : input}`).join(',')}}`,
        `[${inputs.join(',')}]`,
        '{"__proto__":{"json":{}},"4294967295":{"json":{}}}',
      ])
    : inputs.join();
  const reads = chance() < (own.writes ? 0.05 : 0.9);
  const headers: Record<string, string> = {
    'x-daybook-organization': pick([organization.organizationId, 'x', '']),
  };
  if (chance() < 0.05) headers['trpc-accept'] = 'application/jsonl';
  const query = new URLSearchParams();
  if (isBatch) query.set('batch', pick(['1', '1', '1', 'true', '']));
  if (chance() < 0.05)
    query.append(pick(['connectionParams', 'lastEventId', '__proto__']), hostileText(pick));
  if (reads) {
    query.append('input', Buffer.from(written.slice(0, 20_000)).toString());
    return {
      method: chance() < 0.05 ? 'HEAD' : 'GET',
      path: `${names.join(',')}?${query}`,
      headers,
      body: undefined,
    };
  }
  const type = chance() < 0.05 ? pick(TYPES) : 'application/json';
  return {
    method: chance() < 0.05 ? pick(['PUT', 'DELETE']) : 'POST',
    path: `${names.join(',')}?${query}`,
    headers: { ...headers, 'content-type': type },
    body: written,
  };
}

/** Whether every answer in a reply is an error. */
const isRefused = ({ status, text }: Reply) => status >= 400 || !text.includes('"result"');

/** A refusal a client can read: a sentence and a code for each procedure called, and no internals. */
function hasErrorShape({ text }: Reply): boolean {
  if (text === '') return true;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return false;
  }
  return [body].flat().every((one) => {
    const error = (one as { error?: { json?: { message?: unknown; data?: { code?: unknown } } } }).error
      ?.json;
    const isWhole = typeof error?.message === 'string' && typeof error.data?.code === 'string';
    return isWhole || (one as { result?: unknown }).result !== undefined;
  });
}

const INSIDE = /"httpStatus":5\d\d|INTERNAL_SERVER_ERROR|"stack"|node_modules|prisma|\bat [\w.]+ \(/i;

describe('bad input over tRPC', () => {
  it(`gets no 5xx, and an error that reveals no internals, in ${REQUESTS} generated requests over every procedure`, async () => {
    const all = everyProcedure();
    const chance = randomFrom(SEED);
    const pick: Pick = (items) => items[Math.floor(chance() * items.length)] as never;
    const wrong: string[] = [];
    const refused: Ask[] = [];
    const asked = new Set<string>();
    for (let count = 0; count < REQUESTS; count += 1) {
      const own = all[count % all.length];
      if (own === undefined) continue;
      asked.add(own.name);
      const what = hostileAsk(own, all, pick, chance);
      const reply = await send(what);
      const shown = `${what.method} ${decodeURIComponent(what.path.replaceAll('%', '%25')).slice(0, 300)} ${what.body?.slice(0, 300) ?? ''} → ${reply.status} ${reply.text.slice(0, 300)}`;
      if (reply.status >= 500 || INSIDE.test(reply.text)) wrong.push(shown);
      else if (isRefused(reply)) {
        refused.push(what);
        if (reply.status >= 400 && reply.status !== 405 && !hasErrorShape(reply)) wrong.push(shown);
      }
    }
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(asked.size).toBe(Math.min(REQUESTS, all.length));
    expect(refused.length).toBeGreaterThan(REQUESTS / 3);

    // Every refused request is sent again, and now not a single row may change. A few succeed this time, because the
    // accepted requests changed the records in between: after such a request the hash is computed again.
    const neighbor = await fingerprint(other.organizationId);
    let before = await fingerprint(organization.organizationId);
    let accepted = 0;
    for (const what of refused) {
      if (isRefused(await send(what))) continue;
      accepted += 1;
      before = await fingerprint(organization.organizationId);
    }
    expect(accepted).toBeLessThan(Math.max(3, refused.length / 20));
    expect(await fingerprint(organization.organizationId)).toEqual(before);
    expect(await fingerprint(other.organizationId)).toEqual(neighbor);
  });

  it('an annotation cannot build what the JSON does not contain: a list with an item at index four billion, gigabytes of data, a cycle', async () => {
    const before = await fingerprint(organization.organizationId);
    const ask = (json: string, meta: string) =>
      send({
        method: 'POST',
        path: 'transactions.create',
        headers: { 'content-type': 'application/json' },
        body: `{"json":${json},"meta":${meta}}`,
      });
    for (const [json, meta] of [
      ['{"lines":[]}', '{"values":{"lines.4294967290":["undefined"]}}'],
      ['{"memo":2000000000}', '{"values":{"memo":[["typed-array","Float64Array"]]}}'],
      ['{"date":"2026-11-05"}', '{"values":{"date":["Date"]}}'],
      ['{"memo":"1"}', '{"values":{"memo":["bigint"]}}'],
      ['{"__proto__":{"admin":true}}', '{"values":{"__proto__.admin":["undefined"]}}'],
    ] as const) {
      // Processor time, which other programs on the machine do not add to. Four billion items would take minutes of it.
      const used = process.cpuUsage();
      const { status, text } = await ask(json, meta);
      expect([status, /The input (?:has|marks) /.test(text)], text).toEqual([400, true]);
      expect(process.cpuUsage(used).user).toBeLessThan(30_000_000);
    }
    expect(await fingerprint(organization.organizationId)).toEqual(before);
  });
});
