import { OrderSourcePage, orderSourceMetadata } from '@/ui/order-sources/order-source-page';

export const metadata = orderSourceMetadata;

export default OrderSourcePage;
