import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '@/core/money/decimal';
import { HISTORIES } from '@/testing/long-run';
import { PROMISES } from '../../../../e2e/revenue/histories/drawn-contract';
import {
  byPeriod,
  cents,
  drawn,
  EARLY_BILL,
  type Read,
  read,
  sumOf,
  UNMOVED,
} from '../../../../e2e/revenue/histories/drawn-histories';
import { standingBy } from '../../../../e2e/revenue/oracle/standings';
import { expectValue } from '../cases/expect-value';
import type { ContractEvent } from './events';
import { picture } from './picture';
import { type InterestAccount, interestShifts } from './postings/interest-days';

const AMPLE = 600_000 + HISTORIES * 500;
const runs = { numRuns: HISTORIES };
/** Every fact may round by a cent on each obligation it affects. */
const rounding = (facts: readonly unknown[]) => 2 * (facts.length + 2) * PROMISES.length;

const pictureOf = ({ begun, grid }: Read, facts: readonly ContractEvent[]) =>
  expectValue(picture([...begun, ...facts], grid));

describe('random histories against a second statement of the rules by date', () => {
  it(
    'oracle: revenue through every month equals a direct calculation by date, in whatever order facts are recorded',
    () => {
      fc.assert(
        fc.property(drawn, (history) => {
          const one = read(history);
          const months = byPeriod(pictureOf(one, [...one.facts].reverse()).rows, one.periods);
          const days = one.periods.map(({ endDate }) => endDate);
          let earned = 0;
          for (const [index, standing] of standingBy(days, one.contract, one.heard).entries()) {
            earned += months[index] ?? 0;
            const off = Math.abs(earned - (standing?.earned ?? 0) * 100);
            expect(off, days[index]).toBeLessThanOrEqual(rounding(one.facts));
          }
        }),
        { ...runs, examples: [[UNMOVED]] },
      );
    },
    AMPLE,
  );

  it(
    'provisions: what is provided for losses through every month equals a direct calculation by date under either standard and at either level (605-35-25-45, IAS 37.66)',
    () => {
      fc.assert(
        fc.property(drawn, (history) => {
          const one = read(history);
          const { costMonths } = pictureOf(one, [...one.facts].reverse());
          const days = one.periods.map(({ endDate }) => endDate);
          for (const [index, standing] of standingBy(days, one.contract, one.heard).entries()) {
            const through = one.periods[index]?.key ?? '';
            const provided = costMonths.filter(
              ({ kind, period }) => kind === 'PROVISION' && period <= through,
            );
            const off = Math.abs(sumOf(provided) - (standing?.provided ?? 0) * 100);
            expect(off, through).toBeLessThanOrEqual(rounding(one.facts));
          }
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'costs: what a cost that follows obligations took to expense through every month equals a direct calculation by date, whatever prices and promises do (340-40-35-1)',
    () => {
      fc.assert(
        fc.property(drawn, (history) => {
          const one = read(history);
          const { costMonths } = pictureOf(one, [...one.facts].reverse());
          const days = one.periods.map(({ endDate }) => endDate);
          // What a test took is not a transfer; the laws of facts are about it.
          const tested = one.facts.flatMap((fact) => (fact.kind === 'costTest' ? [fact.key] : []));
          for (const [index, standing] of standingBy(days, one.contract, one.heard).entries()) {
            const through = one.periods[index]?.key ?? '';
            for (const [key, taken] of standing?.spent ?? []) {
              if (tested.includes(key)) continue;
              const found = costMonths.filter(({ item, period }) => item === key && period <= through);
              const off = Math.abs(sumOf(found) - taken * 100);
              expect(off, `${key} by ${through}`).toBeLessThanOrEqual(rounding(one.facts));
            }
          }
        }),
        runs,
      );
    },
    AMPLE,
  );

  it(
    'interest: what accrued by a month, what of it is billed ahead or not billed, and what of it is not yet revenue equal a direct calculation by date (606-10-32-20)',
    () => {
      fc.assert(
        fc.property(drawn, fc.nat(), (history, pick) => {
          const one = read(history);
          const month = one.periods[pick % one.periods.length];
          fc.pre(month !== undefined);
          const by = month.endDate;
          // All facts are known, those of later days too, and each period's revenue is posted at its end.
          const { rows, interestDays } = pictureOf(one, [...one.facts].reverse());
          const months = byPeriod(rows, one.periods);
          const recognised = one.periods.map(({ endDate }, index) => ({
            on: endDate,
            amount: dec(((months[index] ?? 0) / 100).toFixed(2)),
          }));
          const shifts = interestShifts({ days: interestDays, recognised, posted: [] }, (on) => on);
          const stands = (account: InterestAccount) =>
            shifts.reduce(
              (total, shift) => total + (shift.on <= by ? cents(shift[account].toFixed(2)) : 0),
              0,
            );
          const accrued = interestDays.findLast(({ on }) => on <= by);
          const [expected] = standingBy([by], one.contract, one.heard);
          // Every period of a financing may round by a cent, and what is billed and earned by what the price rounds by.
          const close = (found: number, amount: number, what: string) =>
            expect(Math.abs(found - amount * 100), what).toBeLessThanOrEqual(rounding(one.facts));
          close(cents(accrued?.expensed ?? '0'), expected?.expense ?? 0, 'expense');
          close(cents(accrued?.earned ?? '0'), expected?.income ?? 0, 'income');
          close(stands('unearned'), Math.max(0, expected?.ahead ?? 0), 'unearned');
          close(stands('accrued'), Math.max(0, -(expected?.ahead ?? 0)), 'accrued');
          close(stands('advance'), expected?.owed ?? 0, 'on an advance');
        }),
        { ...runs, examples: [[EARLY_BILL, 0]] },
      );
    },
    AMPLE,
  );
});
