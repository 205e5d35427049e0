import { financePage } from '@/ui/records/plain-page';
import { IncomeStatementScreen } from './income-statement-screen';
import { incomeStatementQuestion, loadStatementFilters } from './statement-questions';

/** `/books/<org>/reports/income-statement`. */
export const IncomeStatementPage = financePage(async (trpc, scope, search) => {
  const { span } = loadStatementFilters(search);
  await trpc.reports.incomeStatement.prefetch(incomeStatementQuestion(scope, span));
}, IncomeStatementScreen);
