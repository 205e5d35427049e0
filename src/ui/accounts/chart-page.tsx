import type { Metadata } from 'next';
import { booksServer } from '@/surfaces/trpc/server';
import { ChartScreen } from './chart-screen';

export const chartMetadata: Metadata = { title: 'Chart of accounts' };

/** `/books/<org>/accounts`. */
export async function ChartPage({ params }: { readonly params: Promise<{ org: string }> }) {
  const { trpc, HydrateClient } = await booksServer((await params).org);
  await Promise.all([
    trpc.accounts.tree.prefetch({}),
    trpc.reports.trialBalance.prefetch({ includeZero: true }),
  ]);
  return (
    <HydrateClient>
      <ChartScreen />
    </HydrateClient>
  );
}
