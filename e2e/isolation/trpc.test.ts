import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { closeConnections } from '@/db/client';
import { createContext } from '@/surfaces/trpc/context';
import { appRouter } from '@/surfaces/trpc/root';
import { createCallerFactory } from '@/surfaces/trpc/trpc';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { fingerprint } from '../support/fingerprint';
import { furnish } from '../support/furnish';
import { inParallel } from '../support/in-process';
import { isIdSchema, type JsonSchema, sampleOf, schemaOf } from '../support/sample';
import { idsOfEveryKind } from '../support/victims';

const UNKNOWN = '01940000-0000-7000-8000-00000000dead';

interface Procedure {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly writes: boolean;
}

let victim: TestOrganization;
let attacker: TestOrganization;
let ids: Map<string, string>;
let canary: string;
let before: Record<string, string>;
const leaks: string[] = [];
let attempts = 0;

beforeAll(async () => {
  victim = await foundTestOrganization({ name: 'Victim of tRPC' });
  attacker = await foundTestOrganization({ name: 'Attacker of tRPC' });
  canary = await furnish(victim);
  await furnish(attacker);
  ids = await idsOfEveryKind(victim.organizationId);
  before = await fingerprint(victim.organizationId);
}, 300_000);

afterAll(closeConnections);

/** Every procedure made of a use-case; the few others (session) name no record. */
function procedures(): Procedure[] {
  const all = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: string; meta?: { input: z.ZodType } } }
  >;
  return Object.entries(all).flatMap(([name, { _def }]) =>
    _def.meta === undefined
      ? []
      : [{ name, schema: schemaOf(_def.meta.input), writes: _def.type === 'mutation' }],
  );
}

/** The answer in one text: the refusal's code, or the data without ids, moments and numbers. */
async function call(procedure: Procedure, input: unknown): Promise<string> {
  attempts += 1;
  const context = {
    ...createContext({ method: 'POST', header: () => null }),
    principal: async () => attacker.principals.admin,
  };
  let target: unknown = createCallerFactory(appRouter)(context);
  for (const part of procedure.name.split('.')) target = (target as Record<string, unknown>)[part];
  const dry = procedure.writes && typeof input === 'object' ? { ...input, $call: { dryRun: true } } : input;
  const text = await (target as (input: unknown) => Promise<unknown>)(dry).then(
    (data) => `ok ${JSON.stringify(data)}`,
    (error: { cause?: { refusal?: { code: string } }; message: string }) =>
      error.cause?.refusal?.code ?? `error ${error.message}`,
  );
  if (text.includes(canary)) leaks.push(procedure.name);
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
    .replaceAll(/[A-Z]+-(\d{4}-)?\d{5,}/g, '<number>');
}

function takesIds(schema: JsonSchema): boolean {
  if (isIdSchema(schema)) return true;
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ];
  return inner.some(takesIds) || (typeof schema.items === 'object' && takesIds(schema.items));
}

describe('another organization, by tRPC', () => {
  it('is answered like an unknown id by every procedure that takes one', async () => {
    const different: string[] = [];
    const asked = procedures().filter(({ schema }) => takesIds(schema));
    for (const procedure of asked) {
      const expected = await call(
        procedure,
        sampleOf(procedure.schema, () => UNKNOWN),
      );
      await inParallel([...ids], async ([kind, id]) => {
        const answer = await call(
          procedure,
          sampleOf(procedure.schema, () => id),
        );
        if (answer !== expected)
          different.push(
            `${procedure.name} with ${kind}: ${answer.slice(0, 150)} ≠ ${expected.slice(0, 150)}`,
          );
      });
    }
    expect(different).toEqual([]);
    expect(asked.length).toBeGreaterThan(20);
  }, 300_000);

  it('appears in no list, report or search of anybody else', async () => {
    for (const procedure of procedures().filter(({ writes }) => !writes)) {
      await call(procedure, {});
      await call(procedure, { ...(sampleOf(procedure.schema, () => UNKNOWN) as object), search: canary });
    }
    expect(leaks).toEqual([]);
  });

  it('is unchanged to the last row after all of it', async () => {
    expect(attempts).toBeGreaterThan(1_000);
    expect(await fingerprint(victim.organizationId)).toEqual(before);
    expect(leaks).toEqual([]);
  });
});
