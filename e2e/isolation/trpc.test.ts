import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { fingerprint } from '../support/fingerprint';
import { furnish } from '../support/furnish';
import { callProcedure, type Procedure, procedures, takesIds } from '../support/generated/procedures';
import { inParallel } from '../support/in-process';
import { kindsFor, withoutStacks } from '../support/kinds';
import { sampleOf } from '../support/sample';
import { tally } from '../support/tally';
import { idsOfEveryKind } from '../support/victims';

const UNKNOWN = '01940000-0000-7000-8000-00000000dead';

withoutStacks();

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
});

afterAll(closeConnections);

const textOf = ({ name, schema }: Procedure) => `${name} ${JSON.stringify(schema)}`;

async function call(procedure: Procedure, input: unknown): Promise<string> {
  attempts += 1;
  const text = await callProcedure(attacker.principals.admin, procedure, input);
  if (text.includes(canary)) leaks.push(procedure.name);
  return text;
}

describe('another organization, through tRPC', () => {
  it('gets the answer of an unknown id from every procedure that takes one', async () => {
    const different: string[] = [];
    const asked = procedures().filter(({ schema }) => takesIds(schema));
    for (const procedure of asked) {
      const expected = await call(
        procedure,
        sampleOf(procedure.schema, () => UNKNOWN),
      );
      await inParallel(kindsFor(textOf(procedure), ids), async ([kind, id]) => {
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
  });

  it('appears in no list, report or search of any other organization', async () => {
    for (const procedure of procedures().filter(({ writes }) => !writes)) {
      await call(procedure, {});
      await call(procedure, { ...(sampleOf(procedure.schema, () => UNKNOWN) as object), search: canary });
    }
    expect(leaks).toEqual([]);
  });

  it('is unchanged to the last row after all these calls', async () => {
    tally(attempts);
    expect(attempts).toBeGreaterThan(1_000);
    expect(await fingerprint(victim.organizationId)).toEqual(before);
    expect(leaks).toEqual([]);
  });
});
