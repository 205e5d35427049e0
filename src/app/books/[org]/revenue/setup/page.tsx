import { RevenueSetupPage } from '@/ui/revenue/setup/setup-page';

export const metadata = { title: 'Revenue setup' };

export default RevenueSetupPage;
