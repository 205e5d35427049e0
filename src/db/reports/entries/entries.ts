import { sql, type Tenant } from '../../tenancy';
import { tailSql } from '../ledger-days';
import { parameters } from '../parameters';

/** Which entries a list shows. */
export interface EntryFilter {
  /** The subsidiary to show; undefined for all. */
  readonly subsidiaryId?: string | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly accountId?: string | undefined;
  readonly sourceKind?: string | undefined;
  /** Part of an entry number or memo. */
  readonly search?: string | undefined;
}

export interface EntryQuery extends EntryFilter {
  readonly limit: number;
  readonly after?: { readonly postingDate: string; readonly id: string } | undefined;
  readonly offset?: number | undefined;
  /** The days that contain the page (readEntryPlace), newest first, of which `offset` is counted. */
  readonly days?: readonly string[] | undefined;
  /** The entries that match on these days: a page that is nearer to the last of them is read from there. */
  readonly onDays?: number | undefined;
  /** The page itself, where it was found (findEntries). */
  readonly ids?: readonly string[] | undefined;
}

export interface EntryRow {
  readonly id: string;
  readonly entryNumber: string;
  readonly postingDate: string;
  readonly subsidiaryId: string;
  readonly subsidiaryName: string;
  readonly periodId: string;
  readonly periodLabel: string;
  readonly currencyCode: string;
  readonly baseCurrencyCode: string;
  readonly exchangeRate: string;
  readonly sourceKind: string;
  readonly sourceId: string;
  readonly transactionId: string | null;
  readonly transactionNumber: string | null;
  readonly transactionKind: string | null;
  readonly transactionStatus: string | null;
  readonly reversalOfId: string | null;
  readonly reversedById: string | null;
  readonly memo: string | null;
  readonly postedBy: string | null;
  readonly createdAt: Date;
  /** The sum of one side, in base currency. */
  readonly baseTotal: string;
  readonly lineCount: number;
}

const ENTRY_COLUMNS = `
  e.id, e.entry_number as "entryNumber", e.posting_date as "postingDate", e.subsidiary_id as "subsidiaryId", s.name as "subsidiaryName",
  e.period_id as "periodId", q.label as "periodLabel", e.currency_code as "currencyCode", e.base_currency_code as "baseCurrencyCode",
  e.exchange_rate::text as "exchangeRate", e.source_kind as "sourceKind", e.source_id as "sourceId", e.transaction_id as "transactionId",
  t.transaction_number as "transactionNumber", t.kind as "transactionKind", t.transaction_status as "transactionStatus",
  e.reversal_of_id as "reversalOfId", v.id as "reversedById", e.memo, e.posted_by as "postedBy", e.created_at as "createdAt",
  l.total::text as "baseTotal", l.n as "lineCount"`;

const ENTRY_JOINS = `
  join subsidiaries s on s.organization_id = e.organization_id and s.id = e.subsidiary_id
  join fiscal_periods q on q.organization_id = e.organization_id and q.id = e.period_id
  left join business_transactions t on t.organization_id = e.organization_id and t.id = e.transaction_id
  left join ledger_entries v on v.organization_id = e.organization_id and v.reversal_of_id = e.id
  cross join lateral (select coalesce(sum(x.base_debit), 0) as total, count(*)::int as n from ledger_lines x
    where x.organization_id = e.organization_id and x.entry_id = e.id) l`;

