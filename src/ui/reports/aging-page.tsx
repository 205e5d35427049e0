import type { SearchParams } from 'nuqs/server';
import { booksServer } from '@/surfaces/trpc/server';
import { financeScope, loadFinanceFilters } from '@/ui/finance/finance-scope';
import { rightsIn } from '@/ui/shell/rights-in';
import { AgingScreen } from './aging-screen';
import { agingQuestion, loadAgingFilters } from './statement-questions';

/** `/books/<org>/reports/aging`. */
export async function AgingPage({
  params,
  searchParams,
}: {
  readonly params: Promise<{ org: string }>;
  readonly searchParams: Promise<SearchParams>;
}) {
  const { trpc, HydrateClient } = await booksServer((await params).org);
  const { today } = await rightsIn((await params).org);
  const search = await searchParams;
  const scope = financeScope(loadFinanceFilters(search), today);
  const filters = loadAgingFilters(search);
  const question = agingQuestion(scope, today, filters);
  await Promise.all([
    trpc.reports.aging.prefetch(question),
    trpc.reports.glOverview.prefetch({ periods: 36 }),
    ...(filters.entity ? [trpc.reports.openItems.prefetch(question)] : []),
  ]);
  return (
    <HydrateClient>
      <AgingScreen />
    </HydrateClient>
  );
}
