import type { DimensionFilter } from './scope';
import { dimensionsOf } from './scope';

/** A dimension a report is limited to: the column of the lines and the placeholder of its value. */
export interface PlacedDimension {
  readonly column: string;
  readonly value: string;
}

/** What the sums by period call a dimension (fold-ledger in prisma/sql). */
const SUMMED: Readonly<Record<string, string>> = {
  class_id: 'CLASS',
  department_id: 'DEPARTMENT',
  location_id: 'LOCATION',
  project_id: 'PROJECT',
};

/** The filter's dimensions with the placeholders of their values. */
export const placedIn = (filter: DimensionFilter, add: (value: unknown) => string): PlacedDimension[] =>
  dimensionsOf(filter).map(({ column, id }) => ({ column, value: `${add(id)}::uuid` }));

/** The conditions on lines, balances or sums that have these dimensions; empty without one. */
export const conditionsOf = (placed: readonly PlacedDimension[], alias: string): string =>
  placed.map(({ column, value }) => ` and ${alias}.${column} = ${value}`).join('');

/**
 * The same on `ledger_dimension_days`. Its indexes leave out what has no value of their dimension, which the condition says for a plan that
 * does not know the value.
 */
export const conditionsOfDays = (placed: readonly PlacedDimension[], alias: string): string =>
  conditionsOf(placed, alias) +
  placed.map(({ column }) => ` and ${alias}.${column} <> '00000000-0000-0000-0000-000000000000'`).join('');

/** Where a report reads what whole periods moved. */
export interface PeriodSums {
  readonly table: 'ledger_balances' | 'ledger_dimension_balances' | 'ledger_dimension_periods';
  /** The condition on its rows. */
  readonly where: (alias: string) => string;
  /** Whether entries not added up yet (`tail` of ledger-days.ts) are missing there. */
  readonly isBehind: boolean;
}

/**
 * Every line: the balances by period. Lines of one class, department, location or project: their sums by period, as many rows as accounts and periods.
 * Lines of several dimensions at once: the balances by every combination, of which few have all of these.
 */
export function periodSums(placed: readonly PlacedDimension[]): PeriodSums {
  const [only] = placed;
  if (only === undefined) return { table: 'ledger_balances', where: () => '', isBehind: false };
  const dimension = SUMMED[only.column];
  if (placed.length > 1 || dimension === undefined)
    return {
      table: 'ledger_dimension_balances',
      where: (alias) => conditionsOf(placed, alias),
      isBehind: false,
    };
  return {
    table: 'ledger_dimension_periods',
    where: (alias) => ` and ${alias}.dimension = '${dimension}' and ${alias}.dimension_id = ${only.value}`,
    isBehind: true,
  };
}
