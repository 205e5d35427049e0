import type { CutOverNoun } from '@/core/imports/import-noun';
import { insertRows } from '../bulk';
import { sql, type Tenant } from '../tenancy';

/** The books of an earlier system on one day, taken over for one subsidiary. */
export interface CutOverRecord {
  readonly id: string;
  readonly subsidiaryId: string;
  readonly baseCurrency: string;
  readonly cutOverDate: string;
  readonly clearingAccountId: string;
  /** The opening entry, once it is made. */
  readonly openingTransactionId: string | null;
  /** Who proposed to open the books, until the opening entry is taken back; all null when no one did. */
  readonly openingProposedBy: string | null;
  readonly openingProposedByName: string | null;
  readonly openingProposedAt: Date | null;
  /** The recognition run proposed with it; null without contracts. */
  readonly openingRunId: string | null;
  readonly createdByName: string | null;
  readonly version: number;
  readonly createdAt: Date;
}

const RECORD = `c.id, c.subsidiary_id as "subsidiaryId", s.base_currency as "baseCurrency",
  to_char(c.cut_over_date, 'YYYY-MM-DD') as "cutOverDate", c.clearing_account_id as "clearingAccountId",
  c.opening_transaction_id as "openingTransactionId", c.opening_proposed_by as "openingProposedBy",
  c.opening_proposed_by_name as "openingProposedByName", c.opening_proposed_at as "openingProposedAt",
  c.opening_run_id as "openingRunId", c.created_by_name as "createdByName", c.version, c.created_at as "createdAt"`;

const FROM =
  'from cut_overs c join subsidiaries s on s.organization_id = c.organization_id and s.id = c.subsidiary_id';

/** Every cut-over within reach, the latest first. */
export function listCutOvers(tenant: Tenant): Promise<CutOverRecord[]> {
  return sql(
    tenant,
    `select ${RECORD} ${FROM} where c.organization_id = $1::uuid order by c.created_at desc`,
    [tenant.organizationId],
  );
}

/** One cut-over, locked until the transaction ends if asked; null when there is none. */
export async function findCutOver(tenant: Tenant, id: string, locked = false): Promise<CutOverRecord | null> {
  const [row] = await sql<CutOverRecord>(
    tenant,
    `select ${RECORD} ${FROM} where c.organization_id = $1::uuid and c.id = $2::uuid ${locked ? 'for update of c' : ''}`,
    [tenant.organizationId, id],
  );
  return row ?? null;
}

/** The account for differences that a chart has from the start, by its code; null when there is none. */
export async function accountByCode(tenant: Tenant, code: string): Promise<string | null> {
  const [row] = await sql<{ id: string }>(
    tenant,
    'select id from accounts where organization_id = $1::uuid and code = $2 and not is_summary and control_for is null',
    [tenant.organizationId, code],
  );
  return row?.id ?? null;
}

export async function insertCutOver(
  tenant: Tenant,
  cutOver: Pick<
    CutOverRecord,
    'id' | 'subsidiaryId' | 'cutOverDate' | 'clearingAccountId' | 'createdByName'
  > & {
    readonly createdBy: string | null;
  },
): Promise<void> {
  await sql(
    tenant,
    `insert into cut_overs (organization_id, id, subsidiary_id, cut_over_date, clearing_account_id, created_by, created_by_name)
     values ($1::uuid, $2::uuid, $3::uuid, $4::date, $5::uuid, $6::uuid, $7)`,
    [
      tenant.organizationId,
      cutOver.id,
      cutOver.subsidiaryId,
      cutOver.cutOverDate,
      cutOver.clearingAccountId,
      cutOver.createdBy,
      cutOver.createdByName,
    ],
  );
}

/** Records the opening entry, or that there is none anymore. */
export async function setOpening(tenant: Tenant, id: string, transactionId: string | null): Promise<void> {
  await sql(
    tenant,
    'update cut_overs set opening_transaction_id = $3::uuid where organization_id = $1::uuid and id = $2::uuid',
    [tenant.organizationId, id, transactionId],
  );
}

