import type { Metadata } from 'next';
import { booksServer } from '@/surfaces/trpc/server';
import { SubsidiariesScreen } from './subsidiaries-screen';

export const subsidiariesMetadata: Metadata = { title: 'Subsidiaries' };

/** `/books/<org>/subsidiaries`. */
export async function SubsidiariesPage({ params }: { readonly params: Promise<{ org: string }> }) {
  const { trpc, HydrateClient } = await booksServer((await params).org);
  await trpc.subsidiaries.list.prefetch({ limit: 100 });
  return (
    <HydrateClient>
      <SubsidiariesScreen />
    </HydrateClient>
  );
}
