import { paymentVerbs } from '@/usecases/transactions/payment-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const paymentsRouter = createTrpcRouter({
  create: procedureFor(paymentVerbs.create),
  get: procedureFor(paymentVerbs.get),
  page: procedureFor(paymentVerbs.page),
  update: procedureFor(paymentVerbs.update),
  remove: procedureFor(paymentVerbs.remove),
});
