import type { AccountingDate } from '@/core/periods/calendar';
import { addDays, addMonths } from '@/core/periods/calendar';
import { type GridPeriod, haveSamePeriods, MONTHS, type PeriodGrid } from '@/core/periods/period-grid';
import { refuse } from '@/core/refusals';
import {
  columnAt,
  columnNamed,
  columnOf,
  columnsBetween,
  type End,
  firstColumnOfYear,
  lastColumnOfYearAfter,
} from '@/core/revenue/reports/columns';
import type { DaySpan } from '@/db/revenue/months';
import { type BooksRow, gridsOfBooks, listBooks } from '@/db/stores/structure/fiscal-calendars';
import type { Tenant } from '@/db/tenancy';
import type { Context } from '@/usecases/kit/define';

/** What the columns of a report by period are, stated where some books in it have periods other than calendar months. */
export interface PeriodBasis {
  /** The fiscal periods of its books, or calendar months in which a fiscal period counts that ends in them. */
  readonly basis: 'FISCAL_PERIODS' | 'MONTH_OF_PERIOD_END';
  /** In words, with the names of the subsidiaries and their calendars. */
  readonly words: string;
  /** The subsidiaries whose books have other periods than months: asked for alone, a report follows their calendar. */
  readonly subsidiaries: readonly { readonly id: string; readonly name: string }[];
  /** The periods named in the report, in order, where they are fiscal periods. */
  readonly periods: readonly GridPeriod[];
}

/** The periods of a report, and what they are if not those of every subsidiary. */
export interface ReportPeriods {
  readonly grid: PeriodGrid;
  readonly said: Omit<PeriodBasis, 'periods'> | null;
}

/**
 * The periods of a report on some subsidiaries (null: all): those of their books where all have the same, calendar months otherwise.
 * One statement distinguishes books of months from all others.
 */
export async function periodsOfBooks(
  tenant: Tenant,
  subsidiaryIds: readonly string[] | null,
): Promise<ReportPeriods> {
  const books = await listBooks(tenant, subsidiaryIds);
  const others = books.filter(({ isOther }) => isOther);
  if (others.length === 0) return { grid: MONTHS, said: null };
  const subsidiaries = others.map(({ id, name }) => ({ id, name }));
  const shared = others.length === books.length ? await sharedGrid(tenant, others) : null;
  if (shared !== null) {
    return { grid: shared, said: { basis: 'FISCAL_PERIODS', words: fiscalWords(others), subsidiaries } };
  }
  return { grid: MONTHS, said: { basis: 'MONTH_OF_PERIOD_END', words: monthWords(books), subsidiaries } };
}

/** The periods that the books of several subsidiaries have in common; null where they differ. */
async function sharedGrid(tenant: Tenant, books: readonly BooksRow[]): Promise<PeriodGrid | null> {
  const all = await gridsOfBooks(
    tenant,
    books.map(({ id }) => id),
  );
  const [first, ...rest] = all;
  if (first === undefined) return null;
  const starts: AccountingDate[] = [...new Set(all.flatMap((one) => one.starts))].sort();
  const last = starts.at(-1);
  // Also in the years that do not exist yet.
  const later = last === undefined ? [] : [2, 5, 8, 11, 14].map((months) => addMonths(last, months));
  const days = [...starts, ...later];
  return rest.every(({ grid }) => haveSamePeriods(first.grid, grid, days)) ? first.grid : null;
}

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

function fiscalWords(books: readonly BooksRow[]): string {
  const calendars = [...new Set(books.flatMap(({ calendar }) => (calendar === null ? [] : [calendar])))];
  const by = calendars.length === 0 ? '' : ` (${listed(calendars)})`;
  return `The periods are the fiscal periods of ${listed(books.map(({ name }) => name))}${by}.`;
}

/** The most subsidiaries named. */
const MOST_NAMED = 5;

function monthWords(books: readonly BooksRow[]): string {
  const others = books.filter(({ isOther }) => isOther);
  const named = others
    .slice(0, MOST_NAMED)
    .map(({ name, calendar }) => (calendar === null ? name : `${name} (${calendar})`));
  const more = others.length > MOST_NAMED ? [`${others.length - MOST_NAMED} more`] : [];
  return (
    `The periods are calendar months, because the subsidiaries follow different calendars. A fiscal period of ` +
    `${listed([...named, ...more])} counts in the month it ends in. Choose one subsidiary to see its own periods.`
  );
}

/** For the heading of a report: what its periods are, where some books in it have periods other than calendar months. */
export function basisOf(
  { grid, said }: ReportPeriods,
  keys: readonly string[],
): { readonly periodBasis?: PeriodBasis } {
  if (said === null) return {};
  const shown = [...new Set(keys.map((key) => columnOf(grid, key)))].sort();
  return {
    periodBasis: {
      ...said,
      periods: said.basis === 'FISCAL_PERIODS' ? shown.map((key) => columnAt(grid, key)) : [],
    },
  };
}

/** The most columns in a report. */
const MOST_COLUMNS = 240;

/** The period a caller names. Refuses INVALID_INPUT for one that the report does not have. */
export function namedPeriod(grid: PeriodGrid, name: string, field: string, end: End): string {
  const found = columnNamed(grid, name, end);
  if (found !== null) return found;
  const message = grid.isMonths
    ? 'must be a month YYYY-MM; fiscal periods are accepted only in a report on a single subsidiary'
    : `is not a month, nor the label or the last day of a fiscal period: ${grid.on(`${name.replace(/^FY/, '').slice(0, 4)}-06-15`).label}, ...`;
  return refuse('INVALID_INPUT', `${field}: ${name} ${message}`, { issues: [{ path: [field], message }] });
}

/** The periods of a report: the year through `asOf` and the year after it unless specified. Refuses INVALID_INPUT. */
export function spanOf(
  context: Pick<Context, 'clock'>,
  { grid }: Pick<ReportPeriods, 'grid'>,
  input: { from?: string | undefined; to?: string | undefined; asOf?: string | undefined },
): { from: string; to: string; asOf: string } {
  const named = (field: 'from' | 'to' | 'asOf', end: End) => {
    const name = input[field];
    return name === undefined ? undefined : namedPeriod(grid, name, field, end);
  };
  const asOf = named('asOf', 'LAST') ?? grid.on(context.clock.today()).key;
  const to = named('to', 'LAST');
  const from = named('from', 'FIRST') ?? firstColumnOfYear(grid, to ?? asOf);
  const last = to ?? lastColumnOfYearAfter(grid, asOf);
  const { length } = columnsBetween(grid, from, last, MOST_COLUMNS + 1);
  if (length < 1 || length > MOST_COLUMNS) {
    const message =
      length < 1
        ? 'must not be before from'
        : `must be at most ${MOST_COLUMNS} ${grid.isMonths ? 'months' : 'periods'} after from`;
    refuse('INVALID_INPUT', `to: ${message}`, { issues: [{ path: ['to'], message }] });
  }
  return { from, to: last, asOf };
}

/** The days of a range of periods. */
export function daysOf({ grid }: Pick<ReportPeriods, 'grid'>, span: { from: string; to: string }): DaySpan {
  return {
    from: columnAt(grid, span.from).startDate,
    until: addDays(columnAt(grid, span.to).endDate, 1),
  };
}
