import { PriceListsPage, priceListsMetadata } from '@/ui/price-lists/price-lists-page';

export const metadata = priceListsMetadata;

export default PriceListsPage;
