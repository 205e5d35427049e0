import { cancelJob } from '@/usecases/jobs/cancel-job';
import { getJob, listAllJobs } from '@/usecases/jobs/list-jobs';
import { retryJob } from '@/usecases/jobs/retry-job';
import { startJob } from '@/usecases/jobs/start-job';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Long work in the background: asked for, watched, tried again, stopped. */
export const jobsRouter = createTrpcRouter({
  start: procedureFor(startJob),
  get: procedureFor(getJob),
  list: procedureFor(listAllJobs),
  retry: procedureFor(retryJob),
  cancel: procedureFor(cancelJob),
});
