import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { addDays } from '@/core/periods/calendar';
import { RefusalError } from '@/core/refusals';
import { closeConnections } from '@/db/client';
import { copyPastBalances } from '@/db/revenue/balance-copies';
import {
  addUpBalanceTotals,
  type BalanceSpan,
  readBalanceTotals,
  readTotalsThen,
} from '@/db/revenue/contract-balances';
import { contractsThatDiffered } from '@/db/revenue/kept-balances';
import type { RevenueScope } from '@/db/revenue/months';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { cases } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { reverseRun } from '@/usecases/revenue/runs/reverse-run';
import { type Fact, openBooks } from '../../books';
import { databaseNow } from '../moments';
import { check, claimOf, contractOf, foundBy, someFact } from './checked-books';
import { type Company, company, copyNow, exact, letDaysPass, runOf, wantCopy } from './then-books';

// Proves the law revenue/later-contracts of prisma/sql, and what is read with its answer from what is kept and from copies of it.

afterAll(closeConnections);

/** Number of random histories; the ordinary run stays short, a long run sets DAYBOOK_HISTORIES. */
const HISTORIES = cases(6, 18, 400);
/** Comparisons of each history. */
const ASKED = 130;

const firstOf = (month: number) =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
const NOVEMBER = 2025 * 12 + 10;
const AUGUST = 2026 * 12 + 7;
const DAY = 86_400_000;

const ALL = { subsidiaryIds: null, currencyCode: 'USD', effectiveAsOf: null, isByMonth: true };

/** The contracts that differed: of how many answers none, some but not all, and all did. */
interface Taken {
  none: number;
  some: number;
  all: number;
  /** Answers that were read from a copy of an earlier or a later moment, as it is, and with contracts replaced. */
  copied: number;
  corrected: number;
  /** Of months beyond the day of effect: read from sums with some contracts replaced, and with none. */
  beyond: number;
  beyondAsKept: number;
}

interface Asked {
  readonly moment: number;
  readonly from: number;
  readonly months: number;
  readonly of: 'all' | 'root' | 'branch' | 'euros';
  /** What the report is limited to: a moment, a day of effect so many days after its last, or both. */
  readonly limits: 'known' | 'effective' | 'both';
  readonly days: number;
}

/** The balances as known at these moments are those of all rows of then added up, and are read from what is kept. */
async function agree(
  { books, branch }: Company,
  moments: readonly string[],
  asked: readonly Asked[],
  contracts: number,
  taken: Taken,
) {
  await withTenantReport(claimOf(books), async (tenant) => {
    for (const { moment, from, months, of, limits, days } of asked) {
      const to = Math.min(from + months, AUGUST);
      const span: BalanceSpan = { from: firstOf(from), until: firstOf(to + 1), soon: firstOf(to + 13) };
      const knownAsOf = limits === 'effective' ? null : (moments[moment % moments.length] ?? '');
      const effectiveAsOf = limits === 'known' ? null : addDays(span.until, days - 1);
      const scope: RevenueScope = {
        subsidiaryIds: of === 'root' ? [books.org.ids.rootSubsidiary] : of === 'branch' ? [branch] : null,
        currencyCode: of === 'euros' ? 'EUR' : 'USD',
        effectiveAsOf,
        knownAsOf,
        isByMonth: true,
      };
      const added = {
        ...span,
        knownAsOf,
        effectiveAsOf,
        totals: exact(await addUpBalanceTotals(tenant, scope, span)),
      };
      let base: string | null = null;
      const then = await readTotalsThen(tenant, scope, span, (used) => {
        base = used;
      });
      expect({ ...span, knownAsOf, effectiveAsOf, totals: then === null ? null : exact(then) }).toEqual(
        added,
      );
      expect(exact(await readBalanceTotals(tenant, scope, span))).toEqual(added.totals);
      if (base !== null) {
        const replaced = await contractsThatDiffered(tenant, scope, span, contracts, base);
        taken[replaced?.length === 0 ? 'copied' : 'corrected'] += 1;
      }
      const different = await contractsThatDiffered(tenant, scope, span, contracts);
      if (different === null) throw new Error('no more contracts can differ than there are');
      // One less is one too many.
      if (different.length > 0)
        expect(await contractsThatDiffered(tenant, scope, span, different.length - 1)).toBeNull();
      taken[different.length === 0 ? 'none' : different.length < contracts ? 'some' : 'all'] += 1;
      if (limits !== 'known' && days < 0) taken[different.length === 0 ? 'beyondAsKept' : 'beyond'] += 1;
    }
  });
}

