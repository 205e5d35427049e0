import { IncomeStatementPage } from '@/ui/reports/income-statement-page';

export const metadata = { title: 'Income statement' };

export default IncomeStatementPage;
