import { recordPage } from '@/ui/records/list-page';
import { PriceListScreen } from './price-list-screen';

/** `/books/<org>/price-lists/<id>`. */
export const PriceListPage = recordPage(
  (trpc, id) =>
    Promise.all([
      trpc.priceLists.get.prefetch({ id }),
      trpc.priceLists.prices.prefetch({ priceListId: id }),
      trpc.directory.recordChoices.prefetch({ kind: 'ITEM', includeInactive: true }),
    ]),
  PriceListScreen,
);
