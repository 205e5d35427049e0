import { invoiceVerbs } from '@/usecases/transactions/invoice-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Invoices by their headers; lines, approval and posting are the transactions router’s. */
export const invoicesRouter = createTrpcRouter({
  create: procedureFor(invoiceVerbs.create),
  get: procedureFor(invoiceVerbs.get),
  page: procedureFor(invoiceVerbs.page),
  update: procedureFor(invoiceVerbs.update),
  remove: procedureFor(invoiceVerbs.remove),
});
