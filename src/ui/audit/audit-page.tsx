import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { booksServer } from '@/surfaces/trpc/server';
import { auditQuestion, loadAuditFilters } from './audit-filters';
import { AuditScreen } from './audit-screen';

export const auditMetadata: Metadata = { title: 'Audit trail' };

/** `/books/<org>/audit`. */
export async function AuditPage({
  params,
  searchParams,
}: {
  readonly params: Promise<{ org: string }>;
  readonly searchParams: Promise<SearchParams>;
}) {
  const { trpc, HydrateClient } = await booksServer((await params).org);
  await trpc.audit.list.prefetch(auditQuestion(await loadAuditFilters(searchParams)));
  return (
    <HydrateClient>
      <AuditScreen />
    </HydrateClient>
  );
}
