import type { SearchParams } from 'nuqs/server';
import { booksServer } from '@/surfaces/trpc/server';
import { ImportScreen } from './import-screen';
import { loadRowFilters, rowsQuestion } from './imports-question';

/** `/books/<org>/imports/<id>`. */
export async function ImportPage({
  params,
  searchParams,
}: {
  readonly params: Promise<{ org: string; id: string }>;
  readonly searchParams: Promise<SearchParams>;
}) {
  const { org, id } = await params;
  const { trpc, HydrateClient } = await booksServer(org);
  const filters = await loadRowFilters(searchParams);
  await Promise.all([
    trpc.imports.get.prefetch({ id }),
    trpc.imports.rows.prefetch(rowsQuestion(id, filters)),
  ]);
  return (
    <HydrateClient>
      <ImportScreen id={id} />
    </HydrateClient>
  );
}
