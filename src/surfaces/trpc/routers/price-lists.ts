import { priceListVerbs } from '@/usecases/price-lists/price-list-records';
import { findPrice, listPrices, priceVerbs } from '@/usecases/price-lists/prices';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const priceListsRouter = createTrpcRouter({
  create: procedureFor(priceListVerbs.create),
  get: procedureFor(priceListVerbs.get),
  page: procedureFor(priceListVerbs.page),
  update: procedureFor(priceListVerbs.update),
  remove: procedureFor(priceListVerbs.remove),
  prices: procedureFor(listPrices),
  findPrice: procedureFor(findPrice),
  createPrice: procedureFor(priceVerbs.create),
  updatePrice: procedureFor(priceVerbs.update),
  removePrice: procedureFor(priceVerbs.remove),
});
