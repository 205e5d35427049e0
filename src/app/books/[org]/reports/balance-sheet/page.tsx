import { BalanceSheetPage } from '@/ui/reports/balance-sheet-page';

export const metadata = { title: 'Balance sheet' };

export default BalanceSheetPage;