/** Records who proposes to open the books, or that no one does anymore. */
export async function setProposal(
  tenant: Tenant,
  id: string,
  proposal: {
    readonly by: string | null;
    readonly byName: string;
    readonly at: Date;
    readonly runId: string | null;
  } | null,
): Promise<void> {
  await sql(
    tenant,
    `update cut_overs set opening_proposed_by = $3::uuid, opening_proposed_by_name = $4, opening_proposed_at = $5::timestamptz,
       opening_run_id = $6::uuid
     where organization_id = $1::uuid and id = $2::uuid`,
    [
      tenant.organizationId,
      id,
      proposal?.by ?? null,
      proposal?.byName ?? null,
      proposal?.at ?? null,
      proposal?.runId ?? null,
    ],
  );
}

/** Which of these documents are the opening entry of a cut-over. */
export async function openingsAmong(tenant: Tenant, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    tenant,
    `select opening_transaction_id as id from cut_overs
     where organization_id = $1::uuid and opening_transaction_id = any ($2::uuid[])`,
    [tenant.organizationId, [...ids]],
  );
  return rows.map(({ id }) => id);
}

export interface CutOverItem {
  readonly id: string;
  readonly cutOverId: string;
  readonly importId: string;
  readonly noun: CutOverNoun;
  readonly itemKey: string;
  readonly recordId: string;
  readonly currencyCode: string;
  readonly amount: string;
  readonly recognized: string | null;
  readonly billed: string | null;
  readonly way: string | null;
}

/** Keeps what the earlier system reported, next to the records created from it. */
export const insertItems = (tenant: Tenant, items: readonly CutOverItem[]): Promise<void> =>
  insertRows(
    tenant,
    'cut_over_items',
    items.map((item) => ({ ...item })),
  );

