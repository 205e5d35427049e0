import { type PeriodBasis, periodShort } from '@/ui/finance/period-words';
import { statusWords } from '@/ui/kit/figures/status-pill';
import type { AGAINST, CATEGORIES } from './report-filters';

export type Category = (typeof AGAINST | typeof CATEGORIES)[number];

const WORDS: Readonly<Record<Category, string>> = {
  account: 'Revenue account',
  timing: 'Timing',
  subsidiary: 'Subsidiary',
  customer: 'Customer',
  nature: 'Nature of the obligation',
  period: 'Month',
  cohort: 'Month of booking',
};
const FISCAL_WORDS: Readonly<Partial<Record<Category, string>>> = {
  period: 'Fiscal period',
  cohort: 'Period of booking',
};

/** What a category is called; in books with fiscal periods, those are not months. */
export const categoryWords = (category: Category, isByPeriod = false): string =>
  (isByPeriod ? FISCAL_WORDS[category] : undefined) ?? WORDS[category];

/** A category's value in words: periods and kinds are spelled out; names of records stay as they are, whatever they look like. */
export function valueWords(category: Category, value: string, basis?: PeriodBasis): string {
  switch (category) {
    case 'period':
    case 'cohort':
      return periodShort(basis, value);
    case 'timing':
    case 'nature':
      return value === 'none' ? 'Not specified' : statusWords(value);
    default:
      return value === 'none' ? 'Not specified' : value;
  }
}

/** The choices of a category. */
export const categoryChoices = <Value extends Category>(values: readonly Value[], isByPeriod: boolean) =>
  values.map((value) => ({ value, label: categoryWords(value, isByPeriod) }));
