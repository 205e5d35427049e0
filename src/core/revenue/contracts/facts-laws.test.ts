import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HISTORIES } from '@/testing/long-run';
import { PROMISES } from '../../../../e2e/revenue/histories/drawn-contract';
import {
  byPeriod,
  cents,
  drawn,
  type Read,
  read,
  shuffled,
  sumOf,
  UNMOVED,
} from '../../../../e2e/revenue/histories/drawn-histories';
import { bookedCosts, costsOf, lived } from '../../../../e2e/revenue/histories/lived-histories';
import { balanceEventsThrough } from '../../../../e2e/revenue/oracle/figures';
import { contractEntries } from '../../../../e2e/revenue/oracle/position';
import { expectValue } from '../cases/expect-value';
import type { ContractState } from './contract-state';
import { costDifferences } from './costs/cost-differences';
import type { ContractEvent } from './events';
import { openPicture, picture } from './picture';
import { balanceDifference } from './postings/balance-shifts';
import { journalDifferences, rowDifferences } from './postings/postings';

// A limit ends what hangs; it is not a measure of speed.
const AMPLE = 600_000 + HISTORIES * 500;
const runs = { numRuns: HISTORIES };
/** Every fact may round by a cent on each obligation it affects. */
const rounding = (facts: readonly unknown[]) => 2 * (facts.length + 2) * PROMISES.length;

const pictureOf = ({ begun, grid }: Pick<Read, 'begun' | 'grid'>, facts: readonly ContractEvent[]) =>
  expectValue(picture([...begun, ...facts], grid));

/** The balances of a picture, by an independent fold of its movements. */
function positionOf(state: ContractState) {
  const { balances } = expectValue(contractEntries({ currencyCode: 'USD', events: state.balanceEvents }));
  const of = (kind: string, keep: (amount: number) => boolean = () => true) =>
    sumOf(state.balanceEvents.filter((event) => event.kind === kind && keep(cents(event.amount))));
  return {
    receivable: cents(balances.receivable),
    cash: cents(balances.cash),
    refund: cents(balances.refundLiability),
    interest: of('INTEREST', (amount) => amount >= 0),
    income: of('INTEREST', (amount) => amount < 0),
    supplier: of('SUPPLIER'),
    costs: costsOf(state.journals),
  };
}

