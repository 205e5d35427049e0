import { createLoader } from 'nuqs/server';
import { oneOf, pageNumber, text } from '@/ui/kit/tables/url-state';

export const REVENUE_SETUP_TABS = ['policies', 'prices', 'own-sales', 'templates'] as const;
export type RevenueSetupTab = (typeof REVENUE_SETUP_TABS)[number];

/** The URL parameters of the revenue setup; `from`, `to`, `by`, `spread`, `bundles` are those of the analysis. */
export const revenueSetupFilters = {
  of: oneOf(REVENUE_SETUP_TABS),
  page: pageNumber,
  product: text,
  from: text,
  to: text,
  by: oneOf(['NONE', 'YEAR', 'QUARTER']),
  spread: text,
  bundles: oneOf(['no', 'yes']),
};
export const loadRevenueSetupFilters = createLoader(revenueSetupFilters);
type Filters = Awaited<ReturnType<typeof loadRevenueSetupFilters>>;

/** A page of standalone selling prices. */
export function pricesQuestion({ page, product }: Pick<Filters, 'page' | 'product'>) {
  return {
    page: Math.max(1, page),
    limit: 50,
    ...(product.trim() === '' ? {} : { productCode: product.trim() }),
  };
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const PERCENT = /^\d{1,2}(?:\.\d{1,2})?$/;

/** The question of the analysis; without dates the twelve months that end today. */
export function salesQuestion(filters: Filters, today: string) {
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4).replace('-02-29', '-02-28')}`;
  return {
    from: DAY.test(filters.from) ? filters.from : yearAgo,
    to: DAY.test(filters.to) ? filters.to : today,
    by: filters.by,
    aloneOnly: filters.bundles === 'no',
    spreadPercent: PERCENT.test(filters.spread) ? filters.spread : '15',
  };
}
