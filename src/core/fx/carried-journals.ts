import { roundToCurrency } from '../money/currency';
import { type Decimal, sum, ZERO } from '../money/decimal';

/**
 * The accounts of a contract's own journals that leave at what they are carried at. The right to recover goods is nonmonetary: it keeps
 * the rate at which it came (ASC 830-10-45-18; IAS 21.23(b)). What is owed to a supplier is monetary.
 */
export const CARRIED_ROLES = ['RETURN_ASSET', 'SUPPLIER_PAYABLE'] as const;
export type CarriedRole = (typeof CARRIED_ROLES)[number];

/** The accounts among them whose differences are gains or losses of exchange (ASC 830-20-35-1; IAS 21.28). */
const MONETARY: readonly (CarriedRole | null)[] = ['SUPPLIER_PAYABLE'];

/** The account among them that a line of a journal is on; null: another, which is at the rate of the day. */
export const carriedRole = (account: string): CarriedRole | null =>
  CARRIED_ROLES.find((role) => role === account) ?? null;

/** One side of a journal, debits above zero; `worth`: what it moves in base currency, of an account that is carried. */
export type JournalSide = {
  readonly role: CarriedRole | null;
  readonly amount: Decimal;
  readonly worth: Decimal | null;
};

/** The base amounts of a journal's sides, and what balances them on an account of exchange differences: debits above zero, a loss. */
export type JournalBases = { readonly sides: Decimal[]; readonly exchange: Decimal };

/**
 * A balanced journal in base currency. What is carried moves at its worth, all else at the rate of the day. What a right to recover
 * goods is carried at otherwise goes where it goes: to the first side against it, cost of sales or inventory (606-10-55-27). What a debt
 * is carried at otherwise is an exchange difference. The last side that is not carried takes what rounding leaves.
 */
export function journalBases(
  lines: readonly JournalSide[],
  { rate, currency }: { readonly rate: string; readonly currency: string },
): JournalBases {
  const daily = lines.map(({ amount }) => roundToCurrency(amount.times(rate), currency));
  const sides = lines.map(({ worth }, index) => worth ?? daily[index] ?? ZERO);
  const take = (index: number, base: Decimal) => {
    sides[index] = (sides[index] ?? ZERO).plus(base);
  };
  /** By how much what is carried moves at another base than that of the day. */
  const apart = (isMonetary: boolean) =>
    sum(
      lines.map(({ role, worth }, index) =>
        worth !== null && MONETARY.includes(role) === isMonetary ? worth.minus(daily[index] ?? ZERO) : ZERO,
      ),
    );
  const last = lines.findLastIndex(({ worth }) => worth === null);
  if (last !== -1) {
    take(last, sum(daily).negated());
    const kept = sum(lines.map(({ role, amount }) => (role === 'RETURN_ASSET' ? amount : ZERO)));
    const against = lines.findIndex(
      ({ worth, amount }) => worth === null && amount.isNegative() !== kept.isNegative(),
    );
    take(against === -1 ? last : against, apart(false).negated());
  }
  return { sides, exchange: sum(sides).negated() };
}
