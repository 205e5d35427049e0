import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOPICS } from '@/core/revenue/judgements/judged-terms';
import { JUDGEMENT_STATES } from '@/core/revenue/judgements/judgement-list';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { cases } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { contractJudgements, listJudgements } from '@/usecases/revenue/reports/list-judgements';
import { type Books, openBooks } from '../books';

/**
 * A contract may have thousands of costs, each of which is judged: where only judgments on other topics are asked for, the costs are not read, and
 * those without evidence are counted by the database.
 */

afterAll(closeConnections);

let books: Books;
let contractId = '';
beforeAll(async () => {
  books = await openBooks('2026-06-30');
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    endDate: '2026-12-31',
    price: { fixed: '1200' },
    obligations: [
      { key: 'care', ssp: '1200', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
    ],
  });
  contractId = contract.id;
});

const MOMENTS = ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'] as const;
const cost = fc.record({
  costKind: fc.constantFrom('OBTAIN', 'FULFIL', 'LOSS'),
  evidence: fc.constantFrom('the plan', null, undefined),
  voided: fc.boolean(),
  createdAt: fc.constantFrom(...MOMENTS),
});
type Cost = typeof cost extends fc.Arbitrary<infer One> ? One : never;

/** Replaces the contract's costs. */
const lay = (costs: readonly Cost[]) =>
  withTenantSql(
    { organizationId: books.org.principals.admin.organizationId, userId: null },
    async (tenant) => {
      await sql(tenant, 'delete from contract_costs where contract_id = $1::uuid', [contractId]);
      if (costs.length === 0) return;
      await insertRows(
        tenant,
        'contract_costs',
        costs.map(({ costKind, evidence, voided, createdAt }) => ({
          id: newId(),
          contractId,
          costKind,
          subsidiaryId: books.org.ids.rootSubsidiary,
          currencyCode: 'USD',
          amount: costKind === 'LOSS' ? '0' : '120',
          postingDate: '2026-02-01',
          facts: evidence === undefined ? { recoverable: true } : { evidence },
          decision: costKind === 'LOSS' ? 'PROVIDED' : 'CAPITALISED',
          why: 'incremental',
          startDate: '2026-02-01',
          months: 12,
          assetAccountId: books.org.account('1310'),
          expenseAccountId: books.org.account('6900'),
          impairAccountId: books.org.account('6900'),
          offsetAccountId: books.org.account('1110'),
          item: costKind === 'LOSS' ? newId() : null,
          voided,
          createdAt: new Date(createdAt),
        })),
      );
    },
  );

it('judgments on a topic are those of all that have it, and as many are open as of all, however costs were judged', async () => {
  const call = books.org.callAs('auditor');
  let [open, compared] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(cost, { maxLength: 9 }),
      fc.constantFrom(undefined, ...MOMENTS),
      async (costs, knownAsOf) => {
        await lay(costs);
        const at = knownAsOf === undefined ? {} : { knownAsOf };
        const all = await runForOutput(contractJudgements, call, { id: contractId, ...at });
        const judged = costs.filter(
          ({ costKind, createdAt }) => costKind !== 'LOSS' && createdAt <= (knownAsOf ?? '9'),
        );
        const openCosts = judged.filter(
          ({ evidence, voided }) => (evidence ?? null) === null && !voided,
        ).length;
        expect(all.rows.filter(({ topic }) => topic === 'COST')).toHaveLength(judged.length);
        expect(all.open).toBe(
          all.rows.filter(({ topic, state }) => topic !== 'COST' && state === 'OPEN').length + openCosts,
        );
        for (const topic of TOPICS) {
          const some = await runForOutput(contractJudgements, call, { id: contractId, topic, ...at });
          const expected = all.rows.filter((row) => row.topic === topic);
          expect([topic, some]).toEqual([topic, { rows: expected, open: all.open }]);
          const listed = await runForOutput(listJudgements, call, { topic, ...at });
          expect([topic, listed.rows]).toEqual([topic, expected]);
          compared += 1;
        }
        for (const state of JUDGEMENT_STATES) {
          const some = await runForOutput(contractJudgements, call, { id: contractId, state, ...at });
          expect([state, some.rows]).toEqual([state, all.rows.filter((row) => row.state === state)]);
        }
        open += openCosts;
      },
    ),
    { numRuns: cases(50, 500) },
  );
  expect(open).toBeGreaterThan(20);
  expect(compared).toBeGreaterThanOrEqual(500);
});
