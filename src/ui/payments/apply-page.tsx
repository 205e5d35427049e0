import type { Metadata } from 'next';
import { booksServer } from '@/surfaces/trpc/server';
import { ApplyScreen } from './apply-screen';

export const applyMetadata: Metadata = { title: 'Apply payment' };

/** `/books/<org>/payments/<id>`. */
export async function ApplyPage({ params }: { readonly params: Promise<{ org: string; id: string }> }) {
  const { org, id } = await params;
  const { trpc, HydrateClient } = await booksServer(org);
  await Promise.all([
    trpc.transactions.get.prefetch({ id }),
    trpc.transactions.applications.prefetch({ transactionId: id }),
  ]);
  return (
    <HydrateClient>
      <ApplyScreen id={id} />
    </HydrateClient>
  );
}
