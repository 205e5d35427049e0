import { itemVerbs } from '@/usecases/items/item-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const itemsRouter = createTrpcRouter({
  create: procedureFor(itemVerbs.create),
  get: procedureFor(itemVerbs.get),
  page: procedureFor(itemVerbs.page),
  update: procedureFor(itemVerbs.update),
  remove: procedureFor(itemVerbs.remove),
});