/** Posted entries, newest first. */
export async function readEntries(tenant: Tenant, query: EntryQuery): Promise<EntryRow[]> {
  const p = parameters();
  if (query.ids !== undefined) return entriesNamed(tenant, query.ids);
  const ofAccount = query.accountId !== undefined && query.days !== undefined;
  const where = ofAccount ? [] : entryConditions(p.add, tenant, query);
  if (ofAccount) p.add(tenant.organizationId);
  else if (query.after !== undefined) {
    where.push(
      `(e.posting_date, e.id) < (${p.add(query.after.postingDate)}::date, ${p.add(query.after.id)}::uuid)`,
    );
  }
  const { from, limit, order } = nearerEnd(query);
  const some = `limit ${p.add(limit)}::int offset ${p.add(from)}::int`;
  const ordered = (day: string, id: string) => `order by ${day} ${order}, ${id} ${order}`;
  // The ids alone come from the index; the entries of the page are looked up.
  const page = ofAccount
    ? `${entriesOfAccount(p.add, query)} ${ordered('l.posting_date', 'l.entry_id')} ${some}`
    : `select e.id from ledger_entries e where ${where.join(' and ')} ${ordered('e.posting_date', 'e.id')} ${some}`;
  const text = `
    with page as materialized (
      select e.* from (${page}) k
      cross join lateral (select x.* from ledger_entries x where x.organization_id = $1::uuid and x.id = k.id offset 0) e)
    select ${ENTRY_COLUMNS} from page e ${ENTRY_JOINS} order by e.posting_date desc, e.id desc`;
  return sql(tenant, text, p.values);
}

/** Where to begin, how many to read and in which order, for a page of the entries of some days: what lies before or behind it is passed over. */
function nearerEnd({ offset = 0, limit, onDays, after }: EntryQuery) {
  const rows = onDays === undefined ? limit : Math.max(0, Math.min(limit, onDays - offset));
  const behind = (onDays ?? Number.POSITIVE_INFINITY) - offset - rows;
  return after !== undefined || offset <= behind
    ? ({ from: offset, limit, order: 'desc' } as const)
    : ({ from: Math.max(0, behind), limit: rows, order: 'asc' } as const);
}

/** Entries by their ids, newest first. */
function entriesNamed(tenant: Tenant, ids: readonly string[]): Promise<EntryRow[]> {
  return sql(
    tenant,
    `with page as materialized (
       select e.* from unnest($2::uuid[]) as n(id)
       cross join lateral (select x.* from ledger_entries x where x.organization_id = $1::uuid and x.id = n.id offset 0) e)
     select ${ENTRY_COLUMNS} from page e ${ENTRY_JOINS} order by e.posting_date desc, e.id desc`,
    [tenant.organizationId, ids],
  );
}

/** The entries of an account on some days, from the index of its lines; `$1` is the organization. */
function entriesOfAccount(add: (value: unknown) => string, query: EntryQuery): string {
  const subsidiary =
    query.subsidiaryId === undefined ? '' : ` and l.subsidiary_id = ${add(query.subsidiaryId)}::uuid`;
  const after =
    query.after === undefined
      ? ''
      : ` and (l.posting_date, l.entry_id) < (${add(query.after.postingDate)}::date, ${add(query.after.id)}::uuid)`;
  return `select distinct l.posting_date, l.entry_id as id from ledger_lines l
    where l.organization_id = $1::uuid and l.account_id = ${add(query.accountId)}::uuid
      and ${onDaysOf(add, 'l', query.days)}${subsidiary}${after}`;
}

/**
 * From the first to the last of the days of a page: what matches on a day between them is on the page too. A range, because an index gives
 * what lies in it in its order.
 */
const onDaysOf = (add: (value: unknown) => string, alias: string, days: EntryQuery['days']) =>
  `${alias}.posting_date between ${add(days?.at(-1))}::date and ${add(days?.[0])}::date`;

/** Where a page of entries lies. */
export interface EntryPlace {
  /** The days that contain the page, newest first; none when it is beyond the last entry. */
  readonly days: readonly string[];
  /** The entries that match on later days. */
  readonly before: number;
  /** The entries that match on these days. */
  readonly onDays: number;
  /** All entries that match. */
  readonly total: number;
}

/**
 * Finds the days of a page, and how many entries there are, from the sums by day: the cost is the days of the books, however many
 * entries they have. Null for a search, and for an account's entries of one source, which the sums do not tell apart.
 */
