import { sql, withTenantSql } from '@/db/tenancy';
import type { TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';

/** Throws unless every acknowledged posting is in the books, nothing is half posted and every check of the books passes. */
export async function demandSound(
  organization: TestOrganization,
  acknowledged: Iterable<string>,
  when: string,
  /** For books into which a recognition run posts: its entries have no documents. */
  { hasRuns = false }: { readonly hasRuns?: boolean } = {},
): Promise<void> {
  const ids = [...acknowledged];
  const claim = { organizationId: organization.principals.admin.organizationId, userId: null };
  const [row] = await withTenantSql(claim, (tenant) =>
    sql<{ posted: number; halves: number }>(
      tenant,
      `select (select count(*)::int from business_transactions t join ledger_entries e
                 on e.organization_id = t.organization_id and e.id = t.ledger_entry_id
               where t.id = any ($1::uuid[]) and t.transaction_status = 'POSTED') as posted,
              (select count(*)::int from ledger_entries e where not exists (
                 select 1 from business_transactions t where t.organization_id = e.organization_id and t.ledger_entry_id = e.id)) as halves`,
      [ids],
    ),
  );
  if (row?.posted !== ids.length)
    throw new Error(`${when}: ${ids.length} postings were acknowledged, ${row?.posted} are there`);
  if (row.halves !== 0 && !hasRuns) throw new Error(`${when}: ${row.halves} entries have no document`);
  const verdict = await runForOutput(verifyBooks, organization.callAs('admin'), {});
  if (!verdict.isSound)
    throw new Error(
      `${when}: ${verdict.breaches.map(({ check, message }) => `${check}: ${message}`).join(' ')}`,
    );
}
