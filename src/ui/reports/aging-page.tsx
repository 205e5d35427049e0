import type { SearchParams } from 'nuqs/server';
import { booksServer } from '@/surfaces/trpc/server';
import { pageScope } from '@/ui/finance/page-scope';
import { AgingScreen } from './aging-screen';
import { agingQuestion, loadAgingFilters, openItemsPage, openItemsQuestion } from './statement-questions';

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
  await Promise.all([
    trpc.reports.aging.prefetch(agingQuestion(scope, today, filters)),
    ...(filters.entity
      ? [
          trpc.reports.openItems.prefetch(
            openItemsPage(openItemsQuestion(scope, today, filters), filters.page),
          ),
        ]
      : []),
  ]);
  return (
    <HydrateClient>
      <AgingScreen />
    </HydrateClient>
  );
}
