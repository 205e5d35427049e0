import { toAmountString } from '@/core/money/currency';
import type { Decimal, DecimalString } from '@/core/money/decimal';
import { Tally } from './tally';

/** Revenue with its categories: type of good, geography, timing, channel, segment … */
export type CategorisedRevenue = { amount: DecimalString; categories: Readonly<Record<string, string>> };

export type DisaggregationRow = { value: string; amounts: DecimalString[]; total: DecimalString };
export type Disaggregation = {
  category: string;
  columns: string[];
  rows: DisaggregationRow[];
  totals: DecimalString[];
  total: DecimalString;
};

/**
 * Revenue by one category against another, usually the reportable segments (606-10-50-5, 55-89 to 55-91; Example 41).
 * Every category sums to the same total. Revenue without a value is shown as 'none', never dropped.
 * Rows and columns are in the order of their names, or in the order in which they come.
 */
export function disaggregate(input: {
  currencyCode: string;
  rows: readonly CategorisedRevenue[];
  category: string;
  columnCategory: string;
  isByName?: boolean;
}): Disaggregation {
  const { currencyCode, rows, category, columnCategory, isByName = false } = input;
  const cells = new Tally();
  const values = new Tally();
  const columns = new Tally();
  for (const { amount, categories } of rows) {
    const value = categories[category] ?? 'none';
    const column = categories[columnCategory] ?? 'none';
    cells.add(`${value}\u0000${column}`, amount);
    values.add(value, amount);
    columns.add(column, amount);
  }
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  const inOrder = (tally: Tally) => (isByName ? tally.sortedKeys() : tally.keys());
  const names = inOrder(columns);
  return {
    category,
    columns: names,
    rows: inOrder(values).map((value) => ({
      value,
      amounts: names.map((column) => text(cells.get(`${value}\u0000${column}`))),
      total: text(values.get(value)),
    })),
    totals: names.map((column) => text(columns.get(column))),
    total: text(columns.total()),
  };
}
