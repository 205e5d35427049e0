import { type Decimal, type DecimalString, dec, roundTo, toPlainString } from '../money/decimal';
import { granted, type Outcome, refused } from '../outcome';
import type { AccountingDate } from '../periods/calendar';
import type { RateJump } from '../refusals';

/** A rate someone states, and the last one known before it: null for the first of a pair. */
export type StatedRate = {
  readonly from: string;
  readonly to: string;
  readonly date: AccountingDate;
  readonly rate: DecimalString;
  readonly last: { readonly rate: DecimalString; readonly date: AccountingDate | null } | null;
};

/** How far a rate is from the last one, in percent of the last one, whichever way. */
function changeOf(rate: DecimalString, last: DecimalString): Decimal {
  return dec(rate).minus(last).abs().times('100').div(last);
}

/** The stated rate with its distance from the last one when that is more than the limit; null: nothing to ask. */
export function rateJump({ last, ...stated }: StatedRate, limitPercent: DecimalString): RateJump | null {
  if (last === null) return null;
  const change = changeOf(stated.rate, last.rate);
  if (!change.greaterThan(limitPercent)) return null;
  return {
    ...stated,
    rate: toPlainString(dec(stated.rate)),
    last: toPlainString(dec(last.rate)),
    lastDate: last.date,
    changePercent: toPlainString(roundTo(change, 2)),
  };
}

/**
 * Grants rates that moved no more than the limit, and others to whoever gave a reason: the granted value lists them, to be
 * recorded with it. Refuses RATE_JUMP, naming all of them: a slip of the decimal point must be confirmed and never passes silently.
 */
export function passRates(
  stated: readonly StatedRate[],
  limitPercent: DecimalString,
  reason: string | null,
): Outcome<RateJump[]> {
  const jumps = stated.flatMap((one) => rateJump(one, limitPercent) ?? []);
  if (jumps.length === 0 || (reason !== null && reason.trim() !== '')) return granted(jumps);
  const sentences = jumps.slice(0, 3).map(jumpSentence);
  const more = jumps.length > 3 ? ` And ${jumps.length - 3} more.` : '';
  return refused(
    'RATE_JUMP',
    `${sentences.join(' ')}${more} If the rate is right, confirm it with a reason.`,
    {
      limitPercent: toPlainString(dec(limitPercent)),
      rates: jumps,
    },
  );
}

/** "1 EUR = 11 USD on 2026-10-31 differs by 900% from the last rate, 1.1 on 2026-10-01." */
export function jumpSentence({ from, to, rate, date, last, lastDate, changePercent }: RateJump): string {
  const when = lastDate === null ? '' : ` on ${lastDate}`;
  return `1 ${from} = ${rate} ${to} on ${date} differs by ${changePercent}% from the last rate, ${last}${when}.`;
}
