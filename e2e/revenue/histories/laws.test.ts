import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { dec, sum } from '@/core/money/decimal';
import { RefusalError } from '@/core/refusals';

import { picture } from '@/core/revenue/contracts/picture';
import { lastDayOf } from '@/core/revenue/days';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { cases } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { createCost } from '@/usecases/revenue/contracts/costs/cost-records';
import { applyModification } from '@/usecases/revenue/contracts/modifications/apply-modification';
import { contractBalancesReport, rollforwardReport } from '@/usecases/revenue/reports/report-balances';
import { rpoReport, waterfallReport } from '@/usecases/revenue/reports/report-revenue';
import { verifyRevenue } from '@/usecases/revenue/reports/verify-revenue';
import { momentBetween } from '../../support/moment';
import { type Books, type Draft, type Fact, openBooks, PROBABLE } from '../books';
import { contractEntries } from '../oracle/position';

// Proves the laws revenue/recognise, revenue/post-revenue-moves, revenue/move-positions, revenue/revenue-move, revenue/revenue-due
// of prisma/sql.

afterAll(closeConnections);

const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map(
  (m) => `2026-${m}`,
);

/**
 * One step of a random history: a fact, a modification, a closed month or a run, each on a day of the current month.
 */
type Step =
  | { do: 'fact'; contract: number; fact: (on: string) => Fact }
  | { do: 'modify'; contract: number; price: number }
  | { do: 'cost'; contract: number; amount: number }
  | { do: 'run' }
  | { do: 'close' };

const cents = fc.integer({ min: 1, max: 500_000 }).map((n) => (n / 100).toFixed(2));
const contract = fc.integer({ min: 0, max: 2 });
const factArb = fc.oneof(
  cents.map(
    (amount) =>
      (on: string): Fact => ({ kind: 'invoice', effectiveDate: on, amount }),
  ),
  cents.map(
    (amount) =>
      (on: string): Fact => ({ kind: 'invoice', effectiveDate: on, amount, unconditional: false }),
  ),
  cents.map(
    (amount) =>
      (on: string): Fact => ({ kind: 'payment', effectiveDate: on, amount }),
  ),
  fc.constant((on: string): Fact => ({ kind: 'delivery', effectiveDate: on, key: 'point' })),
  fc.integer({ min: 0, max: 100 }).map(
    (n) =>
      (on: string): Fact => ({
        kind: 'progress',
        effectiveDate: on,
        key: 'project',
        progress: (n / 100).toFixed(2),
      }),
  ),
  cents.map(
    (amount) =>
      (on: string): Fact => ({ kind: 'usage', effectiveDate: on, key: 'usage', amount }),
  ),
  fc.integer({ min: -50_000, max: 50_000 }).map(
    (n) =>
      (on: string): Fact => ({
        kind: 'estimateChange',
        effectiveDate: on,
        change: (n / 100).toFixed(2),
      }),
  ),
  fc.tuple(cents, fc.constantFrom('CONCESSION', 'CANCEL_REMAINING', 'REFUND_LIABILITY')).map(
    ([amount, mode]) =>
      (on: string): Fact => ({ kind: 'creditNote', effectiveDate: on, amount, mode: mode as 'CONCESSION' }),
  ),
  cents.map(
    (liability) =>
      (on: string): Fact => ({ kind: 'refundEstimate', effectiveDate: on, key: 'term', liability }),
  ),
  cents.map(
    (amount) =>
      (on: string): Fact => ({ kind: 'return', effectiveDate: on, key: 'point', amount }),
  ),
  cents.map(
    (amount) =>
      (on: string): Fact => ({ kind: 'interest', effectiveDate: on, amount }),
  ),
  cents.map(
    (sales) =>
      (on: string): Fact => ({ kind: 'royalty', effectiveDate: on, key: 'sales', sales }),
  ),
  cents.map(
    (amount) =>
      (on: string): Fact => ({
        kind: 'reassessment',
        effectiveDate: on,
        key: 'bonus',
        ...PROBABLE,
        method: 'MOST_LIKELY',
        outcomes: [{ amount, probability: '1' }],
      }),
  ),
  fc.integer({ min: 1, max: 40 }).map(
    (n) =>
      (on: string): Fact => ({
        kind: 'redemption',
        effectiveDate: on,
        key: 'points',
        quantity: String(n),
        expectedUsed: String(90 + n),
      }),
  ),
  fc.integer({ min: 0, max: 9 }).map(
    (n) =>
      (on: string): Fact => ({
        kind: 'returnsEstimate',
        effectiveDate: on,
        key: 'point',
        units: '9',
        unitPrice: '11.11',
        unitCost: '7.77',
        expectedReturns: String(n),
      }),
  ),
  cents.map(
    (amount) =>
      (on: string): Fact => ({ kind: 'payout', effectiveDate: on, amount }),
  ),
  fc.constant((on: string): Fact => ({ kind: 'accrual', effectiveDate: on })),
  fc.constant((on: string): Fact => ({ kind: 'delivery', effectiveDate: on, key: 'agency' })),
  fc.constant((on: string): Fact => ({ kind: 'lapse', effectiveDate: on, key: 'points' })),
  fc.constant((on: string): Fact => ({ kind: 'hold', effectiveDate: on, key: 'term', reason: 'dispute' })),
  fc.constant((on: string): Fact => ({ kind: 'release', effectiveDate: on, key: 'term' })),
);
const stepArb: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('fact' as const), contract, fact: factArb }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('modify' as const),
      contract,
      price: fc.integer({ min: 1, max: 9000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('cost' as const),
      contract,
      amount: fc.integer({ min: 1, max: 9000 }),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ do: 'run' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'close' as const }) },
);

