import { AGING_BUCKETS } from '@/core/billing/aging';
import { longSql, type ReportStatement } from '../../record-stream';
import { preparedSql, type Tenant } from '../../tenancy';
import { type Parameters, parameters } from '../parameters';
import type { SubledgerSum } from './open-items';
import { bucketSql, nameOf, type OpenItemQuery, openItemsSql } from './open-items-sql';

/** One sum of the aging: of a counterparty and currency, of a currency (no counterparty), or of everything in base currency. */
export interface AgingSum {
  readonly level: 'ROW' | 'CURRENCY' | 'BASE';
  readonly origin: 'OWED' | 'REVALUATION' | null;
  readonly entityId: string | null;
  readonly entityName: string | null;
  readonly currencyCode: string | null;
  /** The open amount by bucket: in the currency of the sum, or in base currency where it is BASE. */
  readonly CURRENT: string;
  readonly DAYS_1_30: string;
  readonly DAYS_31_60: string;
  readonly DAYS_61_90: string;
  readonly OVER_90: string;
  readonly total: string;
  /** In the report's currency. */
  readonly base: string;
}

/** What an aging shows, and the same items as the control account's subledger. */
export interface AgingSums<Row> {
  readonly rows: readonly Row[];
  /** Of everything: by currency, and in base currency. */
  readonly sums: readonly AgingSum[];
  readonly subledgers: readonly SubledgerSum[];
}

type AgingRow = Omit<AgingSum, 'level'> &
  SubledgerSum & { readonly level: AgingSum['level'] | 'SUBLEDGER'; readonly rowCount: number };

/** The place of a row of counterparties in their order. */
export interface AgingPlace {
  readonly origin: string;
  readonly entityName: string;
  readonly entityId: string | null;
  readonly currencyCode: string;
}

/** Some rows of counterparties by their order: after a place or after so many, at most so many. */
export interface AgingPage {
  readonly offset: number;
  readonly limit: number;
  readonly after: AgingPlace | null;
  /** A LIKE pattern that the name of the counterparty matches; null for all. */
  readonly pattern: string | null;
}

/** More counterparties than this get their names from a reading of all. */
const MANY_NAMES = 2_000;
/** Stands for the counterparty of a document without one: unlike null it can be looked up in a list. */
const NO_PARTY = `'00000000-0000-0000-0000-000000000000'::uuid`;
/** Follows every counterparty of a name. */
const LAST_PARTY = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const bucketsOf = (amount: string) =>
  AGING_BUCKETS.map(
    (bucket, at) => `coalesce(sum(${amount}) filter (where i.bucket = ${at}), 0)::text as "${bucket}"`,
  ).join(', ');
const AMOUNT = 'coalesce(sum(i.open), 0)::text';
const BASE = 'coalesce(sum(i.open_base * rate), 0)::text';
const NOTHING = 'null::text, null::uuid, null::text, null::text';

/** The rows of counterparties: OWED before REVALUATION, then by name. */
const placeOrder = (row: string) =>
  `${row}.origin collate "C" nulls last, ${row}."entityName", ${row}."entityId", ${row}."currencyCode"`;

/**
 * The common table expressions of every aging: `placed` are the items by their bucket, `totals` what the sums of everything are made of: a few
 * rows, however many counterparties there are. The columns that are read most come first, those of fixed width before the others.
 */
const placedSql = (p: Parameters, tenant: Pick<Tenant, 'organizationId'>, query: OpenItemQuery) =>
  `${openItemsSql(p, query, tenant.organizationId, 'SUMS')}, placed as materialized (
     select coalesce(i.entity_id, ${NO_PARTY}) as party, coalesce(i.entity_type = '${partiesOf(query).type}', false) as is_listed,
       i.origin = 'REVALUATION' as is_unowed, ${bucketSql(`${p.add(query.asOf)}::date`, (_, at) => String(at))} as bucket,
       i.subsidiary_id, i.currency_code, i.open, i.open_base from items i
   ), totals as materialized (
     select t.*, s.rate from (
       select i.subsidiary_id, i.currency_code, i.is_unowed, i.bucket, sum(i.open) as open, sum(i.open_base) as open_base
       from placed i group by 1, 2, 3, 4) t
     join scope s on s.id = t.subsidiary_id
   )`;
