import { connections } from '../../client';
import { onServerOf } from '../../retry';
import { type Tenant, type TenantClaim, verificationSql } from '../../tenancy';

/** The result of one round of sealing. */
export interface Sealed {
  readonly sealed: number;
  /** True when rows remain: more than the limit, or from transactions that may not have ended. */
  readonly hasMore: boolean;
}

/**
 * Seals up to `limit` audit rows of one organization, in commit order; `isWhole` looks for them in the whole log, which a database
 * restored to another server may need. This is not a tenant's write: it changes nothing a
 * tenant can see and must not be treated as one, or sealing would trigger more sealing.
 */
export function sealAuditRows(
  { organizationId }: TenantClaim,
  limit: number,
  isWhole: boolean,
): Promise<Sealed> {
  return onServerOf(organizationId, async (server) => {
    const client = await connections(server).pool.connectAs({ organizationId, userId: null });
    try {
      const sealed = await client.query<{ n: number }>(
        'select daybook_seal_audit($1::int, $2::boolean) as n',
        [limit, isWhole],
      );
      const left = await client.query<{ more: boolean }>(
        // Only the newest row in this server's numbering is checked: a few index lookups, however long the log.
        `select coalesce((
             select (select s.audit_id from audit_seals s where s.organization_id = $1::uuid and s.audit_id = a.id) is null
             from audit_log a
             where a.organization_id = $1::uuid and a.inserted_in_transaction >= 0
               and a.inserted_in_transaction < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
             order by a.inserted_in_transaction desc limit 1), false) as more`,
        [organizationId],
      );
      return { sealed: sealed.rows[0]?.n ?? 0, hasMore: left.rows[0]?.more ?? false };
    } finally {
      client.release();
    }
  });
}

export interface AuditVerdict {
  readonly sealed: string;
  readonly unsealed: string;
  /** The first position where the chain is broken; null when it is intact. */
  readonly firstBroken: string | null;
  /** How many positions are broken. */
  readonly broken: string;
  /** The newest position; 0 when nothing is sealed. */
  readonly sequence: string;
  /** The newest hash; a copy kept elsewhere anchors the chain. */
  readonly head: string | null;
}

/** Recomputes the chain after a position; `0` for the whole chain. Has no time limit. */
export async function verifyAuditChain(tenant: Tenant, after = '0'): Promise<AuditVerdict> {
  const [row] = await verificationSql<AuditVerdict>(
    tenant,
    `select o_sealed::text as sealed, o_unsealed::text as unsealed, o_first_broken::text as "firstBroken",
       o_broken::text as broken, o_sequence::text as sequence, o_head as head
     from daybook_verify_audit($1::bigint)`,
    [after],
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

/** What the sums of the ledger came to; entries that do not balance and documents without one are counted by checks of their own. */
export type LedgerSums = Omit<LedgerVerdict, 'unbalanced' | 'documentsWithoutEntry'>;

/** Recomputes the ledger's balances from its lines and compares. What is not selected of the law is not computed. Has no time limit. */
export async function verifyLedgerSums(tenant: Tenant): Promise<LedgerSums> {
  const [row] = await verificationSql<LedgerSums>(
    tenant,
    `select o_entries::text as entries, o_lines::text as lines, o_balance_breaches::text as "balanceBreaches",
       o_dimension_breaches::text as "dimensionBreaches", o_difference::text as difference
     from daybook_verify_ledger()`,
  );
  if (row === undefined) throw new Error('the verdict is one row');
  return row;
}
