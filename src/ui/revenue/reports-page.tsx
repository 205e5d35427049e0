import { financePage } from '@/ui/records/plain-page';
import { revenueQuestion } from './report-question';
import { RevenueReportsScreen } from './reports-screen';

/** `/books/<org>/revenue/reports`. */
export const RevenueReportsPage = financePage(
  (trpc, scope) =>
    Promise.all([
      trpc.revenue.reports.rollforward.prefetch(revenueQuestion(scope)),
      trpc.revenue.reports.contractBalances.prefetch(revenueQuestion(scope)),
      trpc.revenue.reports.waterfall.prefetch(revenueQuestion(scope)),
    ]),
  RevenueReportsScreen,
);
