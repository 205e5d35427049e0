import { listSecurityEvents } from '@/usecases/security/list-security-events';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** The security log. */
export const securityRouter = createTrpcRouter({
  list: procedureFor(listSecurityEvents),
});
