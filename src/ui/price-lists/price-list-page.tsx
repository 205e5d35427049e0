import { recordPage } from '@/ui/records/list-page';
import { PriceListScreen } from './price-list-screen';
import { PRICES_LIMIT } from './prices-limit';

/** `/books/<org>/price-lists/<id>`. */
export const PriceListPage = recordPage(
  (trpc, id) =>
    Promise.all([
      trpc.priceLists.get.prefetch({ id }),
      trpc.priceLists.prices.prefetch({ priceListId: id, page: 1, limit: PRICES_LIMIT }),
    ]),
  PriceListScreen,
);
