import { PriceListPage } from '@/ui/price-lists/price-list-page';

export const metadata = { title: 'Price list' };

export default PriceListPage;