const draft = (fixed: string): Draft => ({
  contractDate: '2026-01-10',
  endDate: '2026-12-31',
  price: {
    fixed,
    variable: [
      { key: 'bonus', ...PROBABLE, method: 'MOST_LIKELY', outcomes: [{ amount: '80', probability: '1' }] },
    ],
    royalties: [{ key: 'sales', rate: '0.05' }],
    financing: { kind: 'ADVANCE', monthsPerPeriod: 1, periods: 12, ratePerPeriod: '0.005' },
  },
  obligations: [
    { key: 'term', ssp: '600', pattern: { kind: 'RATABLE', start: '2026-01-10', end: '2026-12-31' } },
    { key: 'point', ssp: '300', pattern: { kind: 'POINT' } },
    { key: 'project', ssp: '500', pattern: { kind: 'PROGRESS' } },
    { key: 'usage', ssp: '0', pattern: { kind: 'USAGE' } },
    { key: 'points', ssp: '90', pattern: { kind: 'RIGHTS', expectedUsed: '95' } },
    { key: 'agency', ssp: '20', pattern: { kind: 'POINT' }, capacity: 'AGENT', supplierShare: '50' },
  ],
});

/** Number of random histories; the ordinary run stays short. */
const HISTORIES = cases(5, 24, 200);

/** The number of accepted steps: histories in which everything is refused would prove nothing. */
let done = 0;

/** A refusal is a valid answer; any other error is a failure. */
async function tried(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    done += 1;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
  }
}

async function closeMonth(books: Books, period: string): Promise<void> {
  const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, (tenant) =>
    sql(
      tenant,
      `update fiscal_periods set period_status = 'CLOSED' where organization_id = $1::uuid and end_date <= $2::date`,
      [books.org.organizationId, lastDayOf(period)],
    ),
  );
}

async function live(books: Books, ids: readonly string[], steps: readonly Step[]): Promise<void> {
  const call = books.org.callAs('controller');
  let month = 0;
  let added = 0;
  for (const [index, step] of steps.entries()) {
    const period = MONTHS[Math.min(month, 11)] ?? '2026-12';
    const id = 'contract' in step ? (ids[step.contract] ?? '') : '';
    const on = `${period}-${String((index % 27) + 1).padStart(2, '0')}`;
    if (step.do === 'fact') await tried(() => books.tell(id, step.fact(on)));
    else if (step.do === 'modify') {
      added += 1;
      const key = `added${added}`;
      await tried(() =>
        runForOutput(applyModification, call, {
          id,
          date: on,
          reason: 'random',
          additions: [
            {
              key,
              price: String(step.price),
              ssp: '1000',
              distinct: index % 2 === 0,
              pattern: { kind: 'POINT' },
            },
          ],
        }),
      );
    } else if (step.do === 'cost') {
      await tried(() =>
        runForOutput(createCost, call, {
          contractId: id,
          kind: 'OBTAIN',
          amount: String(step.amount),
          incurredOn: on,
          contractMonths: 7,
        }),
      );
    } else if (step.do === 'run') {
      await tried(async () => {
        await books.run(period, { rows: 3 });
        month += 1;
      });
    } else if (month > 0) await closeMonth(books, MONTHS[month - 1] ?? '2026-01');
  }
}

