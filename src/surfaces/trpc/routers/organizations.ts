import { getOrganization, updateOrganization } from '@/usecases/organizations/organization-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** The organization itself and its settings. */
export const organizationsRouter = createTrpcRouter({
  get: procedureFor(getOrganization),
  update: procedureFor(updateOrganization),
});