export async function readEntryPlace(tenant: Tenant, query: EntryQuery): Promise<EntryPlace | null> {
  if (query.search !== undefined || (query.accountId !== undefined && query.sourceKind !== undefined))
    return null;
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const account = query.accountId === undefined ? null : `${p.add(query.accountId)}::uuid`;
  const within = (alias: string) =>
    [
      query.subsidiaryId === undefined ? [] : `${alias}.subsidiary_id = ${p.add(query.subsidiaryId)}::uuid`,
      query.dateFrom === undefined ? [] : `${alias}.posting_date >= ${p.add(query.dateFrom)}::date`,
      query.dateTo === undefined ? [] : `${alias}.posting_date <= ${p.add(query.dateTo)}::date`,
      query.after === undefined ? [] : `${alias}.posting_date <= ${p.add(query.after.postingDate)}::date`,
      query.sourceKind === undefined ? [] : `${alias}.source_kind = ${p.add(query.sourceKind)}`,
    ]
      .flat()
      .map((condition) => ` and ${condition}`)
      .join('');
  const folded =
    account === null
      ? `select d.posting_date as day, d.entry_count as n from entry_days d where d.organization_id = ${org}${within('d')}`
      : `select d.posting_date, d.entry_count from ledger_days d where d.organization_id = ${org} and d.account_id = ${account}${within('d')}`;
  const hasAccount = `exists (select from ledger_lines l where l.organization_id = ${org} and l.entry_id = e.id and l.account_id = ${account})`;
  const skip = `${p.add(query.offset ?? 0)}::bigint`;
  const limit = `${p.add(query.limit)}::bigint`;
  // The cursor is somewhere on its day, so all of that day comes first.
  const cursorDay =
    query.after === undefined
      ? '0'
      : `coalesce((select d.n from days d where d.day = ${p.add(query.after.postingDate)}::date), 0)`;
  const [row] = await sql<EntryPlace>(
    tenant,
    `with ${tailSql(org)}, counted(day, n) as (
       ${folded}
       union all
       select e.posting_date, 1 from tail e where ${account === null ? 'true' : hasAccount}${within('e')}
     ), days as materialized (select c.day, sum(c.n) as n from counted c group by 1 having sum(c.n) > 0),
     placed as (select d.day, d.n, sum(d.n) over (order by d.day desc) - d.n as before from days d)
     select coalesce(array_agg(x.day::text order by x.day desc), '{}') as days, coalesce(min(x.before), 0)::int as before,
       coalesce(sum(x.n), 0)::int as "onDays", (select coalesce(sum(d.n), 0)::int from days d) as total
     from placed x where x.before + x.n > ${skip} and x.before < ${skip} + ${limit} + ${cursorDay}`,
    p.values,
  );
  return row ?? null;
}

/** The number of entries of an account and one source, which the sums by day do not tell apart, counted one by one. */
export async function countEntries(tenant: Tenant, query: EntryQuery): Promise<number> {
  const p = parameters();
  const where = entryConditions(p.add, tenant, query);
  const [row] = await sql<{ n: number }>(
    tenant,
    `select count(*)::int as n from ledger_entries e where ${where.join(' and ')}`,
    p.values,
  );
  return row?.n ?? 0;
}

/** The LIKE pattern of what contains a text. */
export const patternOf = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

