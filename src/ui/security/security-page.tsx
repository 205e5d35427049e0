import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { booksServer } from '@/surfaces/trpc/server';
import { loadSecurityFilters, securityQuestion } from './security-filters';
import { SecurityScreen } from './security-screen';

export const securityMetadata: Metadata = { title: 'Security log' };

/** `/books/<org>/security`. */
export async function SecurityPage({
  params,
  searchParams,
}: {
  readonly params: Promise<{ org: string }>;
  readonly searchParams: Promise<SearchParams>;
}) {
  const { trpc, HydrateClient } = await booksServer((await params).org);
  await trpc.security.list.prefetch(securityQuestion(await loadSecurityFilters(searchParams)));
  return (
    <HydrateClient>
      <SecurityScreen />
    </HydrateClient>
  );
}