describe('contract balances as known at an earlier moment or as of a day in effect', () => {
  // A bill that the customer can still cancel falls due with performance, by a movement of no fact and no run.
  const cancellable = someFact(5).map(
    (fact): Fact => (fact.kind === 'invoice' ? { ...fact, unconditional: false } : fact),
  );
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ fact: someFact(5), contract: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ fact: cancellable, contract: fc.nat(5) }) },
    { weight: 3, arbitrary: fc.constant({ run: true as const }) },
    { weight: 1, arbitrary: fc.constant({ reverse: true as const }) },
    { weight: 1, arbitrary: fc.constant({ sell: true as const }) },
    { weight: 2, arbitrary: fc.record({ check: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 2, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 2, arbitrary: fc.constant({ copy: true as const }) },
    {
      weight: 1,
      arbitrary: fc.record({ wanted: fc.nat(99), steps: fc.nat(3), atOnce: fc.integer({ min: 1, max: 4 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        end: fc.constantFrom('2026-06-30', '2026-12-31', '2027-08-31', null),
        of: fc.nat(5),
      }),
    },
  );
  const question = fc.record({
    moment: fc.nat(99),
    from: fc.integer({ min: NOVEMBER, max: AUGUST }),
    months: fc.nat(5),
    of: fc.constantFrom('all', 'all', 'root', 'branch', 'euros'),
    limits: fc.constantFrom('known', 'known', 'known', 'effective', 'both'),
    days: fc.constantFrom(0, 0, 1, 14, 31, -1, -17, -31, -62, -120),
  });

  it('equal those of all rows of then added up, for any months, whatever was recorded, run, reversed and checked before and since', async () => {
    const taken: Taken = { none: 0, some: 0, all: 0, copied: 0, corrected: 0, beyond: 0, beyondAsKept: 0 };
    const history = fc.array(step, { minLength: 12, maxLength: 22 });
    const questions = fc.array(question, { minLength: ASKED, maxLength: ASKED });
    await fc.assert(
      fc.asyncProperty(history, questions, async (steps, asked) => {
        const made = await company();
        const { books, ids } = made;
        let moments = [await databaseNow(books)];
        const runs: string[] = [];
        for (const one of steps) {
          try {
            if ('fact' in one) await books.tell(ids[one.contract % ids.length] ?? '', one.fact);
            else if ('sell' in one) ids.push(await contractOf(books, '777.70'));
            else if ('check' in one) await check(books, one.check);
            else if ('copy' in one) await copyNow(books);
            else if ('wanted' in one) {
              await wantCopy(books, moments[one.wanted % moments.length] ?? '');
              for (let n = 0; n <= one.steps; n += 1) await copyPastBalances(claimOf(books), one.atOnce);
            } else if ('end' in one) {
              await withTenantSql(claimOf(books), (tenant) =>
                sql(tenant, 'update revenue_contracts set end_date = $2::date where id = $1::uuid', [
                  ids[one.of % ids.length],
                  one.end,
                ]),
              );
            } else if ('run' in one) {
              const month = runs.length / 2 + 1;
              if (month <= 5) runs.push(...(await runOf(made, `2026-0${month}`)));
            } else if ('reverse' in one) {
              const last = runs.at(-1);
              if (last !== undefined)
                await runForOutput(reverseRun, books.org.callAs('revenue'), {
                  id: last,
                  reason: 'A wrong month',
                });
            } else {
              await letDaysPass(books, one.days);
              moments = moments.map((moment) => new Date(Date.parse(moment) - one.days * DAY).toISOString());
            }
          } catch (error) {
            if (!(error instanceof RefusalError)) throw error;
          }
          moments.push(await databaseNow(books));
        }
        const half = ASKED / 2;
        await agree(made, moments, asked.slice(0, half), ids.length, taken);
        await check(books);
        while ((await copyPastBalances(claimOf(books), 2)) > 0);
        await agree(made, moments, asked.slice(half), ids.length, taken);
        expect(await foundBy(books)).toEqual([]);
      }),
      { numRuns: HISTORIES },
    );
    // In a good part of them, what is kept answers with the others' help, or alone.
    expect(taken.none + taken.some + taken.all).toBeGreaterThanOrEqual(500);
    expect(taken.none).toBeGreaterThan(50);
    expect(taken.some).toBeGreaterThan(50);
    expect(taken.copied).toBeGreaterThan(50);
    expect(taken.corrected).toBeGreaterThan(50);
    expect(taken.beyond).toBeGreaterThan(50);
    expect(taken.beyondAsKept).toBeGreaterThan(20);
  });

  it('have as due within a year what was planned and agreed then, where only rows or only bookings were added since, or take effect later', async () => {
    const books = await openBooks('2026-06-30');
    const { contract: long } = await books.contract({
      contractDate: '2026-01-01',
      endDate: '2028-12-31',
      price: { fixed: '4500' },
      obligations: [
        { key: 'care', ssp: '3600', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2028-12-31' } },
        { key: 'work', ssp: '900', pattern: { kind: 'PROGRESS' } },
      ],
    });
    const { contract: goods } = await books.contract({
      contractDate: '2026-01-01',
      endDate: '2026-12-31',
      price: { fixed: '100' },
      obligations: [{ key: 'goods', ssp: '100', pattern: { kind: 'POINT' } }],
    });
    await books.tell(long.id, { kind: 'invoice', effectiveDate: '2026-01-02', amount: '4500' });
    await books.tell(goods.id, { kind: 'invoice', effectiveDate: '2026-01-02', amount: '400' });
    await check(books);
    const span: BalanceSpan = { from: '2026-01-01', until: '2026-02-01', soon: '2027-02-01' };
    const ofJanuary: RevenueScope = { ...ALL, effectiveAsOf: '2026-01-31', knownAsOf: null };
    const inJanuary = () =>
      withTenantReport(claimOf(books), (tenant) => readBalanceTotals(tenant, ofJanuary, span));
    const first = exact(await inJanuary());
    for (const [id, fact] of [
      [long.id, { kind: 'progress', effectiveDate: '2026-02-10', key: 'work', progress: '0.50' }],
      [goods.id, { kind: 'estimateChange', effectiveDate: '2026-02-10', change: '50' }],
    ] as const) {
      const knownAsOf = await databaseNow(books);
      const scope: RevenueScope = { ...ALL, knownAsOf };
      const before = await withTenantReport(claimOf(books), (tenant) =>
        readBalanceTotals(tenant, scope, span),
      );
      await books.tell(id, fact);
      await check(books);
      await wantCopy(books, knownAsOf);
      while ((await copyPastBalances(claimOf(books), 10)) > 0);
      await withTenantReport(claimOf(books), async (tenant) => {
        expect(await contractsThatDiffered(tenant, scope, span, 2)).toEqual([id]);
        const then = await readBalanceTotals(tenant, scope, span);
        const bases: (string | null)[] = [];
        const copied = await readTotalsThen(tenant, scope, span, (base) => bases.push(base));
        expect([bases, copied === null ? null : exact(copied)]).toEqual([[knownAsOf], exact(before)]);
        expect(exact(then)).toEqual(exact(before));
        expect(exact(then)).toEqual(exact(await addUpBalanceTotals(tenant, scope, span)));
        const now = await readBalanceTotals(tenant, { ...scope, knownAsOf: null }, span);
        expect(now.current).not.toBe(then.current);
      });
      // Both facts take effect in February.
      expect(exact(await inJanuary())).toEqual(first);
    }
  });

  it('leave out of months beyond a day of effect what a run, interest or what fell due moved after it', async () => {
    const books = await openBooks('2026-06-30');
    const [moved, run] = [await contractOf(books), await contractOf(books)];
    for (const id of [moved, run])
      await books.tell(id, { kind: 'invoice', effectiveDate: '2026-01-02', amount: '500' });
    // As interest or a bill that waited for performance moves it: by no fact, and of no run.
    for (const [day, deferred] of [
      ['2026-02-15', '50'],
      ['2026-03-15', '-50'],
    ]) {
      await withTenantSql(claimOf(books), (tenant) =>
        sql(
          tenant,
          `insert into revenue_movements (organization_id, id, contract_id, subsidiary_id, currency_code, kind, amount, posting_date, period, entry_id, receivable,
             receivable_base, cash, cash_base, contract_asset, contract_asset_base, deferred, deferred_base, refund, refund_base, revenue, revenue_base, exchange_base)
           select m.organization_id, daybook_uuid_v7(), m.contract_id, m.subsidiary_id, m.currency_code, 'FINANCING', $2::numeric, $3::date, left($3::date::text, 7), m.entry_id,
             0, 0, 0, 0, 0, 0, $2::numeric, $2::numeric, 0, 0, 0, 0, 0
           from revenue_movements m where m.contract_id = $1::uuid limit 1`,
          [moved, deferred, day],
        ),
      );
    }
    await check(books);
    const asked = async (until: string, effectiveAsOf: string) => {
      const span: BalanceSpan = { from: '2026-01-01', until, soon: `2027${until.slice(4)}` };
      const scope: RevenueScope = { ...ALL, effectiveAsOf, knownAsOf: null };
      return withTenantReport(claimOf(books), async (tenant) => {
        const totals = exact(await readBalanceTotals(tenant, scope, span));
        expect(totals).toEqual(exact(await addUpBalanceTotals(tenant, scope, span)));
        return { totals, different: await contractsThatDiffered(tenant, scope, span, 9) };
      });
    };
    const before = await asked('2026-03-01', '2026-02-14');
    expect(before.different).toEqual([moved]);
    const after = await asked('2026-03-01', '2026-02-15');
    expect(after.different).toEqual([]);
    expect(after.totals).not.toEqual(before.totals);
    // What is posted beyond the months asked for does not count, nor does a run before it is posted.
    expect((await asked('2026-02-01', '2026-01-31')).different).toEqual([]);
    await books.runThrough('2026-01', '2026-04');
    await check(books);
    expect((await asked('2026-05-01', '2026-03-31')).different).toHaveLength(2);
    const ofApril = { until: '2026-05-01', from: '2026-01-01' };
    await withTenantReport(claimOf(books), async (tenant) => {
      const beforeApril = { ...ALL, effectiveAsOf: '2026-03-31', knownAsOf: null };
      expect(await contractsThatDiffered(tenant, beforeApril, ofApril, 1)).toBeNull();
    });
    expect((await asked('2026-05-01', '2026-04-30')).different).toEqual([]);
    expect((await asked('2026-04-01', '2026-03-31')).different).toEqual([]);
  });
});
