import type { Metadata } from 'next';
import { booksServer } from '@/surfaces/trpc/server';
import { prefetchNames } from '@/ui/records/prefetch-names';
import { ApprovalsScreen } from './approvals-screen';
import { QUEUE_QUESTION, REVENUE_QUEUE } from './queue-question';

export const approvalsMetadata: Metadata = { title: 'Approvals' };

/** `/books/<org>/approvals`. */
export async function ApprovalsPage({ params }: { readonly params: Promise<{ org: string }> }) {
  const { org } = await params;
  const { trpc, HydrateClient } = await booksServer(org);
  await Promise.all([
    trpc.transactions.list.prefetch(QUEUE_QUESTION),
    trpc.revenue.approvals.list.prefetch(REVENUE_QUEUE),
  ]);
  await prefetchNames(org);
  return (
    <HydrateClient>
      <ApprovalsScreen />
    </HydrateClient>
  );
}