describe('laws of dated facts over random histories', () => {
  it(
    'permutation: recorded in any order, facts give the same picture, and with all months open the same booking in every month and account',
    () => {
      fc.assert(
        fc.property(shuffled, ([history, order]) => {
          const whole = read(history);
          const { rows, spent, position, state } = lived(whole, inOrder(whole.facts, order));
          const one = pictureOf(whole, whole.facts);
          expect(state).toEqual(one);
          expect(costDifferences(one, bookedCosts(spent), '0000-00')).toEqual([]);
          expect(spent.every(({ naturalPeriod, period }) => naturalPeriod === period)).toBe(true);
          expect(byPeriod(rows, whole.periods)).toEqual(byPeriod(one.rows, whole.periods));
          expect(position).toEqual(positionOf(one));
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'closes in between: nothing is booked in a closed month, each month keeps what belongs to it, the total is the same, and a second posting posts nothing',
    () => {
      const closing = fc.array(fc.option(fc.nat(7)), { maxLength: 14 });
      fc.assert(
        fc.property(shuffled, closing, ([history, order], places) => {
          const one = read(history);
          const { facts, grid, periods } = one;
          const closes = places.map((place) => (place === null ? null : (periods[place]?.key ?? null)));
          const {
            rows,
            spent,
            state,
            position,
            told: recorded,
          } = lived(one, inOrder(facts, order), { closes });
          let closed = '0000-00';
          for (const [index, fact] of recorded.entries()) {
            const booked = [...rows, ...spent].filter(({ causeId }) => causeId === fact.id);
            expect(booked.filter(({ period }) => period <= closed)).toEqual([]);
            const close = closes[index] ?? closed;
            if (close > closed) closed = close;
          }
          const belongs = (list: readonly { naturalPeriod: string; amount: string }[]) =>
            [...new Set(state.rows.map(({ naturalPeriod }) => naturalPeriod))].map((month) =>
              sumOf(list.filter(({ naturalPeriod }) => naturalPeriod === month)),
            );
          expect(belongs(rows)).toEqual(belongs(state.rows));
          expect(sumOf(rows)).toBe(sumOf(state.rows));
          expect(position).toEqual(positionOf(state));
          const at = { grid, firstOpen: '2026-05', causeId: 'again', nextSeq: rows.length };
          expect(rowDifferences(pictureOf(one, facts), rows, at)).toEqual([]);
          expect(costDifferences(pictureOf(one, facts), bookedCosts(spent), '2026-05')).toEqual([]);
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'addition: facts added to a picture one by one give the picture of all of them, and the pictures before stay as they were',
    () => {
      fc.assert(
        fc.property(shuffled, ([history, order]) => {
          const { begun, facts, grid } = read(history);
          const recorded = inOrder(facts, order);
          let seen = openPicture(begun, grid);
          for (const [index, fact] of recorded.entries()) {
            const before = expectValue(seen);
            const asItWas = structuredClone(before.state);
            seen = before.withFacts([fact]);
            expect(before.state).toEqual(asItWas);
            const whole = picture([...begun, ...recorded.slice(0, index + 1)], grid);
            expect(seen.ok ? { ok: true, value: seen.value.state } : seen).toEqual(whole);
            // A fact that needs one recorded after it is refused by both, and ends the history.
            if (!seen.ok) return;
          }
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'void: a fact recorded and then voided leaves the same result as one never recorded, and where the others need it, it cannot be voided',
    () => {
      fc.assert(
        fc.property(drawn, fc.nat(), (history, pick) => {
          const one = read(history);
          const { begun, facts, grid, periods } = one;
          const wrong = facts[pick % Math.max(1, facts.length)];
          fc.pre(wrong !== undefined);
          const { id: of, effectiveDate } = wrong;
          const voided: ContractEvent = { id: 'void', kind: 'voided', effectiveDate, of, reason: 'mistyped' };
          const never = picture([...begun, ...facts.filter((fact) => fact !== wrong)], grid);
          const after = picture([...begun, ...facts, voided], grid);
          expect(after).toEqual(never.ok ? never : { ok: false, refusal: never.refusal });
          if (!never.ok) return;
          const { rows, state, position } = lived(one, [voided], { before: facts });
          expect(state).toEqual(never.value);
          expect(byPeriod(rows, periods)).toEqual(byPeriod(never.value.rows, periods));
          expect(position).toEqual(positionOf(never.value));
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'split: a usage, a royalty, a redemption or a delivery recorded in several parts gives the same amounts to the cent',
    () => {
      const part = fc.integer({ min: 1, max: 400 });
      fc.assert(
        fc.property(
          drawn,
          fc.constantFrom('calls', 'rebated', 'brokered', 'sales', 'plays', 'points', 'units', 'committed'),
          fc.array(part, { minLength: 2, maxLength: 9 }),
          ({ frame, all }, key, parts) => {
            const few = all.filter(({ what }) => what !== 'units' && what !== 'redeemed');
            const { begun, facts, grid, periods } = read({ frame, all: few });
            const small = parts.map((size) => (['units', 'points'].includes(key) ? 1 + (size % 40) : size));
            const whole = partOf(
              key,
              'all',
              small.reduce((sum, size) => sum + size, 0),
            );
            const many = small.map((size, index) => partOf(key, `part${index}`, size));
            const [one, split] = [[whole], many].map((more) => picture([...begun, ...facts, ...more], grid));
            // Not recorded on a contract that has ended, nor on rights that have lapsed: neither as one nor as many.
            expect(split?.ok).toBe(one?.ok);
            if (one?.ok !== true || split?.ok !== true) return;
            expect(byPeriod(split.value.rows, periods)).toEqual(byPeriod(one.value.rows, periods));
            expect(positionOf(split.value)).toEqual(positionOf(one.value));
            const shares = ({ transactionPrice, obligations }: ContractState) => [
              transactionPrice,
              ...obligations.map(({ key: name, allocated, measure }) => [name, allocated, measure]),
            ];
            expect(shares(split.value)).toEqual(shares(one.value));
          },
        ),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'day: what is earned and what the accounts show by the end of a month does not depend on facts after it',
    () => {
      fc.assert(
        fc.property(drawn, fc.nat(), (history, pick) => {
          const one = read(history);
          const { facts, periods } = one;
          const month = periods[pick % periods.length];
          fc.pre(month !== undefined);
          const by = month.endDate;
          const known = facts.filter(({ effectiveDate }) => effectiveDate <= by);
          const [then, now] = [known, facts].map((some) => {
            const state = pictureOf(one, some);
            const isBy = ({ period }: { period: string }) => period <= month.key;
            return {
              earned: byPeriod(state.rows.filter(isBy), periods),
              moved: state.balanceEvents.filter(({ on }) => on <= by),
              journals: state.journals.filter(({ on }) => on <= by),
              spent: state.costMonths.filter(isBy),
            };
          });
          expect(now).toEqual(then);
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'idempotence: the same picture posts nothing a second time, neither rows nor balances nor journals',
    () => {
      fc.assert(
        fc.property(drawn, (history) => {
          const one = read(history);
          const { facts, grid } = one;
          const [state, again] = [pictureOf(one, facts), pictureOf(one, facts)];
          const at = { grid, firstOpen: '0000-00', causeId: 'once', nextSeq: 0 };
          const rows = rowDifferences(state, [], at);
          const twice = { grid, firstOpen: '2026-05', causeId: 'again', nextSeq: rows.length };
          expect(rowDifferences(again, rows, twice)).toEqual([]);
          const moved = balanceDifference(state.balanceEvents, again.balanceEvents, new Set());
          expect(moved).toEqual({ events: [], shifts: [] });
          expect(journalDifferences(state, again)).toEqual([]);
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'conservation: the shares sum to the price, what is satisfied or has ended has earned its share, no more is ever planned, costs go to expense once, and journals balance',
    () => {
      fc.assert(
        fc.property(drawn, (history) => {
          const one = read(history);
          const { facts } = one;
          const state = pictureOf(one, facts);
          const allocated = state.obligations.reduce((sum, one) => sum + cents(one.allocated), 0);
          expect(allocated).toBe(cents(state.transactionPrice));
          for (const { key, pattern, measure, planned, allocated: share } of state.obligations) {
            const isWhole = pattern.kind === 'RATABLE' || pattern.kind === 'USAGE' || measure === '1';
            if (isWhole || state.status === 'TERMINATED') expect(planned, key).toBe(share);
          }
          // Nothing is left in the position of a contract that has ended but what was paid to the customer beyond its credits.
          const { balances } = expectValue(
            contractEntries({ currencyCode: 'USD', events: balanceEventsThrough(state, '2030-12') }),
          );
          if (state.status === 'TERMINATED') expect(balances.deferred).toBe('0.00');
          // What of a cost was capitalized is amortized, written off or impaired, no more than that; with time, all of it.
          for (const { key, capitalized, impairments } of state.costs) {
            const spent = sumOf(state.costMonths.filter(({ item }) => item === key)) + sumOf(impairments);
            const follows = facts.some((fact) => fact.kind === 'cost' && fact.key === key && fact.follows);
            if (!follows || state.status === 'TERMINATED') expect(spent, key).toBe(cents(capitalized));
            expect(spent, key).toBeLessThanOrEqual(cents(capitalized));
            expect(spent, key).toBeGreaterThanOrEqual(0);
          }
          for (const { lines } of state.journals) {
            expect(lines.reduce((sum, { debit, credit }) => sum + cents(debit) - cents(credit), 0)).toBe(0);
          }
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'scale: amounts times a thousand earn a thousand times as much, within a cent per fact and obligation in a month',
    () => {
      fc.assert(
        fc.property(drawn, (history) => {
          const one = read(history);
          const { facts, periods } = one;
          const small = byPeriod(pictureOf(one, facts).rows, periods);
          const recorded = new Set(facts.map(({ id }) => id));
          const grown = read(history, 1000);
          const large = byPeriod(
            pictureOf(
              grown,
              grown.facts.filter(({ id }) => recorded.has(id)),
            ).rows,
            periods,
          );
          for (const [index, amount] of large.entries()) {
            expect(Math.abs(amount / 1000 - (small[index] ?? 0)), periods[index]?.key).toBeLessThanOrEqual(
              rounding(facts),
            );
          }
        }),
        { ...runs, examples: [[UNMOVED]] },
      );
    },
    AMPLE,
  );
});

/** The facts in the order drawn for all of them. */
const inOrder = (facts: readonly ContractEvent[], order: readonly number[]) =>
  order.flatMap((index) => facts.find(({ id }) => id === `f${index}`) ?? []);

/** A part of something recorded in several, all on one day. */
function partOf(key: string, id: string, size: number): ContractEvent {
  const at = { id, effectiveDate: '2026-05-17', key };
  if (key === 'committed') return { ...at, kind: 'usage', amount: String(size * 100) };
  if (key === 'brokered') return { ...at, kind: 'usage', amount: (size / 100).toFixed(2) };
  if (key === 'calls' || key === 'rebated') return { ...at, kind: 'usage', quantity: String(size) };
  if (key === 'units') return { ...at, kind: 'delivery', quantity: String(size) };
  if (key === 'points') return { ...at, kind: 'redemption', quantity: String(size) };
  return { ...at, kind: 'royalty', sales: (size / 100).toFixed(2) };
}
