import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { earnedBy, earnedWithChanges } from '../../../../e2e/revenue/oracle/by-date';
import { contractEntries } from '../../../../e2e/revenue/oracle/position';
import {
  BEGIN,
  begun,
  byMonth,
  cents,
  drawn,
  FIXED,
  lived,
  MONTHS,
  PROMISES,
  read,
  shuffled,
  sumOf,
} from '../../../../e2e/revenue/told-histories';
import { addDays } from '../../periods/calendar';
import { expectValue } from '../cases/expect-value';
import { lastDayOf, periodsTouched } from '../days';
import { balanceDifference } from './balance-shifts';
import type { ContractState } from './contract-state';
import type { ContractEvent } from './events';
import { picture } from './picture';
import { type AddedRow, rowDifferences } from './postings';

/** The number of random histories each law is tried on; the long run sets DAYBOOK_HISTORIES=2000. */
const HISTORIES = Number(process.env.DAYBOOK_HISTORIES ?? 200);
const AMPLE = 60_000 + HISTORIES * 500;
const runs = { numRuns: HISTORIES };

describe('laws of dated facts over random histories', () => {
  it(
    'oracle: revenue through every month equals a direct calculation by date, in whatever order facts are recorded',
    () => {
      fc.assert(
        fc.property(shuffled, ([all, order]) => {
          const { heard, facts } = read(all);
          const told = order.flatMap((index) => facts.find(({ id }) => id === `f${index}`) ?? []);
          const state = expectValue(picture([...begun(), ...told]));
          const contract = { on: BEGIN, fixed: FIXED, promises: PROMISES };
          let earned = 0;
          for (const [index, month] of MONTHS.entries()) {
            earned += byMonth(state)[index] ?? 0;
            // Facts dated before the contract count from its date.
            const expected = earnedBy(lastDayOf(month), contract, heard);
            // Every fact may round by a cent on each obligation it affects.
            expect(Math.abs(earned - expected * 100), month).toBeLessThanOrEqual(
              2 * (facts.length + 2) * PROMISES.length,
            );
          }
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'oracle: one service repriced for its remaining term any number of times, recorded in any order',
    () => {
      const change = fc.record({
        day: fc.integer({ min: 1, max: 350 }),
        size: fc.integer({ min: -900, max: 9000 }),
      });
      const some = fc.uniqueArray(change, { maxLength: 8, selector: ({ day }) => day });
      fc.assert(
        fc.property(some, (changes) => {
          const term = { fixed: 7300, start: '2026-01-01', end: '2026-12-31' };
          const facts = changes.map(
            ({ day, size }, index): ContractEvent => ({
              id: `m${index}`,
              kind: 'modification',
              effectiveDate: addDays(term.start, day),
              treatment: 'prospective',
              decidedFor: 'prospective',
              priceChange: (size / 100).toFixed(2),
              reason: 'agreed',
            }),
          );
          const pattern = {
            kind: 'RATABLE',
            start: term.start,
            end: term.end,
            residual: 'CUMULATIVE',
          } as const;
          const base: ContractEvent[] = [
            {
              id: 'created',
              kind: 'created',
              effectiveDate: term.start,
              currencyCode: 'USD',
              obligations: [{ key: 'A', allocated: '7300', ssp: '7300', pattern }],
            },
            { id: 'activated', kind: 'activated', effectiveDate: term.start },
          ];
          const state = expectValue(picture([...base, ...facts]));
          const heard = changes.map(({ day, size }) => ({
            on: addDays(term.start, day),
            change: size / 100,
          }));
          for (const month of periodsTouched(term.start, term.end)) {
            const earned = sumOf(state.rows.filter(({ period }) => period <= month));
            const expected = earnedWithChanges(lastDayOf(month), term, heard) * 100;
            expect(Math.abs(earned - expected), month).toBeLessThanOrEqual(2 * (changes.length + 1));
          }
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'permutation: recorded in any order, facts give the same picture, and with all months open the same booking in every month',
    () => {
      fc.assert(
        fc.property(shuffled, ([all, order]) => {
          const { facts } = read(all);
          const told = order.flatMap((index) => facts.find(({ id }) => id === `f${index}`) ?? []);
          const [one, other] = [lived(facts, []), lived(told, [])];
          expect(other.state).toEqual(one.state);
          const booked = ({ rows }: { rows: readonly AddedRow[] }) =>
            MONTHS.map((month) => sumOf(rows.filter(({ period }) => period === month)));
          expect(booked(other)).toEqual(booked(one));
          expect(booked(one)).toEqual(byMonth(one.state));
          expect(other.position).toEqual(one.position);
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'closes in between: nothing is booked in a closed month, each month keeps what belongs to it, and the total is the same',
    () => {
      const closing = fc.array(fc.option(fc.constantFrom(...MONTHS.slice(0, 10))), { maxLength: 14 });
      fc.assert(
        fc.property(shuffled, closing, ([all, order], closes) => {
          const { facts } = read(all);
          const told = order.flatMap((index) => facts.find(({ id }) => id === `f${index}`) ?? []);
          const { rows, state, position } = lived(told, closes);
          const open = lived(told, []);
          let closed = '0000-00';
          for (const [index, fact] of told.entries()) {
            expect(rows.filter(({ causeId, period }) => causeId === fact.id && period <= closed)).toEqual([]);
            const close = closes[index] ?? closed;
            if (close > closed) closed = close;
          }
          const belongs = (list: readonly { naturalPeriod: string; amount: string }[]) =>
            [...new Set(state.rows.map(({ naturalPeriod }) => naturalPeriod))].map((month) =>
              sumOf(list.filter(({ naturalPeriod }) => naturalPeriod === month)),
            );
          expect(belongs(rows)).toEqual(belongs(state.rows));
          expect(sumOf(rows)).toBe(sumOf(open.rows));
          expect(position).toEqual(open.position);
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'void: a fact recorded and then voided leaves the same result as one never recorded',
    () => {
      fc.assert(
        fc.property(drawn, fc.nat(), (all, pick) => {
          const { facts } = read(all);
          const wrong = facts[pick % Math.max(1, facts.length)];
          fc.pre(wrong !== undefined);
          const { id: of, effectiveDate } = wrong;
          const voided: ContractEvent = { id: 'void', kind: 'voided', effectiveDate, of, reason: 'mistyped' };
          const never = lived(
            facts.filter((fact) => fact !== wrong),
            [],
          );
          const taken = lived([...facts, voided], []);
          expect(taken.state).toEqual(never.state);
          expect(MONTHS.map((month) => sumOf(taken.rows.filter(({ period }) => period === month)))).toEqual(
            byMonth(never.state),
          );
          expect(taken.position).toEqual(never.position);
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'split: a usage, a royalty or a delivery recorded in several parts gives the same amounts to the cent',
    () => {
      const part = fc.integer({ min: 1, max: 400 });
      fc.assert(
        fc.property(
          drawn,
          fc.constantFrom('used', 'sold', 'units'),
          fc.array(part, { minLength: 2, maxLength: 9 }),
          (all, what, parts) => {
            const { facts } = read(all.filter((one) => one.what !== 'units'));
            const on = '2026-05-17';
            const small = parts.map((size) => (what === 'units' ? 1 + (size % 100) : size));
            const tell = (id: string, size: number): ContractEvent => {
              const at = { id, effectiveDate: on };
              if (what === 'used') return { ...at, kind: 'usage', key: 'calls', quantity: String(size) };
              if (what === 'sold')
                return { ...at, kind: 'royalty', key: 'sales', sales: (size / 100).toFixed(2) };
              return { ...at, kind: 'delivery', key: 'units', quantity: String(size) };
            };
            const whole = tell(
              'all',
              small.reduce((sum, size) => sum + size, 0),
            );
            const many = small.map((size, index) => tell(`part${index}`, size));
            const [one, split] = [
              expectValue(picture([...begun(), ...facts, whole])),
              expectValue(picture([...begun(), ...facts, ...many])),
            ];
            expect(byMonth(split)).toEqual(byMonth(one));
            expect(split.transactionPrice).toBe(one.transactionPrice);
            const shares = (state: ContractState) =>
              state.obligations.map(({ key, allocated }) => [key, allocated]);
            expect(shares(split)).toEqual(shares(one));
          },
        ),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'day: the amount earned by the end of a month does not depend on facts after it',
    () => {
      fc.assert(
        fc.property(drawn, fc.constantFrom(...MONTHS), (all, month) => {
          const { facts } = read(all);
          const by = lastDayOf(month);
          const earned = (known: readonly ContractEvent[]) =>
            sumOf(expectValue(picture([...begun(), ...known])).rows.filter(({ period }) => period <= month));
          expect(earned(facts.filter(({ effectiveDate }) => effectiveDate <= by))).toBe(earned(facts));
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'idempotence: the same picture posts nothing a second time, neither rows nor balances',
    () => {
      fc.assert(
        fc.property(drawn, (all) => {
          const { facts } = read(all);
          const { rows, state } = lived(facts, []);
          const at = { firstOpen: '2026-07', causeId: 'again', nextSeq: rows.length };
          expect(rowDifferences(expectValue(picture([...begun(), ...facts])), rows, at)).toEqual([]);
          const again = balanceDifference(state.balanceEvents, state.balanceEvents, new Set());
          expect(again).toEqual({ events: [], shifts: [] });
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'conservation: the shares sum to the price, a term is planned to its share, and the balances equal those of an independent fold',
    () => {
      fc.assert(
        fc.property(shuffled, ([all, order]) => {
          const { facts } = read(all);
          const told = order.flatMap((index) => facts.find(({ id }) => id === `f${index}`) ?? []);
          const { state, position } = lived(told, []);
          const allocated = state.obligations.reduce((sum, one) => sum + cents(one.allocated), 0);
          expect(allocated).toBe(cents(state.transactionPrice));
          for (const { pattern, planned, allocated: share } of state.obligations) {
            if (pattern.kind === 'RATABLE' || pattern.kind === 'USAGE') expect(planned).toBe(share);
          }
          const { balances } = expectValue(
            contractEntries({ currencyCode: 'USD', events: state.balanceEvents }),
          );
          expect([position.receivable, position.cash]).toEqual([
            cents(balances.receivable),
            cents(balances.cash),
          ]);
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
        fc.property(drawn, (all) => {
          const small = expectValue(picture([...begun(), ...read(all).facts]));
          const large = expectValue(picture([...begun(1000), ...read(all, 1000).facts]));
          for (const [index, amount] of byMonth(large).entries()) {
            const off = Math.abs(amount / 1000 - (byMonth(small)[index] ?? 0));
            expect(off, MONTHS[index]).toBeLessThanOrEqual(2 * (all.length + 2) * PROMISES.length);
          }
        }),
        runs,
      );
    },
    AMPLE,
  );
});
