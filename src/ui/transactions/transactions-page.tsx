import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { booksServer } from '@/surfaces/trpc/server';
import { prefetchNames } from '@/ui/records/prefetch-names';
import { SUBSIDIARIES_QUESTION } from '@/ui/records/subsidiaries-question';
import { listQuestion, loadTransactionFilters } from './transaction-filters';
import { TransactionsScreen } from './transactions-screen';

export const transactionsMetadata: Metadata = { title: 'Transactions' };

/** `/books/<org>/transactions`. */
export async function TransactionsPage({
  params,
  searchParams,
}: {
  readonly params: Promise<{ org: string }>;
  readonly searchParams: Promise<SearchParams>;
}) {
  const { org } = await params;
  const { trpc, HydrateClient } = await booksServer(org);
  await Promise.all([
    trpc.transactions.list.prefetch(listQuestion(await loadTransactionFilters(searchParams))),
    trpc.subsidiaries.list.prefetch(SUBSIDIARIES_QUESTION),
    trpc.savedViews.list.prefetch({ screen: 'transactions' }),
  ]);
  await prefetchNames(org);
  return (
    <HydrateClient>
      <TransactionsScreen />
    </HydrateClient>
  );
}