/** A row of counterparties is of amounts owed, or of differences that no one owes. */
const LINE = `case when i.is_unowed then 'REVALUATION' else 'OWED' end`;

const COLUMNS = `(level, role, "subsidiaryId", amount, unrealized, origin, party, "currencyCode", ${AGING_BUCKETS.map((bucket) => `"${bucket}"`).join(', ')}, total, base)`;

/** The rows of counterparties among the items that match a condition, and the sums of everything. */
const summedSql = (condition: string) => `
  select 'ROW', ${NOTHING}, ${LINE}, i.party, i.currency_code, ${bucketsOf('i.open')}, ${AMOUNT}, ${BASE}
  from placed i join scope s on s.id = i.subsidiary_id ${condition} group by i.is_unowed, i.party, i.currency_code
  union all
  select 'CURRENCY', ${NOTHING}, null, null, i.currency_code, ${bucketsOf('i.open')}, ${AMOUNT}, ${BASE} from totals i group by i.currency_code
  union all
  select 'BASE', ${NOTHING}, null, null, null, ${bucketsOf('i.open_base * rate')}, ${BASE}, ${BASE} from totals i`;

const subledgersSql = ({ roles: [role = ''] }: OpenItemQuery) => `
  select 'SUBLEDGER', '${role}', i.subsidiary_id, ${AMOUNT}, coalesce(sum(i.open_base) filter (where i.is_unowed), 0)::text,
    null, null, i.currency_code, ${bucketsOf('i.open')}, ${AMOUNT}, coalesce(sum(i.open_base), 0)::text
  from totals i group by i.subsidiary_id, i.currency_code`;

/** Whose names a control account's counterparties have, apart from a few. */
interface Parties {
  readonly type: string;
  readonly table: string;
  readonly name: string;
}
const PARTIES: Readonly<Record<string, Parties>> = {
  RECEIVABLE: { type: 'CUSTOMER', table: 'customers', name: 'company_name' },
  PAYABLE: { type: 'VENDOR', table: 'vendors', name: 'name' },
  EMPLOYEE_PAYABLE: { type: 'EMPLOYEE', table: 'employees', name: 'name' },
};
function partiesOf({ roles: [role = ''] }: OpenItemQuery): Parties {
  const parties = PARTIES[role];
  if (parties === undefined) throw new Error(`${role} has no counterparties`);
  return parties;
}

/** The counterparties of items, by what a row of them is of. */
const partiesSql = (condition: string) => `
       select ${LINE} as origin, i.party, i.is_listed, i.currency_code as "currencyCode" from placed i ${condition} group by i.is_unowed, 2, 3, 4`;

/** The names of counterparties, read at once where there are many: looked up, forty thousand took a quarter of the aging's time. */
const extentSql = (from: string) =>
  `extent as materialized (select exists (select from ${from} offset ${MANY_NAMES}) as is_many)`;
const IS_MANY = '(select x.is_many from extent x)';
function namedJoin(org: string, query: OpenItemQuery, row: string): string {
  const { table, name } = partiesOf(query);
  return `left join (select n.id, n.${name} as name from ${table} n where n.organization_id = ${org} and ${IS_MANY} offset 0) c on c.id = ${row}.party`;
}
const nameFrom = (org: string, row: string) =>
  `coalesce(c.name, ${nameOf(org, `${row}.party`)}) as "entityName", nullif(${row}.party, ${NO_PARTY}) as "entityId"`;

/**
 * A page of the aging: the open items by days past due, summed by the database, with the sums of everything. Which counterparties are on it is
 * found from their names alone, and only their items are added up by counterparty.
 */
