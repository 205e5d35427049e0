import { listChanges } from '@/usecases/audit/list-changes';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** The audit trail. */
export const auditRouter = createTrpcRouter({
  list: procedureFor(listChanges),
});
