import { recordPage } from '@/ui/records/list-page';
import { PriceListScreen } from './price-list-screen';

/** `/books/<org>/price-lists/<id>`. */
export const PriceListPage = recordPage(
  (trpc, id) =>
    Promise.all([
      trpc.priceLists.get.prefetch({ id }),
      trpc.priceLists.prices.prefetch({ priceListId: id }),
      trpc.items.page.prefetch({ limit: 100, includeInactive: true }),
    ]),
  PriceListScreen,
);
