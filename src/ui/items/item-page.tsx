import { recordPage } from '@/ui/records/list-page';
import { ItemScreen } from './item-screen';

/** `/books/<org>/items/<id>`. */
export const ItemPage = recordPage(
  (trpc, id) =>
    Promise.all([
      trpc.items.get.prefetch({ id }),
      trpc.priceLists.prices.prefetch({ itemId: id }),
      trpc.revenue.templates.list.prefetch({ itemId: id }),
    ]),
  ItemScreen,
);
