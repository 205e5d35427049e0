import { CostsPage } from '@/ui/revenue/costs/costs-page';

export const metadata = { title: 'Contract costs' };

export default CostsPage;
