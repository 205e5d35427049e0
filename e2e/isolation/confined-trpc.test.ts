import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { fingerprint } from '../support/fingerprint';
import { foundTwoSubsidiaries, type TwoSubsidiaries } from '../support/generated/confined';
import { callProcedure, type Procedure, procedures, takesIds } from '../support/generated/procedures';
import { inParallel } from '../support/in-process';
import { kindsFor, withoutStacks } from '../support/kinds';
import { sampleOf } from '../support/sample';
import { tally } from '../support/tally';

const UNKNOWN = '01940000-0000-7000-8000-00000000dead';

withoutStacks();

let world: TwoSubsidiaries;
let before: Record<string, string>;
const leaks: string[] = [];
let attempts = 0;

beforeAll(async () => {
  world = await foundTwoSubsidiaries();
  before = await fingerprint(world.organization.organizationId);
});

afterAll(closeConnections);

const textOf = ({ name, schema }: Procedure) => `${name} ${JSON.stringify(schema)}`;

async function call(procedure: Procedure, input: unknown): Promise<string> {
  attempts += 1;
  const text = await callProcedure(world.confined, procedure, input);
  if (text.includes(world.canary)) leaks.push(procedure.name);
  return text;
}

describe('a user confined to one subsidiary, through tRPC', () => {
  it('gets the same answer for another’s record as for an unknown id, from every procedure that takes one', async () => {
    const different: string[] = [];
    const asked = procedures().filter(({ schema }) => takesIds(schema));
    for (const procedure of asked) {
      const expected = await call(
        procedure,
        sampleOf(procedure.schema, () => UNKNOWN),
      );
      await inParallel(kindsFor(textOf(procedure), world.foreign), async ([kind, id]) => {
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

  it('sees nothing of another subsidiary in any list, report or search', async () => {
    for (const procedure of procedures().filter(({ writes }) => !writes)) {
      await call(procedure, {});
      await call(procedure, {
        ...(sampleOf(procedure.schema, () => UNKNOWN) as object),
        search: world.canary,
        query: world.canary,
      });
    }
    expect(leaks).toEqual([]);
  });

  it('has changed no row of the organization with all these calls', async () => {
    tally(attempts);
    expect(attempts).toBeGreaterThan(1_000);
    expect(await fingerprint(world.organization.organizationId)).toEqual(before);
    expect(leaks).toEqual([]);
  });
});
