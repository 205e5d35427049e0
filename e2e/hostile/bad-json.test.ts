import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { inboundFromRequest } from '@/surfaces/kit/inbound';
import { restRouter } from '@/surfaces/rest';
import { createContext } from '@/surfaces/trpc/context';
import { answerTrpcAs, TRPC_PATH } from '@/surfaces/trpc/handler';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { openDirectory } from '../contracts/scim/directory';
import { fingerprint } from '../support/fingerprint';
import { procedures } from '../support/generated/procedures';
import { type Ask, askAs, inParallel, type Reply, surfaceRoutes } from '../support/in-process';

let organization: TestOrganization;
let ask: (ask: Ask) => Promise<Reply>;

beforeAll(async () => {
  organization = await foundTestOrganization({ name: 'Exact' });
  ask = askAs(organization.principals.admin);
}, 60_000);

afterAll(closeConnections);

const LEVELS = 5_000;
/** JSON that no endpoint accepts: what it is, samples of it, and the words of its refusal. */
const KINDS: readonly (readonly [string, readonly string[], string])[] = [
  [
    'numbers that would lose digits',
    ['1e400', '-1e-400', '0.1234567890123456789', '9007199254740993', '100.0000000000000000001'],
    'more digits',
  ],
  [
    'nested 5,000 levels deep',
    [
      `${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`,
      `${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`,
      '[{"a":'.repeat(LEVELS),
    ],
    'nested deeper',
  ],
];
/** The next sample in turn: each endpoint gets one, all endpoints together get them all. */
const turnOf = (samples: readonly string[], index: number) => samples[index % samples.length] ?? '';
const UNKNOWN = '01940000-0000-7000-8000-00000000dead';

describe.each(KINDS)('JSON: %s', (_kind, samples, words) => {
  it('are refused as a bad body by every operation of the four surfaces that takes one, at any depth, and nothing is written', async () => {
    const before = await fingerprint(organization.organizationId);
    const wrong: string[] = [];
    let asked = 0;
    const takesBody = surfaceRoutes().filter(({ body }) => body !== null);
    await inParallel([...takesBody.entries()], async ([index, route]) => {
      const sample = turnOf(samples, index);
      const path = route.path.replaceAll(/\{\w+\}/g, UNKNOWN);
      for (const body of [sample, `{"amount":${sample}}`, `{"lines":[{"tax":{"rate": ${sample} }}]}`]) {
        asked += 1;
        const { status, text } = await ask({ method: route.method, path, body });
        if (status !== 400 || !text.includes(words))
          wrong.push(`${route.operation} ${body.slice(0, 60)} → ${status} ${text.slice(0, 200)}`);
      }
    });
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(200);
    expect(await fingerprint(organization.organizationId)).toEqual(before);
  }, 120_000);

  it('are refused by every operation of SCIM that takes a body, and nothing is written', async () => {
    const home = await openDirectory(`People: ${words}`);
    const rows = async () => ({
      ...(await fingerprint(home.org.organizationId)),
      provisioning_tokens: 'used',
    });
    const before = await rows();
    const wrong: string[] = [];
    let asked = 0;
    const routes = restRouter().surfaces.find(({ name }) => name === 'scim')?.routes ?? [];
    for (const [index, { method, path }] of routes.entries()) {
      if (!['POST', 'PUT', 'PATCH'].includes(method)) continue;
      asked += 1;
      const request = new Request(`http://daybook.test${path.replaceAll(/\{\w+\}/g, UNKNOWN)}`, {
        method,
        headers: { authorization: `Bearer ${home.token}`, 'content-type': 'application/scim+json' },
        body: `{"members":[{"value":{"size": ${turnOf(samples, index)} }}]}`,
      });
      const answer = await restRouter().handle(inboundFromRequest(request, '127.0.0.1'));
      const text = answer !== null && 'body' in answer ? answer.body : '';
      if (answer?.status !== 400 || !text.includes(words))
        wrong.push(`${method} ${path} → ${answer?.status} ${text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThanOrEqual(6);
    expect(await rows()).toEqual(before);
  }, 120_000);

  it('are refused by every procedure of tRPC, in a body, in a query and within a batch', async () => {
    const before = await fingerprint(organization.organizationId);
    const { admin } = organization.principals;
    const wrong: string[] = [];
    await inParallel([...procedures().entries()], async ([index, { name, writes }]) => {
      const input = `{"json":{"amount":${turnOf(samples, index)}}}`;
      const isBatch = index % 3 === 0;
      const sent = isBatch ? `{"0":{"json":{}},"1":${input}}` : input;
      const query = new URLSearchParams({ ...(isBatch && { batch: '1' }), ...(!writes && { input: sent }) });
      const url = `http://daybook.test${TRPC_PATH}/${isBatch ? `${name},${name}` : name}?${query}`;
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent };
      const request = new Request(url, writes ? init : {});
      const answer = await answerTrpcAs(request, (inbound) => ({
        ...createContext(inbound),
        principal: async () => admin,
      }));
      const text = await answer.text();
      if (answer.status !== 400 || !text.includes(words))
        wrong.push(`${name} → ${answer.status} ${text.slice(0, 200)}`);
    });
    expect(wrong).toEqual([]);
    expect(await fingerprint(organization.organizationId)).toEqual(before);
  }, 120_000);
});
