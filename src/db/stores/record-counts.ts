import { columnOf } from '../row-from-sql';
import { sql, type Tenant } from '../tenancy';

/** The tables whose records are counted as they are written, with the fields that a list of them is narrowed by (platform/note-records in prisma/sql). */
export const COUNTED = {
  background_jobs: ['createdBy'],
  budget_view_snapshots: ['projectId', 'budgetViewId'],
  contract_costs: ['costKind'],
  customers: ['recordStatus'],
  employees: ['recordStatus', 'isActive'],
  exchange_rates: ['rateType'],
  imports: ['noun'],
  items: ['recordStatus'],
  leads: ['recordStatus'],
  price_list_items: ['priceListId'],
  prospects: ['prospectStatus'],
  revenue_approvals: ['approvalStatus'],
  revenue_contracts: ['recordStatus', 'contractStatus'],
  subscriptions: ['recordStatus'],
  vendors: ['recordStatus'],
} as const satisfies Record<string, readonly [string] | readonly [string, string]>;
export type CountedTable = keyof typeof COUNTED;

/** Of each contract ($1: the organization) how many of its costs are open to judgment, under which noun (revenue/note-open-costs in prisma/sql). */
const OPEN_COSTS = `select 'open_contract_costs' as noun, x.contract_id::text as state, count(*) as n from contract_costs x
  where x.organization_id = $1::uuid and x.cost_kind <> 'LOSS' and not x.voided and x.facts->>'evidence' is null group by 2`;

/** And how many contracts there are of each contract date (revenue/note-contract-days). */
const CONTRACT_DAYS = `select 'contract_days' as noun, x.contract_date::text as state, count(*) as n from revenue_contracts x
  where x.organization_id = $1::uuid group by 2`;

/** The records of an organization ($1), counted as their numbers are kept: table, state and number. */
export const COUNTED_RECORDS = Object.entries(COUNTED)
  .map(([table, fields]) => {
    const state = fields.map((field) => `x.${columnOf(field)}::text`).join(', ');
    return `select '${table}' as noun, concat_ws('/', ${state}) as state, count(*) as n from ${table} x where x.organization_id = $1::uuid group by 2`;
  })
  .concat(OPEN_COSTS, CONTRACT_DAYS)
  .join(' union all ');

/** A value as a state has it: ids are in small letters there. */
const asKept = (value: unknown): string =>
  /^[\da-f-]{36}$/i.test(String(value)) ? String(value).toLowerCase() : String(value);

const isCounted = (table: string): table is CountedTable => Object.hasOwn(COUNTED, table);

/**
 * How many records of a table have these values, or one of several, as kept while they are written: a few rows are read, however many records there are. Null where it is
 * not kept: of another table, of another condition, or within a caller's subsidiaries.
 */
export async function keptCount(
  tenant: Tenant,
  table: string,
  where: Readonly<Record<string, unknown>>,
): Promise<number | null> {
  if (!isCounted(table) || tenant.subsidiaryIds !== null) return null;
  const fields: readonly string[] = COUNTED[table];
  const values: (readonly string[])[] = [];
  const conditions: string[] = [];
  for (const [field, value] of Object.entries(where)) {
    const place = fields.indexOf(field) + 1;
    const among: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (place === 0 || !among.every((one) => typeof one === 'string' || typeof one === 'boolean'))
      return null;
    values.push(among.map(asKept));
    conditions.push(` and split_part(c.state, '/', ${place}) = any ($${values.length + 2}::text[])`);
  }
  const [ofState, states] = statesOf(fields, where, values.length + 3);
  const [row] = await sql<{ total: number }>(
    tenant,
    `select coalesce(sum(c.record_count), 0)::int as total from (
       select r.state, r.record_count from record_counts r where r.organization_id = $1::uuid${ofState} and r.noun = $2
       union all
       select r.state, r.record_count from record_count_changes r where r.organization_id = $1::uuid${ofState} and r.noun = $2) c
     where true${conditions.join('')}`,
    [tenant.organizationId, table, ...values, ...states],
  );
  return row?.total ?? 0;
}

/**
 * Which states a condition leaves, of the many that there may be: one with one value of each column; with one of the first of two columns those that begin
 * with it. The condition on the rows (r), and its values, whose first placeholder is `at`.
 */
function statesOf(
  fields: readonly string[],
  where: Readonly<Record<string, unknown>>,
  at: number,
): readonly [condition: string, values: readonly string[]] {
  const [first, second] = fields.map((field) => {
    const among = Object.hasOwn(where, field) ? [where[field]].flat() : [];
    return among.length === 1 ? asKept(among[0]) : undefined;
  });
  if (first === undefined) return ['', []];
  if (fields.length === 1 || second !== undefined)
    return [` and r.state = $${at}`, [second === undefined ? first : `${first}/${second}`]];
  // Behind the slash comes the zero.
  const between = ` and r.state collate "C" >= $${at} and r.state collate "C" < $${at + 1}`;
  return [between, [`${first}/`, `${first}0`]];
}

/**
 * How many contracts there are with a date in a range, both ends included (null: open), as kept while they are written: a row for each date is read. Null within a
 * caller's subsidiaries, of which it is not kept.
 */
export async function keptContractsOfDays(
  tenant: Tenant,
  from: string | null,
  to: string | null,
): Promise<number | null> {
  if (tenant.subsidiaryIds !== null) return null;
  const asked = `r.organization_id = $1::uuid and r.noun = 'contract_days'
    and ($2::text is null or r.state collate "C" >= $2) and ($3::text is null or r.state collate "C" <= $3)`;
  const [row] = await sql<{ total: number }>(
    tenant,
    `select coalesce(sum(c.record_count), 0)::int as total from (
       select r.record_count from record_counts r where ${asked}
       union all
       select r.record_count from record_count_changes r where ${asked}) c`,
    [tenant.organizationId, from, to],
  );
  return row?.total ?? 0;
}

/** How many of a contract's costs are open to judgment, as kept while they are written; null within a caller's subsidiaries. */
export async function keptOpenCosts(tenant: Tenant, contractId: string): Promise<number | null> {
  if (tenant.subsidiaryIds !== null) return null;
  const asked = `r.organization_id = $1::uuid and r.noun = 'open_contract_costs' and r.state = $2::uuid::text`;
  const [row] = await sql<{ total: number }>(
    tenant,
    `select coalesce(sum(c.record_count), 0)::int as total from (
       select r.record_count from record_counts r where ${asked}
       union all
       select r.record_count from record_count_changes r where ${asked}) c`,
    [tenant.organizationId, contractId],
  );
  return row?.total ?? 0;
}
