import { insertRows } from '../../bulk';
import { keptCount } from '../../stores/record-counts';
import { sql, type Tenant } from '../../tenancy';

/** A contract cost as stored; provisions for losses are kept in the same table and are not among them. */
export interface CostRow {
  readonly id: string;
  readonly contractId: string;
  readonly description: string | null;
  readonly costKind: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly amount: string;
  readonly postingDate: string;
  readonly facts: unknown;
  readonly decision: string;
  readonly why: string;
  readonly startDate: string;
  readonly months: number;
  readonly exchangeRate: string;
  readonly amortised: string;
  readonly impaired: string;
  readonly assetAccountId: string;
  readonly expenseAccountId: string;
  readonly impairAccountId: string;
  readonly offsetAccountId: string;
  /** Of a cost that follows the facts of its contract: its name among them. */
  readonly item: string | null;
  /** The fact it was recorded by was voided. */
  readonly voided: boolean;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `c.id, c.contract_id as "contractId", c.description, c.cost_kind as "costKind", c.subsidiary_id as "subsidiaryId",
  c.currency_code as "currencyCode", c.amount::text as amount, c.posting_date as "postingDate", c.facts, c.decision, c.why,
  c.start_date as "startDate", c.months, c.exchange_rate::text as "exchangeRate", c.amortised::text as amortised, c.impaired::text as impaired,
  c.asset_account_id as "assetAccountId", c.expense_account_id as "expenseAccountId", c.impair_account_id as "impairAccountId",
  c.offset_account_id as "offsetAccountId", c.item, c.voided, c.version, c.created_at as "createdAt", c.updated_at as "updatedAt"`;

export async function insertCost(
  tenant: Tenant,
  row: Omit<CostRow, 'amortised' | 'impaired' | 'voided' | 'version' | 'createdAt' | 'updatedAt'>,
): Promise<void> {
  await insertRows(tenant, 'contract_costs', [{ ...row }]);
}

export async function findCost(tenant: Tenant, id: string, lock = false): Promise<CostRow | null> {
  const [row] = await sql<CostRow>(
    tenant,
    `select ${COLUMNS} from contract_costs c where c.organization_id = $1::uuid and c.id = $2::uuid and c.cost_kind <> 'LOSS' ${lock ? 'for update' : ''}`,
    [tenant.organizationId, id],
  );
  return row ?? null;
}

export async function pageCosts(
  tenant: Tenant,
  query: {
    contractId?: string | undefined;
    page: number;
    limit: number;
  },
): Promise<{ rows: CostRow[]; total: number }> {
  const where = `c.organization_id = $1::uuid and ($2::uuid is null or c.contract_id = $2::uuid) and c.cost_kind <> 'LOSS'`;
  const values = [tenant.organizationId, query.contractId ?? null];
  const rows = await sql<CostRow>(
    tenant,
    `select ${COLUMNS} from contract_costs c where ${where} order by c.posting_date desc, c.id desc limit $3 offset $4`,
    [...values, query.limit, (query.page - 1) * query.limit],
  );
  const kept =
    query.contractId === undefined
      ? await keptCount(tenant, 'contract_costs', { costKind: ['OBTAIN', 'FULFIL'] })
      : null;
  if (kept !== null) return { rows, total: kept };
  const [count] = await sql<{ total: number }>(
    tenant,
    `select count(*)::int as total from contract_costs c where ${where}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}

export interface CostPlanRow {
  readonly seq: number;
  readonly rowKind: string;
  readonly period: string;
  /** The month it belongs to; earlier than `period` when it was recorded after the close. */
  readonly naturalPeriod: string | null;
  readonly amount: string;
  readonly postedPeriod: string | null;
  readonly entryId: string | null;
}

export async function planOfCost(tenant: Tenant, costId: string): Promise<CostPlanRow[]> {
  return sql<CostPlanRow>(
    tenant,
    `select r.seq, r.row_kind as "rowKind", r.period, r.natural_period as "naturalPeriod", r.amount::text as amount, r.posted_period as "postedPeriod", r.entry_id as "entryId"
     from contract_cost_rows r where r.organization_id = $1::uuid and r.cost_id = $2::uuid order by r.seq`,
    [tenant.organizationId, costId],
  );
}

/** The accumulated amortization of a cost changed, but none of its columns: its version changes, so that readers see it. */
export async function touchCost(tenant: Tenant, id: string): Promise<void> {
  await sql(
    tenant,
    `update contract_costs set updated_at = now() where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, id],
  );
}

/** The cost was recorded in error and does not exist. */
export async function markVoidedCost(tenant: Tenant, id: string): Promise<void> {
  await sql(
    tenant,
    `update contract_costs set voided = true where organization_id = $1::uuid and id = $2::uuid and not voided`,
    [tenant.organizationId, id],
  );
}

export async function addImpairment(tenant: Tenant, id: string, amount: string): Promise<void> {
  await sql(
    tenant,
    `update contract_costs set impaired = impaired + $3::numeric where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, id, amount],
  );
}
