import type { Metadata } from 'next';
import { recordPage } from '@/ui/records/list-page';
import { SourceOrderScreen } from './source-order-screen';

export const sourceOrderMetadata: Metadata = { title: 'Order' };

/** `/books/<org>/source-orders/<id>`. */
export const SourceOrderPage = recordPage(
  (trpc, id) => trpc.orderSources.order.prefetch({ id }),
  SourceOrderScreen,
);
