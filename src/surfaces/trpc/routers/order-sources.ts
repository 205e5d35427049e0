import { answerOrder } from '@/usecases/orders/answer-order';
import { countOrders, getOrder, listOrderFiles, listOrders, originOf } from '@/usecases/orders/list-orders';
import { orderSourceVerbs } from '@/usecases/orders/source-records';
import { takeUpOrders } from '@/usecases/orders/take-up-orders';
import { uploadOrders } from '@/usecases/orders/upload-orders';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Orders and bills of other systems: sources with their rules, files, and the orders that wait. */
export const orderSourcesRouter = createTrpcRouter({
  create: procedureFor(orderSourceVerbs.create),
  get: procedureFor(orderSourceVerbs.get),
  page: procedureFor(orderSourceVerbs.page),
  update: procedureFor(orderSourceVerbs.update),
  upload: procedureFor(uploadOrders),
  files: procedureFor(listOrderFiles),
  orders: procedureFor(listOrders),
  order: procedureFor(getOrder),
  originOf: procedureFor(originOf),
  counts: procedureFor(countOrders),
  takeUp: procedureFor(takeUpOrders),
  answer: procedureFor(answerOrder),
});
