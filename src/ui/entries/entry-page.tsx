import type { Metadata } from 'next';
import { booksServer } from '@/surfaces/trpc/server';
import { EntryScreen } from './entry-screen';

export const entryMetadata: Metadata = { title: 'Ledger entry' };

/** `/books/<org>/entries/<id>`. */
export async function EntryPage({ params }: { readonly params: Promise<{ org: string; id: string }> }) {
  const { org, id } = await params;
  const { trpc, HydrateClient } = await booksServer(org);
  await trpc.reports.entry.prefetch({ id });
  return (
    <HydrateClient>
      <EntryScreen id={id} />
    </HydrateClient>
  );
}
