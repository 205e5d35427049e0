import type { ObligationPattern } from '../../../core/revenue/contracts/agreed/promised-terms';
import { insertRows } from '../../bulk';
import { ask, type Question, sqlPlannedOnce } from '../../stores/questions';
import { sql, type Tenant } from '../../tenancy';

/** A performance obligation as stored. */
export interface ObligationRow {
  readonly key: string;
  readonly position: number;
  readonly description: string | null;
  readonly itemId: string | null;
  readonly pattern: ObligationPattern;
  readonly ssp: string;
  readonly allocated: string;
  readonly measure: string | null;
  readonly held: boolean;
  readonly capacity: string;
  readonly nature: string;
  readonly timing: string;
  readonly expedient: string;
  readonly revenueAccountId: string;
  readonly classId: string | null;
  readonly departmentId: string | null;
  readonly locationId: string | null;
  readonly projectId: string | null;
}

/** The obligations of a contract, in contract order. */
export const listObligations = (tenant: Tenant, contractId: string): Promise<ObligationRow[]> =>
  ask(tenant, obligationsAsked(tenant, contractId));

/** Asks for the obligations of a contract, in contract order. */
export const obligationsAsked = (
  { organizationId }: Tenant,
  contractId: string,
): Question<ObligationRow> => ({
  text: `select o.key, o.position, o.description, o.item_id as "itemId", o.pattern, o.ssp::text as ssp, o.allocated::text as allocated,
       trim_scale(o.measure)::text as measure, o.held, o.capacity, o.nature, o.timing, o.expedient, o.revenue_account_id as "revenueAccountId",
       o.class_id as "classId", o.department_id as "departmentId", o.location_id as "locationId", o.project_id as "projectId"
     from performance_obligations o where o.organization_id = $1::uuid and o.contract_id = $2::uuid order by o.position, o.key`,
  values: [organizationId, contractId],
});

/** The contract that a row belongs to. */
export interface OfContract {
  readonly contractId: string;
}

/** Adds obligations to contracts. */
export async function insertObligations(
  tenant: Tenant,
  rows: readonly (ObligationRow & OfContract)[],
): Promise<void> {
  await insertRows(
    tenant,
    'performance_obligations',
    rows.map((row) => ({ ...row })),
  );
}

/**
 * Obligations that a contract agrees again: the fact that added them was voided or is replaced. They have the terms they are agreed with
 * now; the account and dimensions of those with revenue in the ledger stay, so that it is reversed where it was posted.
 */
export async function agreeAgain(
  tenant: Tenant,
  contractId: string,
  rows: readonly ObligationRow[],
): Promise<void> {
  await sql(
    tenant,
    `update performance_obligations o set description = x.description, item_id = x.item_id, ssp = x.ssp, capacity = x.capacity,
       nature = x.nature, timing = x.timing, expedient = x.expedient,
       revenue_account_id = case when p.posted then o.revenue_account_id else x.revenue_account_id end,
       class_id = case when p.posted then o.class_id else x.class_id end,
       department_id = case when p.posted then o.department_id else x.department_id end,
       location_id = case when p.posted then o.location_id else x.location_id end,
       project_id = case when p.posted then o.project_id else x.project_id end
     from jsonb_to_recordset($3::jsonb) as x(key text, description text, item_id uuid, ssp numeric, capacity text, nature text, timing text,
         expedient text, revenue_account_id uuid, class_id uuid, department_id uuid, location_id uuid, project_id uuid)
       cross join lateral (select exists (select from revenue_rows r where r.organization_id = $1::uuid and r.contract_id = $2::uuid
         and r.obligation_key = x.key and r.run_id is not null) as posted) p
     where o.organization_id = $1::uuid and o.contract_id = $2::uuid and o.key = x.key`,
    [
      tenant.organizationId,
      contractId,
      JSON.stringify(
        rows.map((row) => ({
          key: row.key,
          description: row.description,
          item_id: row.itemId,
          ssp: row.ssp,
          capacity: row.capacity,
          nature: row.nature,
          timing: row.timing,
          expedient: row.expedient,
          revenue_account_id: row.revenueAccountId,
          class_id: row.classId,
          department_id: row.departmentId,
          location_id: row.locationId,
          project_id: row.projectId,
        })),
      ),
    ],
  );
}

/** What facts change of an obligation. */
export type ObligationFigures = Pick<ObligationRow, 'key' | 'pattern' | 'allocated' | 'measure' | 'held'>;

/** Updates the figures of obligations from the events; unchanged ones are not written. */
export async function writeObligations(
  tenant: Tenant,
  rows: readonly (ObligationFigures & OfContract)[],
): Promise<void> {
  await sqlPlannedOnce(
    tenant,
    `update performance_obligations o set pattern = x.pattern, allocated = x.allocated, measure = x.measure, held = x.held
     from jsonb_to_recordset($2::jsonb) as x("contractId" uuid, key text, pattern jsonb, allocated numeric, measure numeric, held boolean)
     where o.organization_id = $1::uuid and o.contract_id = x."contractId" and o.key = x.key
       and (o.pattern, o.allocated, o.measure, o.held) is distinct from (x.pattern, x.allocated, x.measure, x.held)`,
    [tenant.organizationId, JSON.stringify(rows)],
  );
}
