import type { Metadata } from 'next';
import { recordPage } from '@/ui/records/list-page';
import { OrderSourceScreen } from './order-source-screen';

export const orderSourceMetadata: Metadata = { title: 'Source of orders' };

/** `/books/<org>/order-sources/<id>`. */
export const OrderSourcePage = recordPage(
  (trpc, id) =>
    Promise.all([
      trpc.orderSources.get.prefetch({ id }),
      trpc.orderSources.files.prefetch({ sourceId: id, page: 1 }),
      trpc.orderSources.counts.prefetch({}),
    ]),
  OrderSourceScreen,
);