/** Which of these keys were already imported. */
export async function knownKeys(
  tenant: Tenant,
  cutOverId: string,
  noun: CutOverNoun,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ key: string }>(
    tenant,
    `select item_key as key from cut_over_items
     where organization_id = $1::uuid and cut_over_id = $2::uuid and noun = $3 and item_key = any ($4::text[])`,
    [tenant.organizationId, cutOverId, noun, [...keys]],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Removes what an import brought, because it was undone. */
export async function removeItems(tenant: Tenant, importId: string): Promise<void> {
  await sql(tenant, 'delete from cut_over_items where organization_id = $1::uuid and import_id = $2::uuid', [
    tenant.organizationId,
    importId,
  ]);
}

/** Records that a difference was assigned. */
export const insertAssignment = (
  tenant: Tenant,
  assignment: {
    readonly id: string;
    readonly cutOverId: string;
    readonly accountId: string;
    readonly transactionId: string;
    readonly amount: string;
    readonly reason: string;
  },
): Promise<void> => insertRows(tenant, 'cut_over_assignments', [{ ...assignment }]);

export interface ContraAccount {
  readonly accountId: string;
  readonly code: string;
  readonly name: string;
  readonly controlFor: string | null;
  /** By the earlier system's trial balance; debits above zero, in base currency. */
  readonly stated: string;
  /** The balance in the subsidiary's books on that day without the opening entry and assignments. */
  readonly posted: string;
  /** The same with everything. */
  readonly balance: string;
  /** Whether the trial balance names it. */
  readonly isStated: boolean;
}

/**
 * Every account that the trial balance names or that has postings by the day of the cut-over. `posted` leaves out the opening
 * entry and its reversal, and entries that assign differences.
 */
export function accountsOfCutOver(tenant: Tenant, cutOver: CutOverRecord): Promise<ContraAccount[]> {
  return sql(
    tenant,
    `with own as (
       select t.id from business_transactions t where t.organization_id = $1::uuid and t.id = $5::uuid
       union select transaction_id from cut_over_assignments where organization_id = $1::uuid and cut_over_id = $2::uuid
     ), ours as (
       select id from own
       union select t.id from business_transactions t join own on own.id = t.reverses_transaction_id where t.organization_id = $1::uuid
     ), posted as (
       select l.account_id, sum(l.base_debit - l.base_credit) as balance,
         sum(l.base_debit - l.base_credit) filter (where o.id is null) as without
       from ledger_lines l join ledger_entries e on e.organization_id = l.organization_id and e.id = l.entry_id
       left join ours o on o.id = e.transaction_id
       where l.organization_id = $1::uuid and e.subsidiary_id = $3::uuid and l.posting_date <= $4::date
       group by 1
     ), stated as (
       select record_id as account_id, sum(amount) as amount from cut_over_items
       where organization_id = $1::uuid and cut_over_id = $2::uuid and noun = 'openingBalances' group by 1
     )
     select a.id as "accountId", a.code, a.name, a.control_for as "controlFor", coalesce(s.amount, 0)::text as stated,
       coalesce(p.without, 0)::text as posted, coalesce(p.balance, 0)::text as balance, s.account_id is not null as "isStated"
     from accounts a left join stated s on s.account_id = a.id left join posted p on p.account_id = a.id
     where a.organization_id = $1::uuid and (s.account_id is not null or p.account_id is not null) order by a.code`,
    [
      tenant.organizationId,
      cutOver.id,
      cutOver.subsidiaryId,
      cutOver.cutOverDate,
      cutOver.openingTransactionId,
    ],
  );
}

export interface AssignmentRow {
  readonly id: string;
  readonly accountId: string;
  readonly transactionId: string;
  readonly transactionNumber: string;
  readonly transactionStatus: string;
  readonly amount: string;
  readonly reason: string;
}

/** The differences that are assigned: not those whose entry was canceled or reversed. */
export function assignmentsOf(tenant: Tenant, cutOverId: string): Promise<AssignmentRow[]> {
  return sql(
    tenant,
    `select x.id, x.account_id as "accountId", x.transaction_id as "transactionId", t.transaction_number as "transactionNumber",
       t.transaction_status as "transactionStatus", x.amount::text as amount, x.reason
     from cut_over_assignments x join business_transactions t on t.organization_id = x.organization_id and t.id = x.transaction_id
     where x.organization_id = $1::uuid and x.cut_over_id = $2::uuid and t.transaction_status not in ('CANCELLED', 'REVERSED')
     order by x.created_at, x.id`,
    [tenant.organizationId, cutOverId],
  );
}

export interface OpenSum {
  readonly noun: CutOverNoun;
  readonly currencyCode: string;
  readonly items: number;
  readonly amount: string;
}

/** What is open according to the files, by kind and currency. */
export function openSums(tenant: Tenant, cutOverId: string): Promise<OpenSum[]> {
  return sql(
    tenant,
    `select noun, currency_code as "currencyCode", count(*)::int as items, sum(amount)::text as amount from cut_over_items
     where organization_id = $1::uuid and cut_over_id = $2::uuid group by 1, 2 order by 1, 2`,
    [tenant.organizationId, cutOverId],
  );
}

export interface ContractFigures {
  readonly contractId: string;
  readonly contractNumber: string;
  readonly currencyCode: string;
  readonly way: string;
  readonly statedRecognized: string;
  readonly statedBilled: string;
  readonly statedDeferred: string;
  /** By the movements of its position until the day: liabilities above zero. */
  readonly deferred: string;
  readonly recognized: string;
}

/** Each contract of the cut-over: what the earlier system said, and what Daybook has on the day. */
export function contractsOfCutOver(tenant: Tenant, cutOver: CutOverRecord): Promise<ContractFigures[]> {
  return sql(
    tenant,
    `select i.record_id as "contractId", c.contract_number as "contractNumber", i.currency_code as "currencyCode", i.way,
       i.recognized::text as "statedRecognized", i.billed::text as "statedBilled", i.amount::text as "statedDeferred",
       coalesce((select sum(m.deferred - m.contract_asset) from revenue_movements m where m.organization_id = i.organization_id
         and m.contract_id = i.record_id and m.posting_date <= $3::date), 0)::text as deferred,
       coalesce((select sum(m.revenue) from revenue_movements m where m.organization_id = i.organization_id
         and m.contract_id = i.record_id and m.posting_date <= $3::date), 0)::text as recognized
     from cut_over_items i join revenue_contracts c on c.organization_id = i.organization_id and c.id = i.record_id
     where i.organization_id = $1::uuid and i.cut_over_id = $2::uuid and i.noun = 'openContracts' order by c.contract_number`,
    [tenant.organizationId, cutOver.id, cutOver.cutOverDate],
  );
}