/** The conditions of a list on the entry `e`; the organization is the first value it adds. */
export function entryConditions(
  add: (value: unknown) => string,
  tenant: Tenant,
  query: EntryFilter & Pick<EntryQuery, 'days'>,
): string[] {
  const where = [`e.organization_id = ${add(tenant.organizationId)}::uuid`];
  if (query.days !== undefined) where.push(onDaysOf(add, 'e', query.days));
  if (query.subsidiaryId !== undefined) where.push(`e.subsidiary_id = ${add(query.subsidiaryId)}::uuid`);
  if (query.dateFrom !== undefined) where.push(`e.posting_date >= ${add(query.dateFrom)}::date`);
  if (query.dateTo !== undefined) where.push(`e.posting_date <= ${add(query.dateTo)}::date`);
  if (query.sourceKind !== undefined) where.push(`e.source_kind = ${add(query.sourceKind)}`);
  if (query.accountId !== undefined) {
    where.push(`exists (select 1 from ledger_lines l where l.organization_id = e.organization_id and l.entry_id = e.id
      and l.account_id = ${add(query.accountId)}::uuid)`);
  }
  if (query.search !== undefined) {
    const pattern = add(patternOf(query.search));
    where.push(`(e.entry_number ilike ${pattern} or e.memo ilike ${pattern})`);
  }
  return where;
}

export interface EntryLineRow {
  readonly lineNumber: number;
  readonly accountId: string;
  readonly accountCode: string;
  readonly accountName: string;
  readonly currencyCode: string;
  readonly debit: string;
  readonly credit: string;
  readonly baseDebit: string;
  readonly baseCredit: string;
  readonly classId: string | null;
  readonly className: string | null;
  readonly departmentId: string | null;
  readonly departmentName: string | null;
  readonly locationId: string | null;
  readonly locationName: string | null;
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly entityType: string | null;
  readonly entityId: string | null;
  readonly entityName: string | null;
  readonly memo: string | null;
}

/** One entry with its lines and the entry that reverses it; null when it does not exist. */
export async function readEntry(
  tenant: Tenant,
  id: string,
): Promise<
  | (EntryRow & { reversalOfNumber: string | null; reversedByNumber: string | null; lines: EntryLineRow[] })
  | null
> {
  const [entry] = await sql<EntryRow & { reversalOfNumber: string | null; reversedByNumber: string | null }>(
    tenant,
    `select ${ENTRY_COLUMNS}, v.entry_number as "reversedByNumber",
       (select r.entry_number from ledger_entries r where r.organization_id = e.organization_id and r.id = e.reversal_of_id) as "reversalOfNumber"
     from ledger_entries e ${ENTRY_JOINS}
     where e.organization_id = $1::uuid and e.id = $2::uuid`,
    [tenant.organizationId, id],
  );
  if (entry === undefined) return null;
  const lines = await sql<EntryLineRow>(
    tenant,
    `select l.line_number as "lineNumber", l.account_id as "accountId", a.code as "accountCode", a.name as "accountName",
       l.currency_code as "currencyCode", l.debit::text as debit, l.credit::text as credit, l.base_debit::text as "baseDebit",
       l.base_credit::text as "baseCredit", l.class_id as "classId", c.name as "className", l.department_id as "departmentId",
       d.name as "departmentName", l.location_id as "locationId", o.name as "locationName", l.project_id as "projectId",
       p.name as "projectName", l.entity_type as "entityType", l.entity_id as "entityId",
       case l.entity_type when 'CUSTOMER' then cu.company_name when 'VENDOR' then ve.name when 'EMPLOYEE' then em.name end as "entityName",
       l.memo
     from ledger_lines l
     join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
     left join classes c on c.organization_id = l.organization_id and c.id = l.class_id
     left join departments d on d.organization_id = l.organization_id and d.id = l.department_id
     left join locations o on o.organization_id = l.organization_id and o.id = l.location_id
     left join projects p on p.organization_id = l.organization_id and p.id = l.project_id
     left join customers cu on cu.organization_id = l.organization_id and cu.id = l.entity_id
     left join vendors ve on ve.organization_id = l.organization_id and ve.id = l.entity_id
     left join employees em on em.organization_id = l.organization_id and em.id = l.entity_id
     where l.organization_id = $1::uuid and l.entry_id = $2::uuid order by l.line_number`,
    [tenant.organizationId, id],
  );
  return { ...entry, lines };
}
