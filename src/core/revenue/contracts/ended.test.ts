import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '@/core/money/decimal';
import { addDays } from '@/core/periods/calendar';
import { HISTORIES } from '@/testing/long-run';
import { cents, sumOf } from '../../../../e2e/revenue/histories/drawn-histories';
import { balanceEventsThrough } from '../../../../e2e/revenue/oracle/figures';
import { contractEntries } from '../../../../e2e/revenue/oracle/position';
import { expectValue } from '../cases/expect-value';
import type { ContractEvent } from './events';
import { picture } from './picture';
import { balanceDifference } from './postings/balance-shifts';

const term = { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31', residual: 'CUMULATIVE' } as const;

/** A year of service and a delivery for 3,600, billed whole on the first day; the goods are delivered. */
const begun: readonly ContractEvent[] = [
  {
    id: 'created',
    kind: 'created',
    effectiveDate: '2026-01-01',
    currencyCode: 'USD',
    obligations: [
      { key: 'term', allocated: '2400', ssp: '2400', pattern: term },
      { key: 'goods', allocated: '1200', ssp: '1200', pattern: { kind: 'POINT' } },
    ],
  },
  { id: 'activated', kind: 'activated', effectiveDate: '2026-01-01' },
  { id: 'billed', kind: 'invoice', effectiveDate: '2026-01-01', amount: '3600', unconditional: true },
  { id: 'delivered', kind: 'delivery', effectiveDate: '2026-01-05', key: 'goods' },
];

type Settling = { what: string; size: number };

/** What settles a contract, each on a day of its own in the order given. */
const dated = (settling: readonly Settling[]): ContractEvent[] =>
  settling.map(({ what, size }, index): ContractEvent => {
    const at = { id: `s${what}`, effectiveDate: addDays('2026-03-01', index) };
    const amount = (size / 100).toFixed(2);
    switch (what) {
      case 'terminate':
        return { ...at, kind: 'termination', refund: amount, reason: 'The customer left' };
      case 'credit':
        return { ...at, kind: 'creditNote', amount, mode: 'CONCESSION' };
      case 'payout':
        return { ...at, kind: 'payout', amount };
      case 'corrected':
        return { ...at, kind: 'invoiceReversed', amount };
      case 'billed more':
        return { ...at, kind: 'invoice', amount, unconditional: true };
      default:
        return { ...at, kind: 'payment', amount };
    }
  });

/** Where the accounts of a contract end, all of it recognized. */
function end(facts: readonly ContractEvent[]) {
  const state = expectValue(picture(facts));
  const { balances } = expectValue(
    contractEntries({ currencyCode: 'USD', events: balanceEventsThrough(state, '2027-12') }),
  );
  return {
    balances,
    price: state.transactionPrice,
    billed: state.billed,
    paid: state.paid,
    earned: sumOf(state.rows),
  };
}

const size = (max: number) => fc.integer({ min: 1, max });
const settling = fc
  .record({
    terminate: size(30_000),
    credit: size(30_000),
    payout: size(60_000),
    corrected: size(30_000),
    'billed more': size(30_000),
    payment: size(400_000),
  })
  .chain((sizes) =>
    fc.shuffledSubarray(
      Object.entries(sizes).map(([what, one]) => ({ what, size: one })),
      { minLength: 6 },
    ),
  );

describe('the end of a contract', () => {
  it('in whatever order it is terminated, credited, corrected, billed, paid and paid out, its accounts end the same', () => {
    fc.assert(
      fc.property(settling, (all) => {
        const inOrder = [...all].sort((a, b) => (a.what < b.what ? -1 : 1));
        expect(end([...begun, ...dated(all)])).toEqual(end([...begun, ...dated(inOrder)]));
      }),
      { numRuns: HISTORIES },
    );
  });

  it('what was billed and is not given back is earned, nothing stays deferred, and the customer owes what it has not paid', () => {
    fc.assert(
      fc.property(settling, (all) => {
        const { balances, billed, earned, paid } = end([...begun, ...dated(all)]);
        expect([balances.deferred, balances.refundLiability]).toEqual(['0.00', '0.00']);
        expect(cents(balances.receivable)).toBe(earned - cents(paid));
        // Paid out beyond what the customer was owed: consideration payable, out of the price.
        const of = (what: string) => all.find((one) => one.what === what)?.size ?? 0;
        const credits = of('terminate') + of('credit') + of('corrected');
        const owed = Math.max(of('payment') - cents(billed), credits);
        expect(earned).toBe(cents(billed) - Math.max(0, of('payout') - owed));
      }),
      { numRuns: HISTORIES },
    );
  });

  it('recorded in any order, what is posted adds up to where a fold of its own ends', () => {
    const posted = fc.tuple(settling, fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }));
    fc.assert(
      fc.property(posted, ([all, order]) => {
        const facts = dated(all);
        let known: ContractEvent[] = [...begun];
        let before = expectValue(picture(known));
        const sums = { receivable: cents('3600'), cash: 0 };
        for (const index of order) {
          const fact = facts[index];
          if (fact === undefined) continue;
          known = [...known, fact];
          const recorded = picture(known);
          const after = expectValue(recorded);
          const { events, shifts } = balanceDifference(before.balanceEvents, after.balanceEvents, new Set());
          for (const { kind, amount } of events) {
            const by = cents(amount);
            if (kind === 'DUE') sums.receivable += by;
            if (kind === 'CREDIT') sums.receivable -= by;
            if (kind === 'PAYMENT') sums.receivable -= Math.min(by, sums.receivable);
            if (kind === 'PAYOUT') sums.receivable += Math.min(by, Math.max(0, -sums.receivable));
            sums.cash += kind === 'PAYMENT' ? by : kind === 'PAYOUT' ? -by : 0;
          }
          for (const shift of shifts) {
            sums.receivable += cents(shift.receivable.toFixed());
            sums.cash += cents(shift.cash.toFixed());
          }
          before = after;
        }
        const { balances } = end([...begun, ...facts]);
        expect(sums).toEqual({ receivable: cents(balances.receivable), cash: cents(balances.cash) });
      }),
      { numRuns: HISTORIES },
    );
  });

  it('a termination that is void never was: neither in the picture nor in what is posted', () => {
    fc.assert(
      fc.property(settling, (all) => {
        const facts = dated(all);
        const never = facts.filter(({ kind }) => kind !== 'termination');
        const withEnd = expectValue(picture([...begun, ...facts]));
        const voided: ContractEvent = {
          id: 'void',
          kind: 'voided',
          effectiveDate: '2026-03-01',
          of: 'sterminate',
          reason: 'They stayed',
        };
        const taken = expectValue(picture([...begun, ...facts, voided]));
        const without = expectValue(picture([...begun, ...never]));
        expect(taken).toEqual(without);
        const { events, shifts } = balanceDifference(withEnd.balanceEvents, without.balanceEvents, new Set());
        const balancesOf = (state: typeof taken) =>
          expectValue(
            contractEntries({ currencyCode: 'USD', events: balanceEventsThrough(state, '2027-12') }),
          ).balances;
        expect(events).toEqual([]);
        expect(shifts.reduce((sum, { receivable }) => sum + cents(receivable.toFixed()), 0)).toBe(
          cents(balancesOf(without).receivable) - cents(balancesOf(withEnd).receivable),
        );
      }),
      { numRuns: HISTORIES },
    );
  });

  it('what is paid out where nothing more is kept is owed by the customer: of 1,200.00 earned and billed, with 10.00 paid and 5.00 paid out, 1,195.00', () => {
    const goods: ContractEvent = {
      ...{ id: 'created', kind: 'created', effectiveDate: '2026-01-01', currencyCode: 'USD' },
      obligations: [{ key: 'goods', allocated: '1200', ssp: '1200', pattern: { kind: 'POINT' } }],
    };
    const { balances, earned } = end([
      goods,
      { id: 'activated', kind: 'activated', effectiveDate: '2026-01-01' },
      { id: 'delivered', kind: 'delivery', effectiveDate: '2026-01-05', key: 'goods' },
      { id: 'payout', kind: 'payout', effectiveDate: '2026-02-01', amount: '5' },
      { id: 'payment', kind: 'payment', effectiveDate: '2026-02-10', amount: '10' },
      { id: 'end', kind: 'termination', effectiveDate: '2026-02-28', refund: '0', reason: 'Done' },
      { id: 'bill', kind: 'invoice', effectiveDate: '2026-03-01', amount: '1200', unconditional: true },
    ]);
    expect(earned).toBe(120_000);
    expect(balances).toMatchObject({ receivable: '1195.00', contractAsset: '0.00', deferred: '0.00' });
  });

  it('606-10-45-1: has no contract asset next to a credit of its customer: of 1,000.00 earned and 600.00 billed, 1,000.00 paid leaves nothing', () => {
    const facts: ContractEvent[] = [
      {
        ...{ id: 'created', kind: 'created', effectiveDate: '2026-01-01', currencyCode: 'USD' },
        obligations: [{ key: 'goods', allocated: '1000', ssp: '1000', pattern: { kind: 'POINT' } }],
      },
      { id: 'activated', kind: 'activated', effectiveDate: '2026-01-01' },
      { id: 'delivered', kind: 'delivery', effectiveDate: '2026-01-05', key: 'goods' },
      { id: 'billed', kind: 'invoice', effectiveDate: '2026-01-10', amount: '600', unconditional: true },
      { id: 'end', kind: 'termination', effectiveDate: '2026-03-01', refund: '0', reason: 'Done' },
    ];
    const money = (kind: 'payment' | 'payout', day: string, amount: string): ContractEvent => {
      return { id: `${kind} ${day}`, kind, effectiveDate: day, amount };
    };
    const rest: ContractEvent = {
      ...{ id: 'rest', kind: 'invoice', effectiveDate: '2026-04-01', amount: '400', unconditional: true },
    };
    const stands = (...more: ContractEvent[]) => {
      const { receivable, contractAsset, deferred } = end([...facts, ...more]).balances;
      const { balanceEvents } = expectValue(picture([...facts, ...more]));
      const posted = balanceDifference([], balanceEvents, new Set()).shifts;
      expect(sum(posted.map((one) => one.receivable)).toFixed(2)).toBe(receivable);
      return [receivable, contractAsset, deferred];
    };
    expect(stands()).toEqual(['600.00', '400.00', '0.00']);
    // Paid before the end or after it.
    for (const day of ['2026-02-01', '2026-03-10']) {
      expect(stands(money('payment', day, '700'))).toEqual(['0.00', '300.00', '0.00']);
      expect(stands(money('payment', day, '1000'))).toEqual(['0.00', '0.00', '0.00']);
      expect(stands(money('payment', day, '1000'), rest)).toEqual(['0.00', '0.00', '0.00']);
      // What is paid beyond all that is earned is the customer's: 50.00 of it is paid back.
      expect(stands(money('payment', day, '1100'))).toEqual(['-100.00', '0.00', '0.00']);
      const back = money('payout', '2026-03-20', '50');
      expect(stands(money('payment', day, '1100'), back)).toEqual(['-50.00', '0.00', '0.00']);
      expect(stands(rest, money('payment', day, '1100'), back)).toEqual(['-50.00', '0.00', '0.00']);
    }
  });

  it('takes nothing that would perform or change it', () => {
    const ended = [...begun, ...dated([{ what: 'terminate', size: 100 }])];
    for (const fact of [
      { kind: 'delivery', key: 'goods' },
      { kind: 'hold', reason: 'dispute' },
      { kind: 'termination', refund: '0', reason: 'again' },
    ]) {
      const late = { id: 'late', effectiveDate: '2026-04-01', ...fact } as ContractEvent;
      const refused = picture([...ended, late]);
      expect(refused).toMatchObject({ ok: false, refusal: { data: { rule: 'CONTRACT_NOT_ACTIVE' } } });
    }
  });
});

describe('interest of a contract that ends', () => {
  it('of an advance of 1,000.00 with 5.00 of interest accrued, 1,005.00 is revenue and nothing is left (606-10-32-20)', () => {
    const facts: ContractEvent[] = [
      ...begun.slice(0, 2),
      { id: 'ahead', kind: 'invoice', effectiveDate: '2026-01-01', amount: '1000', unconditional: true },
      { id: 'interest', kind: 'interest', effectiveDate: '2026-01-31', amount: '5' },
      {
        id: 'end',
        kind: 'termination',
        effectiveDate: '2026-02-01',
        refund: '0',
        reason: 'The customer left',
      },
    ];
    expect(end(facts)).toMatchObject({ price: '1005.00', earned: 100_500, balances: { deferred: '0.00' } });
  });
});
