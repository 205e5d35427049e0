import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { booksServer } from '@/surfaces/trpc/server';
import { pageScope } from '@/ui/finance/page-scope';
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
  const { scope } = await pageScope((await params).org, await searchParams);
  await trpc.reports.entries.prefetch(entriesQuestion(scope, await loadEntryFilters(searchParams)));
  return (
    <HydrateClient>
      <EntriesScreen />
    </HydrateClient>
  );
}
