import { financePage } from '@/ui/records/plain-page';
import { IncomeStatementScreen } from './income-statement-screen';
import { incomeByPeriodQuestion, incomeStatementQuestion, loadStatementFilters } from './statement-questions';

/** `/books/<org>/reports/income-statement`. */
export const IncomeStatementPage = financePage(async (trpc, scope, search) => {
  const { span, split } = loadStatementFilters(search);
  if (split === 'periods') await trpc.reports.incomeByPeriod.prefetch(incomeByPeriodQuestion(scope));
  else await trpc.reports.incomeStatement.prefetch(incomeStatementQuestion(scope, span));
}, IncomeStatementScreen);
