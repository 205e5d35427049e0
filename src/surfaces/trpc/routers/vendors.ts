import { vendorVerbs } from '@/usecases/vendors/vendor-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const vendorsRouter = createTrpcRouter({
  create: procedureFor(vendorVerbs.create),
  get: procedureFor(vendorVerbs.get),
  page: procedureFor(vendorVerbs.page),
  update: procedureFor(vendorVerbs.update),
  remove: procedureFor(vendorVerbs.remove),
});