export async function readAgingPage<Row>(
  tenant: Tenant,
  query: OpenItemQuery,
  page: AgingPage,
  shown: (row: AgingSum) => Row,
): Promise<AgingSums<Row> & { readonly rowCount: number }> {
  const { text, values } = pageStatement(tenant, query, page);
  const rows = await preparedSql<AgingRow>(tenant, statementName(query, page), text, values);
  return { ...partsOf(rows.map((row) => partOf(row, shown))), rowCount: rows[0]?.rowCount ?? 0 };
}

/** The statement of a page of the aging. */
export function pageStatement(
  tenant: Pick<Tenant, 'organizationId' | 'subsidiaryIds'>,
  query: OpenItemQuery,
  page: AgingPage,
): { readonly text: string; readonly values: readonly unknown[] } {
  const p = parameters();
  const placed = placedSql(p, tenant, query);
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const [offset, limit] = [p.add(page.offset), p.add(page.limit)].map((place) => `${place}::bigint`);
  const isWalked = page.pattern === null && tenant.subsidiaryIds === null;
  const text = `${placed}, ${isWalked ? walkedSql(p, org, query, page) : searchedSql(p, org, query, page)},
     listed as materialized (
       select n.* from named n ${afterSql(p, page.after)} order by ${placeOrder('n')} offset ${offset} limit ${limit}
     ), summed${COLUMNS} as (
       -- Whether a counterparty is on the page is asked of a hashed list: the planner knows neither how many items there are nor how few.
       ${summedSql('where (i.party in (select l.party from listed l)) is true')}
       union all
       ${subledgersSql(query)}
     )
     select g.*, l."entityName", l."entityId", (select c.count from counted c) as "rowCount" from summed g
     left join listed l on g.level = 'ROW' and l.origin = g.origin and l.party = g.party and l."currencyCode" = g."currencyCode"
     where g.level <> 'ROW' or l.party is not null order by g.level collate "C", ${placeOrder('g').replaceAll('g."entity', 'l."entity')}`;
  return { text, values: p.values };
}

/** The counterparties with their names where one has to know all names: those that match a pattern, or those whose names a caller may see. */
function searchedSql(p: Parameters, org: string, query: OpenItemQuery, { pattern }: AgingPage): string {
  const matching = pattern === null ? '' : `where n."entityName" ilike ${p.add(pattern)}`;
  return `parties as materialized (${partiesSql('')}
     ), ${extentSql('parties')}, named as materialized (
       select n.* from (select g.*, ${nameFrom(org, 'g')} from parties g ${namedJoin(org, query, 'g')}) n ${matching}
     ), counted as (select count(*)::int from named)`;
}

/**
 * The counterparties up to the end of the page. Where there are many, those that own their names' table are gone through by name, in its index, until
 * the page is full: sorting forty thousand names took a third of the aging's time. They are listed in an array first, because a planner that may expect
 * millions of them would not hash them. None is missing there: whoever has documents cannot be
 * deleted (refuse-delete-of-used-entity in prisma/sql).
 */
function walkedSql(
  p: Parameters,
  org: string,
  query: OpenItemQuery,
  { offset, limit, after }: AgingPage,
): string {
  const { table, name } = partiesOf(query);
  // The one at the place itself may have rows of other currencies after it, so it does not count.
  const from =
    after === null
      ? ''
      : `and (n.${name}, n.id) >= (${p.add(after.entityName)}::text, ${p.add(after.entityId ?? LAST_PARTY)}::uuid)`;
  return `counted as materialized (
       select count(*)::int from (select from placed i group by i.is_unowed, i.party, i.currency_code)
     ), extent as materialized (select c.count > ${MANY_NAMES} as is_many from counted c
     ), walked as materialized (
       select n.id, n.${name} as name from ${table} n where n.organization_id = ${org} and ${IS_MANY} ${from}
         and (n.id in (select unnest(array_agg(i.party)) from placed i where i.is_listed)) is true
       order by n.${name}, n.id limit ${p.add(offset + limit + 1)}::bigint
     ), parties as materialized (${partiesSql(`where (i.party in (select w.id from walked w)) is true or not (i.is_listed and ${IS_MANY})`)}
     ), named as materialized (
       select g.*, coalesce(w.name, ${nameOf(org, 'g.party')}) as "entityName", nullif(g.party, ${NO_PARTY}) as "entityId"
       from parties g left join walked w on w.id = g.party
     )`;
}

