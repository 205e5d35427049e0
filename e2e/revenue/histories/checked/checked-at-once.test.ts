import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { RefusalError } from '@/core/refusals';
import { closeConnections } from '@/db/client';
import { findBreaches } from '@/db/reports/verification/verification';
import { DIFFERENT_YEARS } from '@/db/revenue/customer-years';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { cases } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { type Books, type Fact, openBooks } from '../../books';
import { sumSome } from '../../reports/posted-books';
import { check, claimOf, contractOf, foundBy, someFact, verdict } from './checked-books';

// Proves the laws revenue/check-contracts and revenue/sum-revenue-years of prisma/sql for several servers that do their work at once.

afterAll(closeConnections);

const SEED = Number(process.env.DAYBOOK_SEED ?? 20261226);
const ROUNDS = cases(6, 6, 60);
const CONTRACTS = 5;

/** What happens before the servers do their work, and while they do. */
const round = fc.record({
  before: fc.array(fc.record({ fact: someFact(6), contract: fc.nat(CONTRACTS - 1) }), {
    minLength: 4,
    maxLength: 8,
  }),
  meanwhile: fc.array(fc.record({ fact: someFact(6), contract: fc.nat(CONTRACTS - 1) }), {
    minLength: 2,
    maxLength: 2,
  }),
  /** Whether obligations are agreed again meanwhile, on other terms. */
  isAgreedAgain: fc.boolean(),
  checks: fc.constant([1, 3, 100]),
  sums: fc.constantFrom([1, 2], [2, 100], [1, 100]),
});

const unlessRefused = async (work: () => Promise<unknown>): Promise<number> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
  }
  return 0;
};

const record = (books: Books, ids: readonly string[], { fact, contract }: { fact: Fact; contract: number }) =>
  unlessRefused(() => books.record(ids[contract] ?? '', fact));

/** How many amounts are noted and not added yet. */
const noted = async (books: Books): Promise<number> => {
  const [row] = await withTenantReport(claimOf(books), (tenant) =>
    sql<{ n: number }>(
      tenant,
      'select coalesce(sum(cardinality(m.customer_ids)), 0)::int as n from revenue_customer_moves m',
      [],
    ),
  );
  return row?.n ?? 0;
};

/** Differences between the sums by customer and the posted rows, in one snapshot. */
const differences = (books: Books) =>
  withTenantReport(claimOf(books), (tenant) => sql(tenant, DIFFERENT_YEARS, [tenant.organizationId]));

const agreeAgain = (books: Books, at: number) =>
  withTenantSql(claimOf(books), async (tenant) => {
    // As a fact does, which holds the position while the terms change.
    await sql(tenant, 'select 1 from revenue_positions order by contract_id for update', []);
    await sql(tenant, 'update performance_obligations set nature = $1', [
      at % 2 === 0 ? 'LICENCE' : 'SERVICE',
    ]);
    return 0;
  });

describe('several servers that check the same touched contracts', () => {
  it('add each of them once and each amount posted of a customer once, while others record facts and post', async () => {
    const books = await openBooks('2026-12-31');
    const ids: string[] = [];
    for (let n = 0; n < CONTRACTS; n += 1) ids.push(await contractOf(books, `${1200 + 37 * n}.50`));
    const rounds = fc.sample(round, { seed: SEED, numRuns: ROUNDS });
    let checked = 0;
    let summed = 0;
    for (const [at, { before, meanwhile, isAgreedAgain, checks, sums }] of rounds.entries()) {
      for (const one of before) await record(books, ids, one);
      if (at === 0) await books.run('2026-01');
      // From the second month on a run is under way whose rows were proposed before.
      const period = `2026-${String((at % 11) + 2).padStart(2, '0')}`;
      const proposed =
        at > 10
          ? null
          : await runForOutput(createRun, books.org.callAs('revenue'), { period, grouping: 'CONTRACT' });
      const post = () =>
        proposed === null
          ? []
          : [
              () =>
                unlessRefused(() =>
                  runForOutput(postRun, books.org.callAs('revenue'), { id: proposed.id, rows: 2 }),
                ),
            ];
      const checkers = checks.map((limit) => async () => (await check(books, limit)) ?? 0);
      const summers = sums.map((limit) => () => sumSome({ claim: claimOf(books) }, limit));
      const writers = [
        ...meanwhile.map((one) => () => record(books, ids, one)),
        ...post(),
        ...(isAgreedAgain ? [() => agreeAgain(books, at)] : []),
      ];
      // Whoever reads meanwhile sees an amount once: noted or added.
      const reader = async () => {
        for (let n = 0; n < 10; n += 1) expect(await differences(books)).toEqual([]);
        return 0;
      };
      const contenders = [...checkers, ...summers, ...writers];
      const outcomes = valuesOf(
        await contend(holdWrites(books.org.organizationId), [...contenders, reader], {
          waiting: contenders.length,
        }),
      );
      const counted = (from: number, many: number) =>
        outcomes.slice(from, from + many).reduce((sum, n) => sum + n, 0);
      checked += counted(0, checkers.length);
      summed += counted(checkers.length, summers.length);
      expect(await differences(books)).toEqual([]);
      const [since, whole] = [await verdict(books, 'SINCE'), await verdict(books, 'WHOLE')];
      expect(since.lines).toEqual(whole.lines);
      expect([since.holds, whole.holds]).toEqual([true, true]);
      expect(await foundBy(books)).toEqual([]);
    }
    expect(checked).toBeGreaterThan(10);
    expect(summed).toBeGreaterThan(10);
    while (((await check(books)) ?? 0) > 0);
    while ((await sumSome({ claim: claimOf(books) }, 7)) > 0);
    expect(await noted(books)).toBe(0);
    expect(await verdict(books, 'SINCE')).toMatchObject({ holds: true, contractsRead: 0 });
    expect(await withTenantReport(claimOf(books), findBreaches)).toEqual([]);
  });
});
