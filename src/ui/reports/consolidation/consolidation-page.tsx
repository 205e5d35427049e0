import { financePage } from '@/ui/records/plain-page';
import { consolidationQuestion } from './consolidation-filters';
import { ConsolidationScreen } from './consolidation-screen';

/** `/books/<org>/reports/consolidation`. */
export const ConsolidationPage = financePage(
  (trpc, scope) => trpc.reports.consolidation.prefetch(consolidationQuestion(scope)),
  ConsolidationScreen,
);
