import { toAmountString } from '../money/currency';
import { type Decimal, dec, sum, ZERO } from '../money/decimal';
import { granted, type Outcome, refused } from '../outcome';
import type { EntryLine } from './entry-line';

type Sides = { readonly debit: string; readonly credit: string };

/** The fields of an entry line that have to balance. */
export type BalanceLine = Pick<EntryLine, 'currencyCode' | 'debit' | 'credit' | 'baseDebit' | 'baseCredit'>;

/**
 * The first law: at least two lines, no line with both sides or a negative amount, and Σ debit = Σ credit exactly, in
 * every transaction currency and in base currency, with no tolerance. Refuses with NOT_BALANCED, whose data names the
 * first currency that fails (decisions.md, TRANSACTION_NOT_BALANCED).
 */
export function checkBalanced<Line extends BalanceLine>(
  lines: readonly Line[],
  baseCurrencyCode: string,
): Outcome<readonly Line[]> {
  const base = lines.map((line) => ({ debit: line.baseDebit, credit: line.baseCredit }));
  const currencies = [...new Set(lines.map((line) => line.currencyCode))].sort();
  for (const currency of currencies) {
    const own = lines.filter((line) => line.currencyCode === currency);
    const problem = sidesProblem(own);
    if (problem !== null) return notBalanced(problem, own, currency);
  }
  const problem = lines.length < 2 ? TOO_FEW_LINES : sidesProblem(base);
  return problem === null ? granted(lines) : notBalanced(problem, base, baseCurrencyCode);
}

const TOO_FEW_LINES = 'An entry needs at least two lines with an amount.';
const UNEQUAL = 'Debits and credits are not equal.';

function sidesProblem(lines: readonly Sides[]): string | null {
  let difference: Decimal = ZERO;
  for (const line of lines) {
    const debit = dec(line.debit);
    const credit = dec(line.credit);
    if (debit.lessThan(ZERO) || credit.lessThan(ZERO)) return 'No line may have a negative debit or credit.';
    if (!debit.isZero() && !credit.isZero()) return 'No line may have both a debit and a credit.';
    difference = difference.plus(debit).minus(credit);
  }
  return difference.isZero() ? null : UNEQUAL;
}

function notBalanced(problem: string, lines: readonly Sides[], currencyCode: string): Outcome<never> {
  return unbalanced(
    sum(lines.map((line) => line.debit)),
    sum(lines.map((line) => line.credit)),
    currencyCode,
    problem,
  );
}

/** The refusal of an entry with these totals; equal totals mean that it has too few lines. */
export function unbalanced(
  debits: Decimal,
  credits: Decimal,
  currencyCode: string,
  problem = debits.equals(credits) ? TOO_FEW_LINES : UNEQUAL,
): Outcome<never> {
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  const figures = `Debits ${text(debits)}, credits ${text(credits)} ${currencyCode}.`;
  return refused('NOT_BALANCED', `${problem} ${figures}`, {
    debits: text(debits),
    credits: text(credits),
    difference: text(debits.minus(credits)),
    currencyCode,
  });
}
