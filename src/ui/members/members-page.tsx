import type { Metadata } from 'next';
import { booksServer } from '@/surfaces/trpc/server';
import { SUBSIDIARIES_QUESTION } from '@/ui/records/subsidiaries-question';
import { MembersScreen } from './members-screen';

export const membersMetadata: Metadata = { title: 'Members' };

/** `/books/<org>/members`. */
export async function MembersPage({ params }: { readonly params: Promise<{ org: string }> }) {
  const { trpc, HydrateClient } = await booksServer((await params).org);
  await Promise.all([
    trpc.members.list.prefetch({}),
    trpc.roles.list.prefetch({}),
    trpc.subsidiaries.list.prefetch(SUBSIDIARIES_QUESTION),
  ]);
  return (
    <HydrateClient>
      <MembersScreen />
    </HydrateClient>
  );
}
