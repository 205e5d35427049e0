import { createLoader } from 'nuqs/server';
import { oneOf, pageNumber } from '@/ui/kit/tables/url-state';

export const SETUP_TABS = [
  'tax-codes',
  'exchange-rates',
  'posting-rules',
  'types',
  'currencies',
  'intercompany',
] as const;
export type SetupTab = (typeof SETUP_TABS)[number];

/** The URL parameters of the accounting setup. */
export const setupFilters = { of: oneOf(SETUP_TABS), page: pageNumber };
export const loadSetupFilters = createLoader(setupFilters);

/** A page of exchange rates, newest first. */
export function ratesQuestion(page: number) {
  return { page: Math.max(1, page), limit: 50 };
}
