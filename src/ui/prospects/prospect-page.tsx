import type { Metadata } from 'next';
import { booksServer } from '@/surfaces/trpc/server';
import { ProspectScreen } from './prospect-screen';

type Props = { readonly params: Promise<{ org: string; id: string }> };

export const prospectMetadata: Metadata = { title: 'Prospect' };

/** `/books/<org>/prospects/<id>`. */
export async function ProspectPage({ params }: Props) {
  const { org, id } = await params;
  const { trpc, HydrateClient } = await booksServer(org);
  await trpc.prospects.get.prefetch({ id });
  return (
    <HydrateClient>
      <ProspectScreen id={id} />
    </HydrateClient>
  );
}
