import { listChanges } from '@/usecases/audit/list-changes';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Who changed what. */
export const auditRouter = createTrpcRouter({
  list: procedureFor(listChanges),
});
