import type { Metadata } from 'next';
import { listPage } from '@/ui/records/list-page';
import { OrderSourcesScreen } from './order-sources-screen';

export const orderSourcesMetadata: Metadata = { title: 'Order sources' };

/** `/books/<org>/order-sources`. */
export const OrderSourcesPage = listPage(
  (trpc, question) =>
    Promise.all([trpc.orderSources.page.prefetch(question), trpc.orderSources.counts.prefetch({})]),
  OrderSourcesScreen,
);
