import { roundToCurrency } from '../money/currency';
import { type Decimal, sum } from '../money/decimal';

/** The accounts that a contract's own journals move. */
export const JOURNAL_ROLES = [
  'COST_OF_SALES',
  'RETURN_ASSET',
  'INVENTORY',
  'LOSS_PROVISION',
  'SUPPLIER_PAYABLE',
] as const;
export type JournalRole = (typeof JOURNAL_ROLES)[number];

/**
 * Those among them that keep the rate at which they arose and leave at what they are carried at: the right to recover goods, and a
 * provision for a loss, which is settled by work (ASC 830-10-45-18; IAS 21.16, 21.23(b)).
 */
export const isNonmonetary = (role: JournalRole): boolean =>
  role === 'RETURN_ASSET' || role === 'LOSS_PROVISION';

/** What is owed to a supplier is money: its differences are gains or losses of exchange (ASC 830-20-35-1; IAS 21.28). */
export const isMonetary = (role: JournalRole): boolean => role === 'SUPPLIER_PAYABLE';

/**
 * The sides of a balanced journal in base currency at a rate, debits above zero. Rounding can leave debits and credits a unit apart:
 * the last side takes the difference.
 */
export function journalBases(amounts: readonly Decimal[], rate: string, currency: string): Decimal[] {
  const sides = amounts.map((amount) => roundToCurrency(amount.times(rate), currency));
  const last = sides.pop();
  return last === undefined ? [] : [...sides, sum(sides).negated()];
}
