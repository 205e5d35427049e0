import { insertRows } from '../../bulk';
import { sql, type Tenant } from '../../tenancy';

/** What a parent owns of a subsidiary from a day on. */
export interface OwnershipRow {
  readonly id: string;
  readonly percent: string;
  readonly effectiveDate: string;
  readonly reason: string | null;
  readonly recordedBy: string | null;
  readonly recordedAt: string;
}

/** The ownership of a subsidiary as it was recorded, newest first by the day it holds from, then by when it was recorded. */
export async function listOwnership(tenant: Tenant, subsidiaryId: string): Promise<OwnershipRow[]> {
  return sql<OwnershipRow>(
    tenant,
    `select o.id, o.percent::text as percent, o.effective_date::text as "effectiveDate", o.reason, o.recorded_by as "recordedBy",
       to_char(o.recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "recordedAt"
     from ownership_interests o where o.organization_id = $1::uuid and o.subsidiary_id = $2::uuid
     order by o.effective_date desc, o.recorded_at desc, o.id desc`,
    [tenant.organizationId, subsidiaryId],
  );
}

export async function insertOwnership(
  tenant: Tenant,
  row: {
    readonly id: string;
    readonly subsidiaryId: string;
    readonly percent: string;
    readonly effectiveDate: string;
    readonly reason: string | null;
    readonly recordedBy: string | null;
    /** Omitted: now. */
    readonly recordedAt?: Date;
  },
): Promise<void> {
  await insertRows(tenant, 'ownership_interests', [{ ...row }]);
}

/** Changes of one subsidiary's ownership take turns. */
export async function lockOwnership(tenant: Tenant, subsidiaryId: string): Promise<void> {
  await sql(
    tenant,
    `select pg_advisory_xact_lock(hashtextextended('ownership:' || $1::text || $2::text, 0))::text`,
    [tenant.organizationId, subsidiaryId],
  );
}
