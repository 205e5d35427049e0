import { plainPage } from '@/ui/records/plain-page';
import { jobsQuestion, loadJobsFilters } from './jobs-question';
import { JobsScreen } from './jobs-screen';

/** `/books/<org>/jobs`. */
export const JobsPage = plainPage(
  (trpc, search) => trpc.jobs.list.prefetch(jobsQuestion(loadJobsFilters(search))),
  JobsScreen,
);
