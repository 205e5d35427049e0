import { connections } from '../client';
import { sql, type Tenant, type TenantClaim } from '../tenancy';

/** What one round of sealing did. */
export interface Sealed {
  readonly sealed: number;
  /** True when rows are left: more than the limit, or of transactions that are not surely over. */
  readonly hasMore: boolean;
}

/**
 * Seals up to `limit` audit rows of one organization, in commit order. Not a tenant's write: it changes nothing a tenant
 * can see and must not count as one, or sealing would call for sealing.
 */
export async function sealAuditRows(claim: TenantClaim, limit: number): Promise<Sealed> {
  const client = await connections().pool.connectAs({ organizationId: claim.organizationId, userId: null });
  try {
    const sealed = await client.query<{ n: number }>('select daybook_seal_audit($1::int) as n', [limit]);
    const left = await client.query<{ more: boolean }>(
      // By the newest row of this server's numbering alone: two looks into an index, however long the log.
      `select coalesce((select a.inserted_in_transaction from audit_log a
           where a.organization_id = $1::uuid and a.inserted_in_transaction >= 0
             and a.inserted_in_transaction < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
           order by a.inserted_in_transaction desc limit 1), 0)
         > coalesce((select a.inserted_in_transaction from audit_seals s
           join audit_log a on a.organization_id = s.organization_id and a.id = s.audit_id
           where s.organization_id = $1::uuid order by s.sequence desc limit 1), 0) as more`,
      [claim.organizationId],
    );
    return { sealed: sealed.rows[0]?.n ?? 0, hasMore: left.rows[0]?.more ?? false };
  } finally {
    client.release();
  }
}

export interface AuditVerdict {
  readonly sealed: string;
  readonly unsealed: string;
  /** The first place where the chain does not hold; null when it holds. */
  readonly firstBroken: string | null;
  /** The newest hash: written down elsewhere, it anchors the chain. */
  readonly head: string | null;
}

/** Recomputes the whole chain. */
export async function verifyAuditChain(tenant: Tenant): Promise<AuditVerdict> {
  const [row] = await sql<AuditVerdict>(
    tenant,
    `select o_sealed::text as sealed, o_unsealed::text as unsealed, o_first_broken::text as "firstBroken", o_head as head
     from daybook_verify_audit()`,
  );
  if (row === undefined) throw new Error('the verdict is one row');
  return row;
}

export interface LedgerVerdict {
  readonly entries: string;
  readonly lines: string;
  readonly unbalanced: string;
  readonly balanceBreaches: string;
  readonly dimensionBreaches: string;
  readonly difference: string;
  readonly documentsWithoutEntry: string;
}

/** Adds the ledger up again from its lines and compares. Takes as long as it takes. */
export async function verifyLedgerSums(tenant: Tenant): Promise<LedgerVerdict> {
  await sql(tenant, 'set local statement_timeout = 0');
  const [row] = await sql<LedgerVerdict>(
    tenant,
    `select o_entries::text as entries, o_lines::text as lines, o_unbalanced::text as unbalanced,
       o_balance_breaches::text as "balanceBreaches", o_dimension_breaches::text as "dimensionBreaches",
       o_difference::text as difference, o_documents_without_entry::text as "documentsWithoutEntry"
     from daybook_verify_ledger()`,
  );
  if (row === undefined) throw new Error('the verdict is one row');
  return row;
}
