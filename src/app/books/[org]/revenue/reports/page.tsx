import { RevenueReportsPage } from '@/ui/revenue/reports-page';

export const metadata = { title: 'Revenue reports' };

export default RevenueReportsPage;
