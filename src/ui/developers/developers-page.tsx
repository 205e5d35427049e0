import type { Metadata } from 'next';
import { booksServer } from '@/surfaces/trpc/server';
import { DevelopersScreen } from './developers-screen';

export const developersMetadata: Metadata = { title: 'API keys' };

/** `/books/<org>/developers`. */
export async function DevelopersPage({ params }: { readonly params: Promise<{ org: string }> }) {
  const { trpc, HydrateClient } = await booksServer((await params).org);
  await trpc.credentials.keys.prefetch({});
  return (
    <HydrateClient>
      <DevelopersScreen />
    </HydrateClient>
  );
}
