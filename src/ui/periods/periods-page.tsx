import type { Metadata } from 'next';
import { booksServer } from '@/surfaces/trpc/server';
import { PeriodsScreen } from './periods-screen';

export const periodsMetadata: Metadata = { title: 'Periods' };

/** `/books/<org>/periods`. */
export async function PeriodsPage({ params }: { readonly params: Promise<{ org: string }> }) {
  const { trpc, HydrateClient } = await booksServer((await params).org);
  await Promise.all([trpc.periods.list.prefetch({}), trpc.subsidiaries.list.prefetch({ limit: 100 })]);
  return (
    <HydrateClient>
      <PeriodsScreen />
    </HydrateClient>
  );
}
