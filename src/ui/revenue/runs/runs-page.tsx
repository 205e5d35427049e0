import { plainPage } from '@/ui/records/plain-page';
import { SUBSIDIARIES_QUESTION } from '@/ui/records/subsidiaries-question';
import { RUNS_QUESTION } from './runs-question';
import { RunsScreen } from './runs-screen';

/** `/books/<org>/revenue/runs`. */
export const RunsPage = plainPage(
  (trpc) =>
    Promise.all([
      trpc.revenue.runs.list.prefetch(RUNS_QUESTION),
      trpc.subsidiaries.list.prefetch(SUBSIDIARIES_QUESTION),
    ]),
  RunsScreen,
);
