import { type Decimal, sum, toPlainString, ZERO } from '@/core/money/decimal';
import type { DateString } from '../../days';
import type { InterestAccount, InterestBalances, InterestChange } from './interest-days';

/** What was moved into the accounts of interest on a day, and at what it is carried in the base currency. */
export type MovedInterest = InterestChange & { readonly base: InterestBalances };

/** What stands in an account, and at what. */
export type Carried = { readonly amount: Decimal; readonly base: Decimal };

/** The same through a day. */
export function carriedThrough(
  moved: readonly MovedInterest[],
  account: InterestAccount,
  day: DateString,
): Carried {
  const own = moved.filter(({ on }) => on <= day);
  return { amount: sum(own.map((one) => one[account])), base: sum(own.map(({ base }) => base[account])) };
}

/** Whether nothing stands, but is carried at something: a change of an earlier day left it, and it goes with the next one. */
export const isResidue = ({ amount, base }: Carried): boolean => amount.isZero() && !base.isZero();

/**
 * A change of an account as the lines of an entry: one, or where its amount and its worth are on different sides, because a change of an earlier
 * day left the account at what it is not worth, the amount at the rate of the day and the rest in base currency alone.
 */
export function onOneSide(
  { amount, base }: Carried,
  { rate, places }: { readonly rate: string; readonly places: number },
): Carried[] {
  const areApart = amount.gt(ZERO) ? base.lt(ZERO) : amount.lt(ZERO) && base.gt(ZERO);
  if (!areApart) return [{ amount, base }];
  const worth = amount.times(rate).toDecimalPlaces(places);
  return [
    { amount, base: worth },
    { amount: ZERO, base: base.minus(worth) },
  ];
}

/** The lines of an entry that debits one account and credits another by a change, debits first. What is below zero goes the other way. */
export function transferLines(
  change: Carried,
  { from, to }: { readonly from: string; readonly to: string },
  at: { readonly rate: string; readonly places: number },
) {
  const lines = onOneSide(change, at).flatMap(({ amount, base }) => [
    lineOf(from, amount, base),
    lineOf(to, amount.negated(), base.negated()),
  ]);
  return lines.sort((one, other) => Number(isCreditLine(one)) - Number(isCreditLine(other)));
}

/** The lines of an entry that debit, or below zero credit, an account by a change. */
export const linesOf = (
  accountId: string,
  change: Carried,
  at: { readonly rate: string; readonly places: number },
) => onOneSide(change, at).map(({ amount, base }) => lineOf(accountId, amount, base));

/** A line that debits, or below zero credits, an account; without an amount its base amount tells the side. */
function lineOf(accountId: string, debit: Decimal, base: Decimal) {
  const isDebit = debit.isZero() ? base.gt(ZERO) : debit.gt(ZERO);
  const size = toPlainString(debit.abs());
  const worth = toPlainString(base.abs());
  return {
    accountId,
    debit: isDebit ? size : '0',
    credit: isDebit ? '0' : size,
    baseDebit: isDebit ? worth : '0',
    baseCredit: isDebit ? '0' : worth,
  };
}

const isCreditLine = (line: ReturnType<typeof lineOf>) => line.debit === '0' && line.baseDebit === '0';

/**
 * At what a balance changes in the base currency: what it grows by is worth the rate of the day; what it loses, its part of what it is
 * carried at; and where nothing stands after that, nothing is carried.
 */
export function worthOf(
  { amount, base }: Carried,
  by: Decimal,
  { rate, places }: { readonly rate: string; readonly places: number },
): Decimal {
  if (amount.plus(by).isZero()) return base.negated();
  const isGrowth = amount.isZero() || amount.gt(ZERO) === by.gt(ZERO);
  return isGrowth
    ? by.times(rate).toDecimalPlaces(places)
    : base.times(by).div(amount).toDecimalPlaces(places);
}
