import type { SearchParams } from 'nuqs/server';
import type { ComponentType } from 'react';
import { booksServer } from '@/surfaces/trpc/server';
import type { FinanceScope } from '@/ui/finance/finance-scope';
import { pageScope } from '@/ui/finance/page-scope';
import { prefetchNames } from './prefetch-names';

type BooksServer = Awaited<ReturnType<typeof booksServer>>;
type Props = { readonly params: Promise<{ org: string }>; readonly searchParams: Promise<SearchParams> };

/** A page that prefetches its screen's first query, independent of other URL parameters. */
export function plainPage(
  prefetch: (trpc: BooksServer['trpc'], search: SearchParams) => Promise<unknown>,
  Screen: ComponentType,
) {
  return async function PlainPage({ params, searchParams }: Props) {
    const { org } = await params;
    const { trpc, HydrateClient } = await booksServer(org);
    await prefetch(trpc, await searchParams);
    await prefetchNames(org);
    return (
      <HydrateClient>
        <Screen />
      </HydrateClient>
    );
  };
}

/** A page with the finance bar: the report for the period and subsidiary in its URL. */
export function financePage(
  prefetch: (trpc: BooksServer['trpc'], scope: FinanceScope, search: SearchParams) => Promise<unknown>,
  Screen: ComponentType,
) {
  return async function FinancePage({ params, searchParams }: Props) {
    const { trpc, HydrateClient } = await booksServer((await params).org);
    const search = await searchParams;
    const { scope } = await pageScope((await params).org, search);
    await prefetch(trpc, scope, search);
    return (
      <HydrateClient>
        <Screen />
      </HydrateClient>
    );
  };
}
