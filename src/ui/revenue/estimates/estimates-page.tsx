import { createLoader } from 'nuqs/server';
import { plainPage } from '@/ui/records/plain-page';
import { estimateFilters, estimatesQuestion } from './estimate-filters';
import { EstimatesScreen } from './estimates-screen';

const loadEstimateFilters = createLoader(estimateFilters);

/** `/books/<org>/revenue/estimates`. */
export const EstimatesPage = plainPage(
  (trpc, search) => trpc.revenue.estimates.due.prefetch(estimatesQuestion(loadEstimateFilters(search))),
  EstimatesScreen,
);
