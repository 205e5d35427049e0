import type { AddedCostMonth, StoredCostMonth } from '../../../core/revenue/contracts/costs/cost-differences';
import { insertRows } from '../../bulk';
import { sql, type Tenant } from '../../tenancy';

/** A cost that follows the facts of its contract, and how many rows it has. */
export interface FollowingCost {
  readonly id: string;
  readonly item: string;
  readonly rows: number;
}

/** The costs of a contract that follow its facts, locked in id order. */
export async function lockFollowingCosts(tenant: Tenant, contractId: string): Promise<FollowingCost[]> {
  return sql<FollowingCost>(
    tenant,
    `select k.id, k.item, (select coalesce(max(r.seq) + 1, 0)::int from contract_cost_rows r
       where r.organization_id = $1::uuid and r.cost_id = k.id) as rows
     from (select c.id, c.item from contract_costs c where c.organization_id = $1::uuid and c.contract_id = $2::uuid and c.item is not null
       order by c.id for update) k`,
    [tenant.organizationId, contractId],
  );
}

/** The stored sum of each month of a contract's costs. */
export async function storedCostMonths(tenant: Tenant, contractId: string): Promise<StoredCostMonth[]> {
  return sql<StoredCostMonth>(
    tenant,
    `select c.item, r.row_kind as kind, r.natural_period as period, sum(r.amount)::text as amount, max(r.event_id::text) as "eventId"
     from contract_costs c join contract_cost_rows r on r.organization_id = c.organization_id and r.cost_id = c.id
     where c.organization_id = $1::uuid and c.contract_id = $2::uuid and c.item is not null group by 1, 2, 3 order by 1, 2, 3`,
    [tenant.organizationId, contractId],
  );
}

/** Appends months a fact added to costs. */
export async function appendCostMonths(
  tenant: Tenant,
  subsidiaryId: string,
  rows: readonly (AddedCostMonth & { costId: string; seq: number; causeId: string })[],
): Promise<void> {
  await insertRows(
    tenant,
    'contract_cost_rows',
    rows.map(({ costId, seq, kind, period, naturalPeriod, amount, eventId, causeId }) => ({
      ...{ costId, seq, subsidiaryId, rowKind: kind, period, naturalPeriod, amount, eventId, causeId },
    })),
  );
}

/** A month of a cost or a provision as stored, with its posting. */
export interface CostMonthRow {
  readonly item: string;
  readonly kind: string;
  readonly seq: number;
  readonly period: string;
  readonly naturalPeriod: string;
  readonly amount: string;
  readonly eventId: string | null;
  readonly causeId: string | null;
  readonly runId: string | null;
  readonly entryId: string | null;
  readonly postedPeriod: string | null;
}

/** The months of a contract's costs and provisions for losses in the order recorded; with `knownAsOf`, as they were known then. */
export async function costMonthsOf(
  tenant: Tenant,
  contractId: string,
  knownAsOf: string | null = null,
): Promise<CostMonthRow[]> {
  return sql<CostMonthRow>(
    tenant,
    `select c.item, r.row_kind as kind, r.seq, r.period, r.natural_period as "naturalPeriod", r.amount::text as amount, r.event_id as "eventId",
       r.cause_id as "causeId", case when r.posted_at <= coalesce($3::timestamptz, 'infinity') then r.run_id end as "runId",
       case when r.posted_at <= coalesce($3::timestamptz, 'infinity') then r.entry_id end as "entryId",
       case when r.posted_at <= coalesce($3::timestamptz, 'infinity') then r.posted_period end as "postedPeriod"
     from contract_costs c join contract_cost_rows r on r.organization_id = c.organization_id and r.cost_id = c.id
     where c.organization_id = $1::uuid and c.contract_id = $2::uuid and c.item is not null
       and ($3::timestamptz is null or r.recorded_at <= $3::timestamptz) order by c.item, r.seq`,
    [tenant.organizationId, contractId, knownAsOf],
  );
}
