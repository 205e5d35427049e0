import type { Metadata } from 'next';
import { booksServer } from '@/surfaces/trpc/server';
import { rightsIn } from '@/ui/shell/rights-in';
import { SettingsScreen } from './settings-screen';

export const settingsMetadata: Metadata = { title: 'Organization' };

/** `/books/<org>/settings`. */
export async function SettingsPage({ params }: { readonly params: Promise<{ org: string }> }) {
  const { trpc, HydrateClient } = await booksServer((await params).org);
  const { organizationId } = await rightsIn((await params).org);
  await trpc.organizations.get.prefetch({ id: organizationId });
  return (
    <HydrateClient>
      <SettingsScreen />
    </HydrateClient>
  );
}
