import { SourceOrderPage, sourceOrderMetadata } from '@/ui/order-sources/source-order-page';

export const metadata = sourceOrderMetadata;

export default SourceOrderPage;