describe('laws over random histories', () => {
  it('the differences that must be zero are zero, the rows add up to the contract’s state, the position equals the oracle’s', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArb, { minLength: 5, maxLength: 30 }), async (steps) => {
        const books = await openBooks();
        const ids: string[] = [];
        for (const fixed of ['1400', '999.99', '123456.78'])
          ids.push((await books.contract(draft(fixed))).contract.id);
        await live(books, ids, steps);

        const verdict = await runForOutput(verifyRevenue, books.org.callAs('auditor'), {});
        expect(verdict).toMatchObject({ differences: [], holds: true });
        const { rows } = await runForOutput(rollforwardReport, books.org.callAs('auditor'), {
          from: '2026-01',
          to: '2026-12',
        });
        expect(rows.filter(({ difference }) => difference !== '0.00')).toEqual([]);

        let remaining = dec('0');
        for (const id of ids) {
          const view = await books.read(id);
          const state = picture(view.events.map(({ event }) => event));
          if (!state.ok) throw new Error(state.refusal.message);
          const byMonth = (rows: readonly { key: string; naturalPeriod: string; amount: string }[]) => {
            const sums = new Map<string, string>();
            for (const { key, naturalPeriod, amount } of rows) {
              const name = `${key} ${naturalPeriod}`;
              sums.set(name, sum([sums.get(name) ?? '0', amount]).toFixed(2));
            }
            return [...sums].filter(([, amount]) => amount !== '0.00').sort();
          };
          expect(byMonth(view.schedule)).toEqual(byMonth(state.value.rows));
          expect(view.contract.transactionPrice).toBe(state.value.transactionPrice);
          for (const { allocations, transactionPrice } of view.versions) {
            expect(sum(allocations.map(({ allocated }) => allocated)).toFixed(2)).toBe(transactionPrice);
          }
          // The oracle adds up balances and posted revenue in its own order; the net positions must agree.
          const posted = view.schedule
            .filter(({ runId, amount }) => runId !== null && !dec(amount).isZero())
            .map(({ postedPeriod, amount }) => ({
              kind: 'REVENUE' as const,
              on: lastDayOf(postedPeriod ?? '2026-12'),
              amount,
            }));
          const oracle = contractEntries({
            currencyCode: 'USD',
            events: [...state.value.balanceEvents, ...posted],
          });
          if (!oracle.ok) throw new Error(oracle.refusal.message);
          const net = (one: {
            deferred: string;
            contractAsset: string;
            receivable: string;
            refundLiability: string;
          }) =>
            dec(one.deferred)
              .minus(one.contractAsset)
              .minus(one.receivable)
              .plus(one.refundLiability)
              .toFixed(2);
          const { advanceInterest, unearnedInterest, accruedInterest } = view.balances;
          const apart = dec(advanceInterest).plus(unearnedInterest).minus(accruedInterest);
          expect(apart.plus(net(view.balances)).toFixed(2)).toBe(net(oracle.value.balances));
          remaining = remaining.plus(view.balances.remaining);
        }
        const rpo = await runForOutput(rpoReport, books.org.callAs('auditor'), { asOf: '2026-12' });
        expect(dec(rpo.total).toFixed(2)).toBe(remaining.toFixed(2));
        const fall = await runForOutput(waterfallReport, books.org.callAs('auditor'), {
          from: '2026-01',
          to: '2027-12',
          asOf: '2026-12',
        });
        const shown = sum([fall.total.before, ...fall.total.months, fall.total.after]);
        expect(sum([fall.total.booked]).minus(shown).toFixed(2)).toBe(
          sum([rpo.total])
            .minus(sum(rpo.bands.filter(({ band }) => band !== 'unscheduled').map(({ amount }) => amount)))
            .toFixed(2),
        );
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    );
    // Most commands of a history do something; how many depends on the seed.
    expect(done).toBeGreaterThan(6 * HISTORIES);
  });
});

describe('the past does not change', () => {
  it('reports as of a past time equal the ones printed then', async () => {
    const books = await openBooks();
    const { contract: first } = await books.contract(draft('1400'));
    await books.tell(first.id, { kind: 'invoice', effectiveDate: '2026-01-15', amount: '700' });
    await books.run('2026-01');
    const ask = async (knownAsOf?: string) => {
      const call = books.org.callAs('auditor');
      const strip = <T extends { knownAsOf: string | null }>({ knownAsOf: _known, ...rest }: T) => rest;
      const span = { from: '2026-01', to: '2026-06', asOf: '2026-06', knownAsOf };
      return [
        strip(await runForOutput(waterfallReport, call, span)),
        strip(await runForOutput(rpoReport, call, { asOf: '2026-06', knownAsOf })),
        strip(await runForOutput(rollforwardReport, call, span)),
        strip(await runForOutput(contractBalancesReport, call, span)),
        (await books.read(first.id, knownAsOf)).versions,
      ];
    };
    const then = await ask();
    const moment = await momentBetween();
    await books.contract(draft('5000'));
    await books.tell(
      first.id,
      { kind: 'payment', effectiveDate: '2026-02-01', amount: '700' },
      { kind: 'delivery', effectiveDate: '2026-02-03', key: 'point' },
      { kind: 'estimateChange', effectiveDate: '2026-02-04', change: '100' },
    );
    await books.run('2026-02');
    expect(await ask(moment)).toEqual(then);
    expect(await ask()).not.toEqual(then);
  });

  it('a late event whose month is closed is booked in the first open month, labeled late; the closed month keeps its figures', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(draft('1400'));
    await books.run('2026-01');
    await closeMonth(books, '2026-01');
    const after = await books.tell(contract.id, {
      kind: 'delivery',
      effectiveDate: '2026-01-20',
      key: 'point',
    });
    const row = after.schedule.at(-1);
    expect(row).toMatchObject({ period: '2026-02', naturalPeriod: '2026-01', late: true, catchUp: true });
    await books.run('2026-02');
    expect((await books.read(contract.id)).schedule.at(-1)).toMatchObject({ postedPeriod: '2026-02' });
  });
});
