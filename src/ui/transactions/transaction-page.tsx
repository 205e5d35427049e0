import type { Metadata } from 'next';
import { booksServer } from '@/surfaces/trpc/server';
import { prefetchNames } from '@/ui/records/prefetch-names';
import { TransactionScreen } from './transaction-screen';

export const transactionMetadata: Metadata = { title: 'Transaction' };

/** `/books/<org>/transactions/<id>`. */
export async function TransactionPage({ params }: { readonly params: Promise<{ org: string; id: string }> }) {
  const { org, id } = await params;
  const { trpc, HydrateClient } = await booksServer(org);
  await Promise.all([trpc.transactions.get.prefetch({ id }), trpc.transactions.names.prefetch({ id })]);
  await prefetchNames(org);
  return (
    <HydrateClient>
      <TransactionScreen id={id} />
    </HydrateClient>
  );
}
