import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { PROSPECT_STATUSES } from '@/core/sales/prospect-status';
import { booksServer } from '@/surfaces/trpc/server';
import { columnQuestion, listQuestion, loadProspectFilters } from './prospect-filters';
import { ProspectsScreen } from './prospects-screen';

export const prospectsMetadata: Metadata = { title: 'Prospects' };

/** `/books/<org>/prospects`: the pipeline as a board or a list. */
export async function ProspectsPage({
  params,
  searchParams,
}: {
  readonly params: Promise<{ org: string }>;
  readonly searchParams: Promise<SearchParams>;
}) {
  const { trpc, HydrateClient } = await booksServer((await params).org);
  const filters = await loadProspectFilters(searchParams);
  const views = trpc.savedViews.list.prefetch({ screen: 'prospects' });
  await Promise.all(
    filters.view === 'list'
      ? [views, trpc.prospects.list.prefetch(listQuestion(filters))]
      : [
          views,
          trpc.prospects.pipeline.prefetch({}),
          ...PROSPECT_STATUSES.map((status) =>
            trpc.prospects.list.prefetch(columnQuestion(status, filters.search)),
          ),
        ],
  );
  return (
    <HydrateClient>
      <ProspectsScreen />
    </HydrateClient>
  );
}
