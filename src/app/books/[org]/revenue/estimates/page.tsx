import { EstimatesPage } from '@/ui/revenue/estimates/estimates-page';

export const metadata = { title: 'Estimates to reassess' };

export default EstimatesPage;
