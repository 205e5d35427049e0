import { invoiceVerbs } from '@/usecases/transactions/invoice-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Invoice headers; lines, approval and posting belong to the transactions router. */
export const invoicesRouter = createTrpcRouter({
  create: procedureFor(invoiceVerbs.create),
  get: procedureFor(invoiceVerbs.get),
  update: procedureFor(invoiceVerbs.update),
  remove: procedureFor(invoiceVerbs.remove),
});
