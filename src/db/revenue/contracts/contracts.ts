import { SALES_KINDS } from '@/core/transactions/kinds';
import { insertReturning, insertRows } from '../../bulk';
import type { NewRow } from '../../record-row';
import { fromNearerEnd } from '../../record-store';
import { kindList } from '../../reports/parameters';
import { idsWithText } from '../../reports/party-search';
import { ask, type Question, sqlPlannedOnce } from '../../stores/questions';
import { keptContractsOfDays, keptCount } from '../../stores/record-counts';
import { holdPeriods } from '../../stores/structure/open-periods';
import { sql, type Tenant } from '../../tenancy';

/** A revenue contract as stored; decimals are strings, days `YYYY-MM-DD`. */
export interface ContractRow {
  readonly id: string;
  readonly contractNumber: string;
  readonly name: string | null;
  readonly customerId: string | null;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly contractDate: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly transactionPrice: string;
  readonly contractStatus: string;
  readonly subscriptionId: string | null;
  readonly policyId: string | null;
  readonly terms: unknown;
  readonly criteria: unknown;
  readonly allocation: unknown;
  readonly combinedIntoId: string | null;
  /** The contract it was agreed with as a separate one (606-10-25-12), and the fact of that contract which made it. */
  readonly separatedFromId: string | null;
  readonly separatedById: string | null;
  /** Everyone who drafted or changed it before it was activated. */
  readonly preparedBy: readonly string[];
  readonly notes: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `c.id, c.contract_number as "contractNumber", c.name, c.customer_id as "customerId", c.subsidiary_id as "subsidiaryId",
  c.currency_code as "currencyCode", c.contract_date as "contractDate", c.start_date as "startDate", c.end_date as "endDate",
  c.transaction_price::text as "transactionPrice", c.contract_status as "contractStatus", c.subscription_id as "subscriptionId",
  c.policy_id as "policyId", c.terms, c.criteria, c.allocation, c.combined_into_id as "combinedIntoId",
  c.separated_from_id as "separatedFromId", c.separated_by_id as "separatedById", c.prepared_by as "preparedBy", c.notes, c.version,
  c.created_at as "createdAt", c.updated_at as "updatedAt"`;

/** One contract, or null. */
export async function findContract(tenant: Tenant, id: string): Promise<ContractRow | null> {
  const [row] = await ask(tenant, contractAsked(tenant, id));
  return row === undefined ? null : theContract(row);
}

/** A contract as it arrives: asked together with other questions its moments are text. */
type ArrivingContract = Omit<ContractRow, 'createdAt' | 'updatedAt'> & {
  readonly createdAt: Date | string;
  readonly updatedAt: Date | string;
};

/** Asks for one contract. */
export const contractAsked = ({ organizationId }: Tenant, id: string): Question<ArrivingContract> => ({
  text: `select ${COLUMNS} from revenue_contracts c where c.organization_id = $1::uuid and c.id = $2::uuid`,
  values: [organizationId, id],
});

/** The contract that was asked for. */
export const theContract = (row: ArrivingContract): ContractRow => ({
  ...row,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
});

/** One contract, locked until the transaction ends, so that its events are recorded one at a time. */
export async function lockContract(tenant: Tenant, id: string): Promise<ContractRow | null> {
  const [row] = await sql<ContractRow>(
    tenant,
    `select ${COLUMNS} from revenue_contracts c where c.organization_id = $1::uuid and c.id = $2::uuid for update`,
    [tenant.organizationId, id],
  );
  return row ?? null;
}

/**
 * One contract, locked as by `lockContract`, and then the periods of the books, as by `holdPeriodsOpen`: what is read after it is what stands while
 * facts of the contract are recorded. Null, and no period held, where the contract is not found.
 */
export async function holdContract(tenant: Tenant, id: string): Promise<ContractRow | null> {
  const [row] = await ask<ContractRow & { readonly held: unknown }>(tenant, {
    // The key of the periods is that of the row, so that they are never held before it.
    text: `with c as materialized (
         select c.* from revenue_contracts c where c.organization_id = $1::uuid and c.id = $2::uuid for update)
       select ${COLUMNS}, ${holdPeriods('c.organization_id')} as held from c`,
    values: [tenant.organizationId, id],
  });
  if (row === undefined) return null;
  const { held: _held, ...contract } = row;
  return contract;
}

/** Locks contracts in id order, before anything else is locked, so that two writers never deadlock. */
export async function lockContracts(tenant: Tenant, ids: readonly string[]): Promise<void> {
  await sql(
    tenant,
    `select c.id from revenue_contracts c where c.organization_id = $1::uuid and c.id = any ($2::uuid[]) order by c.id for update`,
    [tenant.organizationId, ids],
  );
}

export interface ContractQuery {
  readonly customerId?: string | undefined;
  readonly subsidiaryId?: string | undefined;
  readonly status?: string | undefined;
  readonly search?: string | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly page: number;
  readonly limit: number;
}

/** A page of contracts, the newest contract date first. */
export async function pageContracts(
  tenant: Tenant,
  query: ContractQuery,
): Promise<{ rows: ContractRow[]; total: number }> {
  const pattern = query.search ? `%${query.search.replace(/[\\%_]/g, '\\$&')}%` : null;
  const found = pattern === null ? null : await idsWithText(tenant, 'contract', pattern);
  const where = `c.organization_id = $1::uuid and ($2::uuid is null or c.customer_id = $2::uuid)
    and ($3::uuid is null or c.subsidiary_id = $3::uuid) and ($4::text is null or c.contract_status = $4)
    and ${found === null ? '($5::text is null or c.contract_number ilike $5 or c.name ilike $5)' : 'c.id = any ($5::uuid[])'}
    and ($6::date is null or c.contract_date >= $6::date) and ($7::date is null or c.contract_date <= $7::date)`;
  const values = [
    tenant.organizationId,
    query.customerId ?? null,
    query.subsidiaryId ?? null,
    query.status ?? null,
    found ?? pattern,
    query.dateFrom ?? null,
    query.dateTo ?? null,
  ];
  const { customerId, subsidiaryId, search, dateFrom, dateTo } = query;
  const isNarrowed = [customerId, subsidiaryId, search || undefined].some((one) => one !== undefined);
  const isOfDays = dateFrom !== undefined || dateTo !== undefined;
  const status = query.status === undefined ? {} : { contractStatus: query.status };
  // What is narrowed by days and a status, or by anything else, is counted.
  const keptNow = () => {
    if (!isOfDays) return keptCount(tenant, 'revenue_contracts', status);
    return query.status === undefined ? keptContractsOfDays(tenant, dateFrom ?? null, dateTo ?? null) : null;
  };
  const kept = isNarrowed ? null : await keptNow();
  const total = kept ?? (await countContracts(tenant, where, values));
  const page = {
    skip: (query.page - 1) * query.limit,
    take: query.limit,
    orderBy: { contractDate: 'desc' },
  } as const;
  const { skip, take, isReversed } = fromNearerEnd<ContractRow, never>(page, total);
  if (take === 0) return { rows: [], total };
  const direction = isReversed ? 'asc' : 'desc';
  const rows = await sql<ContractRow>(
    tenant,
    // Contracts before the page, or behind it where they are fewer, are passed over in an index; those on it are read.
    `select ${COLUMNS} from (
       select c.id from revenue_contracts c where ${where} order by c.contract_date ${direction}, c.id ${direction} limit $8 offset $9) k
     cross join lateral (select x.* from revenue_contracts x where x.organization_id = $1::uuid and x.id = k.id offset 0) c
     order by c.contract_date desc, c.id desc`,
    [...values, take, skip],
  );
  return { rows, total };
}

async function countContracts(tenant: Tenant, where: string, values: readonly unknown[]): Promise<number> {
  const [count] = await sql<{ total: number }>(
    tenant,
    `select count(*)::int as total from revenue_contracts c where ${where}`,
    values,
  );
  return count?.total ?? 0;
}

/** A contract as it is stored first. */
export type NewContract = NewRow<'RevenueContract'> & { readonly id: string };

/** Stores a new contract. */
export async function insertContract(tenant: Tenant, row: NewContract): Promise<void> {
  await insertRows(tenant, 'revenue_contracts', [row]);
}

/** Stores new contracts and answers them as stored. */
export function insertContracts(tenant: Tenant, rows: readonly NewContract[]): Promise<ContractRow[]> {
  return insertReturning(tenant, 'revenue_contracts', rows, { as: 'c', columns: COLUMNS });
}

/** Changes columns of a contract (snake_case names are code, never input). */
export async function writeContract(
  tenant: Tenant,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const columns = Object.keys(fields).map((name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  if (columns.length === 0) return;
  const list = columns.map((column) => `"${column}"`).join(', ');
  const stored = Object.fromEntries(
    Object.values(fields).map((value, index) => [columns[index], value ?? null]),
  );
  await sqlPlannedOnce(
    tenant,
    `update revenue_contracts c set (${list}) = (select ${list} from jsonb_populate_record(null::revenue_contracts, $3::jsonb))
     where c.organization_id = $1::uuid and c.id = $2::uuid`,
    [tenant.organizationId, id, JSON.stringify(stored)],
  );
}

/** Whether a contract of the organization already has this number. */
export async function contractNumberTaken(tenant: Tenant, contractNumber: string): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }>(
    tenant,
    `select exists (select 1 from revenue_contracts where organization_id = $1::uuid and contract_number = $2) as taken`,
    [tenant.organizationId, contractNumber],
  );
  return row?.taken ?? false;
}

/** Contracts by their numbers. */
export async function contractIdsByNumber(
  tenant: Tenant,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await sql<{ number: string; id: string }>(
    tenant,
    `select c.contract_number as number, c.id from revenue_contracts c where c.organization_id = $1::uuid and c.contract_number = any ($2::text[])`,
    [tenant.organizationId, numbers],
  );
  return new Map(rows.map(({ number, id }) => [number, id]));
}

/** A contract of its own that a modification of another one is (606-10-25-12). */
export interface SeparateContract {
  readonly id: string;
  readonly contractNumber: string;
  readonly name: string | null;
  readonly contractDate: string;
  readonly currencyCode: string;
  readonly contractStatus: string;
  readonly transactionPrice: string;
  /** The modification that made it. */
  readonly eventId: string;
}

/** The separate contracts agreed with a contract, by their dates. */
export async function separateContractsOf(tenant: Tenant, id: string): Promise<SeparateContract[]> {
  return sql<SeparateContract>(
    tenant,
    `select c.id, c.contract_number as "contractNumber", c.name, c.contract_date as "contractDate", c.currency_code as "currencyCode",
       c.contract_status as "contractStatus", c.transaction_price::text as "transactionPrice", c.separated_by_id as "eventId"
     from revenue_contracts c where c.organization_id = $1::uuid and c.separated_from_id = $2::uuid
     order by c.contract_date, c.contract_number`,
    [tenant.organizationId, id],
  );
}

/** Invoices and credit memos of a contract, posted or not: all but those that were canceled or reversed. */
export async function documentsInUse(tenant: Tenant, id: string): Promise<string[]> {
  const rows = await sql<{ number: string }>(
    tenant,
    `select t.transaction_number as number from business_transactions t
     where t.organization_id = $1::uuid and t.revenue_contract_id = $2::uuid and t.kind in ${kindList(SALES_KINDS)}
       and t.transaction_status not in ('CANCELLED', 'REVERSED')
     order by t.transaction_number limit 5`,
    [tenant.organizationId, id],
  );
  return rows.map(({ number }) => number);
}
