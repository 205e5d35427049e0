import { plainPage } from '@/ui/records/plain-page';
import { costsQuestion, loadCostFilters } from './costs-filters';
import { CostsScreen } from './costs-screen';

/** `/books/<org>/revenue/costs`. */
export const CostsPage = plainPage(
  (trpc, search) => trpc.revenue.costs.list.prefetch(costsQuestion(loadCostFilters(search))),
  CostsScreen,
);
