import { financePage } from '@/ui/records/plain-page';
import { consolidationQuestion, loadConsolidationFilters } from './consolidation-filters';
import { ConsolidationScreen } from './consolidation-screen';

/** `/books/<org>/reports/consolidation`. */
export const ConsolidationPage = financePage(
  (trpc, scope, search) =>
    trpc.reports.consolidation.prefetch(
      consolidationQuestion(scope, loadConsolidationFilters(search).covers),
    ),
  ConsolidationScreen,
);
