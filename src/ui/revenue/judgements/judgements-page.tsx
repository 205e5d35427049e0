import { plainPage } from '@/ui/records/plain-page';
import { SUBSIDIARIES_QUESTION } from '@/ui/records/subsidiaries-question';
import { judgementsQuestion, loadJudgementFilters } from './judgement-filters';
import { JudgementsScreen } from './judgements-screen';

/** `/books/<org>/revenue/judgments`. */
export const JudgementsPage = plainPage(
  async (trpc, search) =>
    Promise.all([
      trpc.revenue.judgements.list.prefetch(judgementsQuestion(loadJudgementFilters(search))),
      trpc.subsidiaries.list.prefetch(SUBSIDIARIES_QUESTION),
    ]),
  JudgementsScreen,
);
