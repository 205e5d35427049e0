import type { SearchParams } from 'nuqs/server';
import { booksServer } from '@/surfaces/trpc/server';
import { pageScope } from '@/ui/finance/page-scope';
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
  const search = await searchParams;
  const { scope, today } = await pageScope((await params).org, search);
  const filters = loadAgingFilters(search);
  const question = agingQuestion(scope, today, filters);
  await Promise.all([
    trpc.reports.aging.prefetch(question),
    ...(filters.entity ? [trpc.reports.openItems.prefetch(question)] : []),
  ]);
  return (
    <HydrateClient>
      <AgingScreen />
    </HydrateClient>
  );
}
