import { plainPage } from '@/ui/records/plain-page';
import { loadRevenueSetupFilters, pricesQuestion } from './setup-filters';
import { RevenueSetupScreen } from './setup-screen';

/** `/books/<org>/revenue/setup?of=…`. */
export const RevenueSetupPage = plainPage((trpc, search) => {
  const filters = loadRevenueSetupFilters(search);
  switch (filters.of) {
    case 'policies':
      return trpc.revenue.policies.list.prefetch({});
    case 'prices':
      return trpc.revenue.ssp.list.prefetch(pricesQuestion(filters));
    case 'templates':
      return trpc.revenue.templates.list.prefetch({});
    case 'own-sales':
      // The analysis reads every sale of a year; the page does not wait for it.
      return Promise.resolve();
  }
}, RevenueSetupScreen);
