import { toAmountString } from '../money/currency';
import { type DecimalString, dec, ZERO } from '../money/decimal';

/** How a line of the other ledger's trial balance compares with ours. */
export type ReadBackState = 'EQUAL' | 'DIFFERS' | 'MISSING_THERE' | 'MISSING_HERE';

/** An account of the other ledger: debits above zero, in base currency at its scale. */
export interface ReadBackLine {
  readonly code: string;
  /** What our books say for the accounts that have this code. */
  readonly ours: DecimalString;
  /** The part of ours that is in no batch that was sent, so that the other ledger cannot have it. */
  readonly unsent: DecimalString;
  /** What it should have: ours without what is unsent. */
  readonly expected: DecimalString;
  readonly theirs: DecimalString;
  /** theirs − expected. */
  readonly difference: DecimalString;
  readonly state: ReadBackState;
}

interface Balance {
  readonly code: string;
  readonly amount: DecimalString;
}

/**
 * Compares the other ledger's trial balance with ours, account by account, in the order of their codes. A code that appears twice in a
 * balance is added up; accounts that are zero on both sides are left out. Codes are the same whatever their case.
 */
export function compareReadBack(
  ours: readonly (Balance & { readonly unsent: DecimalString })[],
  theirs: readonly Balance[],
  currencyCode: string,
): ReadBackLine[] {
  const codes = new Map<string, string>();
  const own = new Map<string, typeof ZERO>();
  const unsent = new Map<string, typeof ZERO>();
  const read = new Map<string, typeof ZERO>();
  const add = (map: Map<string, typeof ZERO>, code: string, amount: DecimalString) => {
    const key = code.trim().toLowerCase();
    if (!codes.has(key)) codes.set(key, code.trim());
    map.set(key, (map.get(key) ?? ZERO).plus(amount));
  };
  for (const line of ours) {
    add(own, line.code, line.amount);
    add(unsent, line.code, line.unsent);
  }
  for (const line of theirs) add(read, line.code, line.amount);
  const text = (amount: typeof ZERO) => toAmountString(amount, currencyCode);
  return [...codes]
    .map(([key, code]): ReadBackLine => {
      const [mine, open, other] = [own.get(key) ?? ZERO, unsent.get(key) ?? ZERO, read.get(key) ?? ZERO];
      const expected = mine.minus(open);
      const isEqual = expected.equals(other);
      const state = isEqual
        ? 'EQUAL'
        : !read.has(key)
          ? 'MISSING_THERE'
          : own.has(key)
            ? 'DIFFERS'
            : 'MISSING_HERE';
      return {
        code,
        ours: text(mine),
        unsent: text(open),
        expected: text(expected),
        theirs: text(other),
        difference: text(other.minus(expected)),
        state,
      };
    })
    .filter((line) => [line.ours, line.unsent, line.theirs].some((amount) => !dec(amount).isZero()))
    .sort((one, other) => (one.code < other.code ? -1 : 1));
}
