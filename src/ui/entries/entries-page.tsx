import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { booksServer } from '@/surfaces/trpc/server';
import { financeScope, loadFinanceFilters } from '@/ui/finance/finance-scope';
import { rightsIn } from '@/ui/shell/rights-in';
import { EntriesScreen } from './entries-screen';
import { entriesQuestion, loadEntryFilters } from './entry-filters';

export const entriesMetadata: Metadata = { title: 'Ledger entries' };

/** `/books/<org>/entries`. */
export async function EntriesPage({
  params,
  searchParams,
}: {
  readonly params: Promise<{ org: string }>;
  readonly searchParams: Promise<SearchParams>;
}) {
  const { trpc, HydrateClient } = await booksServer((await params).org);
  const { today } = await rightsIn((await params).org);
  const scope = financeScope(await loadFinanceFilters(searchParams), today);
  await Promise.all([
    trpc.reports.entries.prefetch(entriesQuestion(scope, await loadEntryFilters(searchParams))),
    trpc.reports.glOverview.prefetch({ periods: 36 }),
  ]);
  return (
    <HydrateClient>
      <EntriesScreen />
    </HydrateClient>
  );
}