/**
 * What the text of a page's statement depends on. It is planned once a connection: planning took longer than reading where few
 * counterparties owe something.
 */
function statementName({ roles, entityId }: OpenItemQuery, { pattern, after }: AgingPage): string {
  const parts = [
    ...roles,
    entityId === undefined ? '' : 'of_one',
    pattern === null ? '' : 'found',
    after === null ? '' : after.entityId === null ? 'after_none' : 'after_one',
  ];
  return ['aging', ...parts.filter((part) => part !== '')].join('_').toLowerCase();
}

/** The condition for rows after a place in their order; rows without a counterparty follow those with one of the same name. */
function afterSql(p: Parameters, after: AgingPlace | null): string {
  if (after === null) return '';
  const { origin, entityName, entityId, currencyCode } = after;
  const party = entityId === null ? NO_PARTY : `${p.add(entityId)}::uuid`;
  return `where (n.origin collate "C", n."entityName", n."entityId" is null, n.party, n."currencyCode")
    > (${p.add(origin)}::text, ${p.add(entityName)}::text, ${entityId === null}, ${party}, ${p.add(currencyCode)}::text)`;
}

/** Every row of the aging and its sums, read without holding the event loop; the order is that of the pages. */
export async function readWholeAging<Row>(
  tenant: Tenant,
  query: OpenItemQuery,
  shown: (row: AgingSum) => Row,
): Promise<AgingSums<Row>> {
  const statement = wholeAgingStatement(tenant, query);
  return partsOf(await longSql(tenant, statement, (row: AgingRow) => partOf(row, shown)));
}

/** The statement of every row of the aging, then of its sums. */
export function wholeAgingStatement(
  tenant: Tenant,
  query: OpenItemQuery,
): Pick<ReportStatement<AgingRow, AgingRow>, 'text' | 'values'> {
  const p = parameters();
  const placed = placedSql(p, tenant, query);
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const text = `${placed}, summed${COLUMNS} as materialized (${summedSql('')} union all ${subledgersSql(query)}
     ), ${extentSql('summed')}, named as (
       select g.*, ${nameFrom(org, 'g')} from summed g ${namedJoin(org, query, 'g')}
     )
     select n.*, 0 as "rowCount" from named n
     order by array_position(array['ROW', 'CURRENCY', 'BASE', 'SUBLEDGER'], n.level), ${placeOrder('n')}`;
  return { text, values: p.values };
}

/** A row of the statement as what it is part of. */
type AgingPart<Row> =
  | { readonly row: Row }
  | { readonly sum: AgingSum }
  | { readonly subledger: SubledgerSum };

function partOf<Row>(row: AgingRow, shown: (row: AgingSum) => Row): AgingPart<Row> {
  const { level } = row;
  if (level === 'SUBLEDGER') return { subledger: row };
  const sum = { ...row, level };
  return level === 'ROW' ? { row: shown(sum) } : { sum };
}

function partsOf<Row>(parts: readonly AgingPart<Row>[]): AgingSums<Row> {
  const rows: Row[] = [];
  const sums: AgingSum[] = [];
  const subledgers: SubledgerSum[] = [];
  for (const part of parts) {
    if ('row' in part) rows.push(part.row);
    else if ('sum' in part) sums.push(part.sum);
    else subledgers.push(part.subledger);
  }
  return { rows, sums, subledgers };
}
