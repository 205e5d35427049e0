import { financePage } from '@/ui/records/plain-page';
import { SUBSIDIARIES_QUESTION } from '@/ui/records/subsidiaries-question';
import { balancesQuestion, loadIntercompanyFilters, pairsQuestion } from './intercompany-filters';
import { IntercompanyScreen } from './intercompany-screen';

/** `/books/<org>/reports/intercompany?of=…`. */
export const IntercompanyPage = financePage((trpc, scope, search) => {
  const { of } = loadIntercompanyFilters(search);
  return Promise.all([
    trpc.subsidiaries.list.prefetch(SUBSIDIARIES_QUESTION),
    of === 'balances'
      ? trpc.intercompany.balances.prefetch(balancesQuestion(scope))
      : trpc.intercompany.pairs.prefetch(pairsQuestion(scope, of)),
  ]);
}, IntercompanyScreen);
