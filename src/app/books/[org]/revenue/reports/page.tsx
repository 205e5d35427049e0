import { RevenueReportsPage } from '@/ui/revenue/reports/reports-page';

export const metadata = { title: 'Revenue reports' };

export default RevenueReportsPage;
