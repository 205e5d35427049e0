import { isCurrency, minorUnits } from '@/core/money/minor-units';
import { formatAmount, formatQuantity } from '@/ui/kit/figures/amount-format';
import { formatDate } from '@/ui/kit/figures/date-format';

/** One term of a contract: its label and what was agreed. */
export type AgreedTerm = { readonly label: string; readonly words: string };

/** How amounts and dates are formatted in a contract's currency. */
export type Wording = {
  readonly money: (amount: string | number) => string;
  /** The price of one unit with all its decimal places. */
  readonly unitPrice: (price: string | number) => string;
  readonly day: (date: string) => string;
};

export const wordingIn = (currency: string): Wording => ({
  money: (amount) => `${currency} ${formatAmount(String(amount), currency, { zero: 'digits' })}`,
  unitPrice: (price) =>
    `${currency} ${formatQuantity(String(price), isCurrency(currency) ? minorUnits(currency) : 2)}`,
  day: formatDate,
});

const lists = new Intl.ListFormat('en', { type: 'conjunction' });
export const listOf = (words: readonly string[]) => lists.format(words);
