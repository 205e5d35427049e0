import { PRICES_LIMIT } from '@/ui/price-lists/prices-limit';
import { recordPage } from '@/ui/records/list-page';
import { ItemScreen } from './item-screen';

/** `/books/<org>/items/<id>`. */
export const ItemPage = recordPage(
  (trpc, id) =>
    Promise.all([
      trpc.items.get.prefetch({ id }),
      trpc.priceLists.prices.prefetch({ itemId: id, page: 1, limit: PRICES_LIMIT }),
      trpc.revenue.templates.list.prefetch({ itemId: id }),
    ]),
  ItemScreen,
);
