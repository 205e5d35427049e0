import { insertRows } from '../../bulk';
import { sql, type Tenant } from '../../tenancy';

/** The noncurrent portion of a month's contract liabilities, as reclassified and reversed. */
export interface ReclassificationRow {
  readonly id: string;
  readonly subsidiaryId: string;
  readonly period: string;
  readonly currencyCode: string;
  readonly postingDate: string;
  readonly reversalDate: string;
  readonly liability: string;
  readonly nonCurrent: string;
  readonly accountId: string;
  readonly entryId: string;
  readonly reversalEntryId: string;
  readonly createdBy: string | null;
}

/** The reclassifications of a subsidiary (null for all in the caller's scope), newest month first. */
export async function listReclassifications(
  tenant: Tenant,
  subsidiaryId: string | null,
  period: string | null,
): Promise<(ReclassificationRow & { createdAt: Date })[]> {
  return sql(
    tenant,
    `select r.id, r.subsidiary_id as "subsidiaryId", r.period, r.currency_code as "currencyCode", r.posting_date::text as "postingDate",
       r.reversal_date::text as "reversalDate", r.liability::text as liability, r.non_current::text as "nonCurrent", r.account_id as "accountId",
       r.entry_id as "entryId", r.reversal_entry_id as "reversalEntryId", r.created_by as "createdBy", r.created_at as "createdAt"
     from revenue_reclassifications r where r.organization_id = $1::uuid and ($2::uuid is null or r.subsidiary_id = $2::uuid)
       and ($3::text is null or r.period = $3) order by r.period desc, r.currency_code limit 1000`,
    [tenant.organizationId, subsidiaryId, period],
  );
}

export async function insertReclassification(tenant: Tenant, row: ReclassificationRow): Promise<void> {
  await insertRows(tenant, 'revenue_reclassifications', [{ ...row }]);
}

/** Currencies in which a subsidiary's contracts have ever had movements. */
export async function currenciesOfContracts(tenant: Tenant, subsidiaryId: string): Promise<string[]> {
  const rows = await sql<{ code: string }>(
    tenant,
    `select distinct p.currency_code as code from revenue_positions p where p.organization_id = $1::uuid and p.subsidiary_id = $2::uuid order by 1`,
    [tenant.organizationId, subsidiaryId],
  );
  return rows.map(({ code }) => code);
}
