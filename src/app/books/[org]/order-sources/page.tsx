import { OrderSourcesPage, orderSourcesMetadata } from '@/ui/order-sources/order-sources-page';

export const metadata = orderSourcesMetadata;

export default OrderSourcesPage;
