import { createLoader, createSerializer, parseAsArrayOf, parseAsStringLiteral } from 'nuqs/server';
import {
  CUSTOMER_COLUMNS,
  CUSTOMER_ORDERS,
  REMAINING_BANDINGS,
  REMAINING_EXPEDIENTS,
} from '@/core/revenue/vocabulary';
import type { RouterInputs } from '@/surfaces/trpc/react';
import { type FinanceScope, financeFilters } from '@/ui/finance/finance-scope';
import { oneOf, text } from '@/ui/kit/tables/url-state';
import { type AsOf, asOfFilters, asOfQuestion } from './as-of';

type Reports = RouterInputs['revenue']['reports'];

export const REPORTS = [
  'waterfall',
  'rollforward',
  'rpo',
  'contract-balances',
  'disaggregation',
  'forecast',
  'recurring',
  'changed',
] as const;
export type ReportName = (typeof REPORTS)[number];

export const CATEGORIES = ['account', 'timing', 'subsidiary', 'customer', 'nature'] as const;
export const AGAINST = ['timing', 'period', 'account', 'subsidiary', 'cohort'] as const;

/** The URL parameters of the revenue reports besides period, subsidiary and the two dates. */
export const reportFilters = {
  report: oneOf(REPORTS),
  banding: oneOf(REMAINING_BANDINGS),
  elected: parseAsArrayOf(parseAsStringLiteral(REMAINING_EXPEDIENTS)).withDefault([]),
  by: oneOf(CATEGORIES),
  against: oneOf(AGAINST),
  /** Of revenue by customer: its columns, its order, a search, and the place after which a page begins. */
  columns: oneOf(CUSTOMER_COLUMNS),
  order: oneOf(CUSTOMER_ORDERS),
  search: text,
  place: text,
  /** Contract balances list the contracts after this number; empty: from the first. */
  after: text,
};
export const loadReportFilters = createLoader({ ...reportFilters, ...asOfFilters });
export const reportAddress = createSerializer({
  ...financeFilters,
  ...asOfFilters,
  report: reportFilters.report,
});

export type ReportFilters = Awaited<ReturnType<typeof loadReportFilters>>;

/** The query input of every report: selected period, subsidiary and the two dates. */
export function reportQuestion(scope: FinanceScope, asOf: AsOf) {
  return {
    asOf: scope.period,
    ...(scope.subsidiaryId ? { subsidiaryId: scope.subsidiaryId } : {}),
    ...asOfQuestion(asOf),
  };
}

/** Contracts listed on one page of the contract balances. */
export const CONTRACTS_AT_ONCE = 1000;

export function balancesQuestion(
  scope: FinanceScope,
  filters: Pick<ReportFilters, 'after' | 'known' | 'effective'>,
): Reports['contractBalances'] {
  const { after } = filters;
  return {
    ...reportQuestion(scope, filters),
    limit: CONTRACTS_AT_ONCE,
    ...(after === '' ? {} : { after }),
  };
}

export function rpoQuestion(scope: FinanceScope, filters: ReportFilters): Reports['rpo'] {
  return { ...reportQuestion(scope, filters), banding: filters.banding, elected: [...filters.elected] };
}

export function disaggregationQuestion(
  scope: FinanceScope,
  filters: ReportFilters,
): Reports['disaggregation'] {
  return { ...reportQuestion(scope, filters), by: filters.by, against: filters.against };
}

/** Customers on one page. */
export const CUSTOMERS_AT_ONCE = 50;

/** What a place in the list of customers depends on: of another period or subsidiary, the list begins with its first page. */
const listOf = ({ period, subsidiaryId = '' }: FinanceScope, filters: ReportFilters): string =>
  [period, subsidiaryId, filters.effective, filters.known, filters.order, filters.search].join('|');

/** The place of a cursor in the list shown, for the URL. */
export const placeIn = (scope: FinanceScope, filters: ReportFilters, cursor: string): string =>
  `${cursor}|${listOf(scope, filters)}`;

/** The cursor of the place in the URL; null where it is of another list. */
export function cursorIn(scope: FinanceScope, filters: ReportFilters): string | null {
  const end = `|${listOf(scope, filters)}`;
  return filters.place.endsWith(end) ? filters.place.slice(0, -end.length) : null;
}

/** Revenue by customer as its file contains it: all customers that are searched for. */
export function customersFileQuestion(scope: FinanceScope, filters: ReportFilters) {
  const { order, search } = filters;
  return { ...reportQuestion(scope, filters), order, ...(search === '' ? {} : { search }) };
}

export function customersQuestion(scope: FinanceScope, filters: ReportFilters): Reports['customers'] {
  const after = cursorIn(scope, filters);
  return {
    ...customersFileQuestion(scope, filters),
    against: filters.columns,
    limit: CUSTOMERS_AT_ONCE,
    ...(after === null ? {} : { after }),
  };
}

/** Recurring revenue comes from subscriptions and ends with the selected month. */
export function recurringQuestion(scope: FinanceScope, filters: AsOf): Reports['recurring'] {
  const { asOf: to, ...rest } = reportQuestion(scope, filters);
  return { ...rest, to };
}
