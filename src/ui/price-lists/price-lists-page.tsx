import type { Metadata } from 'next';
import { listPage } from '@/ui/records/list-page';
import { PriceListsScreen } from './price-lists-screen';

export const priceListsMetadata: Metadata = { title: 'Price lists' };
export const PriceListsPage = listPage(
  (trpc, question) => trpc.priceLists.page.prefetch(question),
  PriceListsScreen,
);
