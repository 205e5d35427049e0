import type { SearchParams } from 'nuqs/server';
import type { ComponentType } from 'react';
import { booksServer } from '@/surfaces/trpc/server';
import { type ListQuestion, listQuestion, loadListFilters } from './list-filters';
import { prefetchNames } from './prefetch-names';

type BooksServer = Awaited<ReturnType<typeof booksServer>>;
type Props = { readonly params: Promise<{ org: string }>; readonly searchParams: Promise<SearchParams> };

/** A page that fetches the list given by its URL before the first render and passes it to the screen. */
export function listPage(
  prefetch: (trpc: BooksServer['trpc'], question: ListQuestion) => Promise<unknown>,
  Screen: ComponentType,
) {
  return async function ListPage({ params, searchParams }: Props) {
    const { org } = await params;
    const { trpc, HydrateClient } = await booksServer(org);
    await prefetch(trpc, listQuestion(await loadListFilters(searchParams)));
    await prefetchNames(org);
    return (
      <HydrateClient>
        <Screen />
      </HydrateClient>
    );
  };
}

/** A page for one record, fetched by the id in its URL. */
export function recordPage(
  prefetch: (trpc: BooksServer['trpc'], id: string) => Promise<unknown>,
  Screen: ComponentType<{ id: string }>,
) {
  return async function RecordPage({ params }: { readonly params: Promise<{ org: string; id: string }> }) {
    const { org, id } = await params;
    const { trpc, HydrateClient } = await booksServer(org);
    await prefetch(trpc, id);
    await prefetchNames(org);
    return (
      <HydrateClient>
        <Screen id={id} />
      </HydrateClient>
    );
  };
}
