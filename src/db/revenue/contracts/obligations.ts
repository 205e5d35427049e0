import type { ObligationPattern } from '../../../core/revenue/contracts/agreed/promised-terms';
import { insertRows } from '../../bulk';
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
export async function listObligations(tenant: Tenant, contractId: string): Promise<ObligationRow[]> {
  return sql<ObligationRow>(
    tenant,
    `select o.key, o.position, o.description, o.item_id as "itemId", o.pattern, o.ssp::text as ssp, o.allocated::text as allocated,
       trim_scale(o.measure)::text as measure, o.held, o.capacity, o.nature, o.timing, o.expedient, o.revenue_account_id as "revenueAccountId",
       o.class_id as "classId", o.department_id as "departmentId", o.location_id as "locationId", o.project_id as "projectId"
     from performance_obligations o where o.organization_id = $1::uuid and o.contract_id = $2::uuid order by o.position, o.key`,
    [tenant.organizationId, contractId],
  );
}

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

/** What facts change of an obligation. */
export type ObligationFigures = Pick<ObligationRow, 'key' | 'pattern' | 'allocated' | 'measure' | 'held'>;

/** Updates the figures of obligations from the events; unchanged ones are not written. */
export async function writeObligations(
  tenant: Tenant,
  rows: readonly (ObligationFigures & OfContract)[],
): Promise<void> {
  await sql(
    tenant,
    `update performance_obligations o set pattern = x.pattern, allocated = x.allocated, measure = x.measure, held = x.held
     from jsonb_to_recordset($2::jsonb) as x("contractId" uuid, key text, pattern jsonb, allocated numeric, measure numeric, held boolean)
     where o.organization_id = $1::uuid and o.contract_id = x."contractId" and o.key = x.key
       and (o.pattern, o.allocated, o.measure, o.held) is distinct from (x.pattern, x.allocated, x.measure, x.held)`,
    [tenant.organizationId, JSON.stringify(rows)],
  );
}
