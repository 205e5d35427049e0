import type { SearchParams } from 'nuqs/server';
import type { booksServer } from '@/surfaces/trpc/server';
import type { FinanceScope } from '@/ui/finance/finance-scope';
import { financePage } from '@/ui/records/plain-page';
import {
  balancesQuestion,
  customersQuestion,
  disaggregationQuestion,
  loadReportFilters,
  recurringQuestion,
  reportQuestion,
  rpoQuestion,
} from './report-filters';
import { RevenueReportsScreen } from './reports-screen';

type Trpc = Awaited<ReturnType<typeof booksServer>>['trpc'];

/** Fetches the report named in the URL. */
function prefetch({ revenue: { reports } }: Trpc, scope: FinanceScope, search: SearchParams) {
  const filters = loadReportFilters(search);
  const question = reportQuestion(scope, filters);
  switch (filters.report) {
    case 'waterfall':
      return reports.waterfall.prefetch(question);
    case 'rollforward':
      return reports.rollforward.prefetch(question);
    case 'rpo':
      return reports.rpo.prefetch(rpoQuestion(scope, filters));
    case 'contract-balances':
      return reports.contractBalances.prefetch(balancesQuestion(scope, filters));
    case 'disaggregation':
      return filters.by === 'customer'
        ? reports.customers.prefetch(customersQuestion(scope, filters))
        : reports.disaggregation.prefetch(disaggregationQuestion(scope, filters));
    case 'forecast':
      return reports.forecast.prefetch(question);
    case 'recurring':
      return reports.recurring.prefetch(recurringQuestion(scope, filters));
    case 'changed':
      return reports.changed.prefetch(question);
  }
}

/** `/books/<org>/revenue/reports`. */
export const RevenueReportsPage = financePage(prefetch, RevenueReportsScreen);
