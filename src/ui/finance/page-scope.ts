import type { SearchParams } from 'nuqs/server';
import type { RouterOutputs } from '@/surfaces/trpc/react';
import { booksServer } from '@/surfaces/trpc/server';
import { rightsIn } from '@/ui/shell/rights-in';
import { type FinanceScope, listedScope, loadFinanceFilters, PERIODS_QUESTION } from './finance-scope';

type Listed = RouterOutputs['reports']['periodStates'];

/**
 * The period and subsidiary of a page, and today's date, as its screen will have them: with the fiscal periods of the books, so that
 * the figures that are prefetched are those the screen asks for. The periods are fetched for the finance bar as well.
 */
export async function pageScope(
  org: string,
  search: SearchParams,
): Promise<{ readonly scope: FinanceScope; readonly today: string }> {
  const { trpc, fetched } = await booksServer(org);
  const [{ today }] = await Promise.all([
    rightsIn(org),
    trpc.reports.periodStates.prefetch(PERIODS_QUESTION),
  ]);
  const listed = fetched<Listed>('reports', 'periodStates')?.periods;
  return { scope: listedScope(loadFinanceFilters(search), today, listed), today };
}
