import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import type { Call, UseCase } from '@/usecases/kit/define';
import { run, runForOutput } from '@/usecases/kit/run';
import { listJudgements } from '@/usecases/revenue/reports/list-judgements';
import { contractBalancesReport, rollforwardReport } from '@/usecases/revenue/reports/report-balances';
import { changedReport } from '@/usecases/revenue/reports/report-changed';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { listRunContracts } from '@/usecases/revenue/runs/list-run-contracts';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { fillObligations } from '../../bench/support/obligations';
import { costOf } from '../support/statement-costs';

/** A database of its own, as e2e/ledger/growth.test.ts explains. */
const database = await vi.hoisted(async () => (await import('@/testing/empty-database')).emptyDatabase());

const SIZES = { few: 300, many: 3_000 } as const;
/**
 * The tables that grow with the contracts; none of them is read from end to end. (The accounts of obligations are, from an index of a few
 * pages once there are many.)
 */
const LARGE = [
  'revenue_bookings',
  'revenue_contracts',
  'revenue_events',
  'revenue_movements',
  'revenue_positions',
  'revenue_rows',
];
type Name = keyof typeof SIZES;
/** The pages that ten times the contracts may add. Contracts of whom nothing was judged are looked through up to two thousand. */
const MAY_ADD: Readonly<Record<string, number>> = {
  'revenue.reports.changed': 150,
  'revenue.reports.rollforward': 50,
  'revenue.judgements.list': 13_000,
};

const books = {} as Record<Name, { readonly org: TestOrganization; readonly runId: string }>;

beforeAll(async () => {
  for (const [name, contracts] of Object.entries(SIZES) as [Name, number][]) {
    const org = await foundTestOrganization({ name, today: '2026-11-20' });
    await fillObligations(org, contracts, 12);
    let runId = '';
    for (const period of ['2026-01', '2026-02']) {
      runId = (await runForOutput(createRun, org.callAs('controller'), { period })).id;
      await runForOutput(postRun, org.callAs('controller'), { id: runId });
    }
    books[name] = { org, runId };
  }
  await withOwner((client) => client.query('vacuum (analyze)'));
}, 120_000);
afterAll(() => database.leave());

const pagesOf = (name: Name, verb: (call: Call) => Promise<unknown>) =>
  costOf(books[name].org, (call) => verb(call), {}, LARGE);

describe('with ten times the contracts', () => {
  test('the contract balances read their totals from an index: less than a page for ten contracts more', async () => {
    const ask = (call: Call) => run(contractBalancesReport, call, { asOf: '2026-10', limit: 20 });
    const [few, many] = [await pagesOf('few', ask), await pagesOf('many', ask)];
    expect(many.scanned).toEqual([]);
    expect(many.pages - few.pages).toBeLessThan((SIZES.many - SIZES.few) / 10);
  });

  test.each([
    ['what changed since the close', changedReport, { asOf: '2026-10' }],
    ['the roll-forward', rollforwardReport, { asOf: '2026-10' }],
    ['judgments', listJudgements, { limit: 20 }],
  ] as const)(
    '%s: no large table is read from end to end, and the pages touched are as many',
    async (_, verb, input) => {
      const ask = (call: Call) => run(verb as UseCase<unknown, unknown>, call, input);
      const [few, many] = [await pagesOf('few', ask), await pagesOf('many', ask)];
      expect(many.scanned).toEqual([]);
      expect(many.pages).toBeLessThan(few.pages + (MAY_ADD[verb.name] ?? 0));
    },
  );

  test('a page of the contracts of a run reads what the run posted of these contracts only', async () => {
    const ask = (name: Name) => (call: Call) =>
      run(listRunContracts, call, { id: books[name].runId, page: 2, limit: 20 });
    const [few, many] = [await pagesOf('few', ask('few')), await pagesOf('many', ask('many'))];
    expect(many.scanned).toEqual([]);
    expect(many.pages).toBeLessThan(few.pages + 300);
    const { rows, total } = await runForOutput(listRunContracts, books.many.org.callAs('auditor'), {
      id: books.many.runId,
      page: 2,
      limit: 20,
    });
    expect(total).toBe(SIZES.many);
    expect(rows.map(({ contractNumber }) => contractNumber)).toEqual(
      Array.from({ length: SIZES.many }, (_, n) => `BENCH-${n + 1}`)
        .sort()
        .slice(20, 40),
    );
    expect(new Set(rows.map(({ amount, isReversed }) => `${amount} ${isReversed}`))).toEqual(
      new Set(['100.00 false']),
    );
  });
});
