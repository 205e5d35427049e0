import { paymentVerbs } from '@/usecases/transactions/payments/payment-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const paymentsRouter = createTrpcRouter({
  create: procedureFor(paymentVerbs.create),
  get: procedureFor(paymentVerbs.get),
  update: procedureFor(paymentVerbs.update),
  remove: procedureFor(paymentVerbs.remove),
});
