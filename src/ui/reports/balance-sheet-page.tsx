import { financePage } from '@/ui/records/plain-page';
import { BalanceSheetScreen } from './balance-sheet-screen';
import { balanceSheetQuestion } from './statement-questions';

/** `/books/<org>/reports/balance-sheet`. */
export const BalanceSheetPage = financePage(
  (trpc, scope) => trpc.reports.balanceSheet.prefetch(balanceSheetQuestion(scope)),
  BalanceSheetScreen,
);
