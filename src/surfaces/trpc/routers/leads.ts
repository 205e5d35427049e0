import { leadVerbs } from '@/usecases/leads/lead-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const leadsRouter = createTrpcRouter({
  create: procedureFor(leadVerbs.create),
  get: procedureFor(leadVerbs.get),
  page: procedureFor(leadVerbs.page),
  update: procedureFor(leadVerbs.update),
  remove: procedureFor(leadVerbs.remove),
});
