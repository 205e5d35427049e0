import { createLoader, createSerializer } from 'nuqs/server';
import { monthEnd, monthStart } from '@/ui/kit/date-format';
import { text } from '@/ui/kit/url-state';

/** The URL parameters every finance screen shares: the month and the subsidiary. */
export const financeFilters = {
  /** `YYYY-MM`; the current month if absent. */
  period: text,
  /** A subsidiary's id; all subsidiaries together if absent. */
  subsidiary: text,
};

export type FinanceFilters = { readonly period: string; readonly subsidiary: string };

export const loadFinanceFilters = createLoader(financeFilters);
export const financeQuery = createSerializer(financeFilters);

export type FinanceScope = {
  readonly month: string;
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly subsidiaryId: string | undefined;
};

/** The dates and the subsidiary given in the URL. */
export function financeScope(filters: FinanceFilters, today: string): FinanceScope {
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(filters.period) ? filters.period : today.slice(0, 7);
  const isId = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(filters.subsidiary);
  return {
    month,
    dateFrom: `${month}-01`,
    dateTo: monthEnd(`${month}-01`),
    subsidiaryId: isId ? filters.subsidiary : undefined,
  };
}

/** `YYYY-MM` shifted by a number of months. */
export function stepMonth(month: string, months: number): string {
  return monthStart(`${month}-01`, months).slice(0, 7);
}
