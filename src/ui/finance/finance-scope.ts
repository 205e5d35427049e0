import { createLoader, createSerializer } from 'nuqs/server';
import { periodKey } from '@/core/periods/period-grid';
import { addDays, formatDate, formatMonth, isDay, monthEnd, monthStart } from '@/ui/kit/figures/date-format';
import { text } from '@/ui/kit/tables/url-state';

/** The URL parameters every finance screen shares: the period and the subsidiary. */
export const financeFilters = {
  /** A month `YYYY-MM`, or a fiscal period by its last day; the current one if absent. */
  period: text,
  /** A subsidiary's id; all subsidiaries together if absent. */
  subsidiary: text,
};

/** The latest periods of every subsidiary, from which the bar offers those of the books in view. */
export const PERIODS_QUESTION = { periods: 36 } as const;

export type FinanceFilters = { readonly period: string; readonly subsidiary: string };

export const loadFinanceFilters = createLoader(financeFilters);
export const financeQuery = createSerializer(financeFilters);

/** A fiscal period of the books in view. */
export type BooksPeriod = { readonly label: string; readonly startDate: string; readonly endDate: string };

export type FinanceScope = {
  /** The month, or the one that the fiscal period ends in. */
  readonly month: string;
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly subsidiaryId: string | undefined;
  /** The period as reports name it: a month `YYYY-MM`, or the last day of a fiscal period. */
  readonly period: string;
  /** The period in words. */
  readonly words: string;
  readonly isCurrent: boolean;
  /** The fiscal periods to choose from, in order; none where the books have calendar months. */
  readonly periods: readonly BooksPeriod[];
};

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const ID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The dates and the subsidiary given in the URL; `periods` are those of the books in view if they are not calendar months. */
export function financeScope(
  filters: FinanceFilters,
  today: string,
  periods: readonly BooksPeriod[] = [],
): FinanceScope {
  const subsidiaryId = ID.test(filters.subsidiary) ? filters.subsidiary : undefined;
  const fiscal = fiscalPeriod(filters.period, today, periods);
  const asked = MONTH.test(filters.period) || isDay(filters.period) ? filters.period : today;
  const month = fiscal?.endDate.slice(0, 7) ?? asked.slice(0, 7);
  const [dateFrom, dateTo] =
    fiscal === undefined ? [`${month}-01`, monthEnd(`${month}-01`)] : [fiscal.startDate, fiscal.endDate];
  return {
    month,
    dateFrom,
    dateTo,
    subsidiaryId,
    period: periodKey(dateFrom, dateTo),
    words: fiscal === undefined ? formatMonth(month) : `${fiscal.label}, to ${formatDate(fiscal.endDate)}`,
    isCurrent: dateFrom <= today && today <= dateTo,
    periods: fiscal === undefined ? [] : periods,
  };
}

/**
 * The same from the periods of all books as the overview lists them. The server prefetches a page's figures for it and the screen asks
 * for them by it, so that they are fetched once.
 */
export function listedScope(
  filters: FinanceFilters,
  today: string,
  listed: readonly ListedPeriod[] | undefined,
): FinanceScope {
  const { subsidiaryId } = financeScope(filters, today);
  return financeScope(filters, today, booksPeriods(listed ?? [], subsidiaryId));
}

/** The fiscal period the URL means: by its last day, by the month it mostly lies in, or today's. */
function fiscalPeriod(
  asked: string,
  today: string,
  periods: readonly BooksPeriod[],
): BooksPeriod | undefined {
  const on = (day: string) => periods.find(({ startDate, endDate }) => startDate <= day && day <= endDate);
  if (isDay(asked)) return on(asked);
  return on(MONTH.test(asked) ? `${asked}-15` : today);
}

/** The period before or after the one in view; undefined where there is none to choose. */
export function stepPeriod(scope: FinanceScope, steps: 1 | -1): string | undefined {
  if (scope.periods.length === 0) return stepMonth(scope.month, steps);
  const at = scope.periods.findIndex(({ endDate }) => endDate === scope.dateTo);
  return scope.periods[at + steps]?.endDate;
}

/** The first day of a range that ends with the period in view: of some periods, or of the year. */
export function firstDayBack(scope: FinanceScope, range: number | 'year'): string {
  const { periods, dateFrom, dateTo } = scope;
  if (periods.length === 0) return monthStart(dateFrom, range === 'year' ? -11 : 1 - range);
  const at = periods.findIndex(({ endDate }) => endDate === dateTo);
  // A year of weeks ends up to two days after or six days before the same day a year earlier.
  const yearAgo = addDays(dateTo, 3 - 365);
  const first =
    range === 'year' ? periods.findIndex(({ endDate }) => endDate > yearAgo) : Math.max(0, at + 1 - range);
  return periods[first]?.startDate ?? dateFrom;
}

/** `YYYY-MM` shifted by a number of months. */
export function stepMonth(month: string, months: number): string {
  return monthStart(`${month}-01`, months).slice(0, 7);
}

/** A period of a subsidiary as the overview lists it. */
type ListedPeriod = BooksPeriod & { readonly subsidiaryId: string };

/**
 * The fiscal periods of the books in view: of one subsidiary, or of all where all have the same. None where they are calendar months
 * or differ, in which case screens show months.
 */
export function booksPeriods(
  listed: readonly ListedPeriod[],
  subsidiaryId: string | undefined,
): readonly BooksPeriod[] {
  const books = new Map<string, BooksPeriod[]>();
  for (const { subsidiaryId: id, label, startDate, endDate } of listed) {
    if (subsidiaryId === undefined || id === subsidiaryId) {
      books.set(id, [...(books.get(id) ?? []), { label, startDate, endDate }]);
    }
  }
  const [first = [], ...rest] = [...books.values()].map((own) =>
    own.sort((a, b) => (a.startDate < b.startDate ? -1 : 1)),
  );
  if (first.every(({ startDate, endDate }) => periodKey(startDate, endDate).length === 7)) return [];
  const days = (own: readonly BooksPeriod[]) => own.map((one) => `${one.startDate}${one.endDate}`).join();
  return rest.every((own) => days(own) === days(first)) ? first : [];
}
