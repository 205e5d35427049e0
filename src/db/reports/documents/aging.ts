import { AGING_BUCKETS } from '@/core/billing/aging';
import { longSql, type ReportStatement } from '../../record-stream';
import { preparedSql, type Tenant } from '../../tenancy';
import { type Parameters, parameters } from '../parameters';
import {
  type AgingPage,
  type AgingPlace,
  extentSql,
  LINE,
  NO_PARTY,
  namedJoin,
  nameFrom,
  partiesOf,
  searchedSql,
  walkedSql,
} from './aging-parties';
import { earlierAgingSql, isCountBounded } from './earlier-aging';
import { type EarlierQuery, isNear, isWalkable, readEarlierExtent } from './earlier-day';
import type { SubledgerSum } from './open-items';
import { bucketSql, type OpenItemQuery, openItemsSql } from './open-items-sql';

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
const COLUMNS = `(level, role, "subsidiaryId", amount, unrealized, origin, party, "currencyCode", ${AGING_BUCKETS.map((bucket) => `"${bucket}"`).join(', ')}, total, base)`;

/** The rows of counterparties among the items that match a condition, and the sums of everything. */
const summedSql = (condition: string, items = 'placed') => `
  select 'ROW', ${NOTHING}, ${LINE}, i.party, i.currency_code, ${bucketsOf('i.open')}, ${AMOUNT}, ${BASE}
  from ${items} i join scope s on s.id = i.subsidiary_id ${condition} group by i.is_unowed, i.party, i.currency_code
  union all
  select 'CURRENCY', ${NOTHING}, null, null, i.currency_code, ${bucketsOf('i.open')}, ${AMOUNT}, ${BASE} from totals i group by i.currency_code
  union all
  select 'BASE', ${NOTHING}, null, null, null, ${bucketsOf('i.open_base * rate')}, ${BASE}, ${BASE} from totals i`;

const subledgersSql = ({ roles: [role = ''] }: OpenItemQuery) => `
  select 'SUBLEDGER', '${role}', i.subsidiary_id, ${AMOUNT}, coalesce(sum(i.open_base) filter (where i.is_unowed), 0)::text,
    null, null, i.currency_code, ${bucketsOf('i.open')}, ${AMOUNT}, coalesce(sum(i.open_base), 0)::text
  from totals i group by i.subsidiary_id, i.currency_code`;

/** A page of rows as it is read. */
type ReadPage<Row> = AgingSums<Row> & {
  readonly rowCount: number;
  /** False where there are more than `rowCount` rows, which were not counted. */
  readonly isCounted: boolean;
};

/**
 * A page of the aging: the open items by days past due, summed by the database, with the sums of everything. Which counterparties are on it is
 * found from their names alone, and only their items are added up by counterparty. Where much was open on a day before today, neither the totals nor the
 * names read it (readEarlierPage); of today and later days that is not asked, since hardly anything is settled after them.
 */
export async function readAgingPage<Row>(
  tenant: Tenant,
  query: OpenItemQuery,
  page: AgingPage,
  today: string,
  shown: (row: AgingSum) => Row,
): Promise<ReadPage<Row>> {
  if (query.asOf < today && page.pattern === null && isNear(tenant, query, page)) {
    const extent = await readEarlierExtent(tenant, query);
    const read = isWalkable(extent)
      ? await readEarlierPage(tenant, { ...query, lengths: extent.lengths }, page, shown)
      : null;
    if (read !== null) return read;
  }
  const { text, values } = pageStatement(tenant, query, page);
  const rows = await preparedSql<PageRow>(tenant, statementName(tenant, query, page), text, values);
  return pageOf(rows, shown);
}

/**
 * The same page of an earlier day, with totals from sums by day and the items of its counterparties alone; null where too few of the names owed
 * something then to find the page by going through them.
 */
export async function readEarlierPage<Row>(
  tenant: Tenant,
  query: EarlierQuery,
  page: AgingPage,
  shown: (row: AgingSum) => Row,
): Promise<ReadPage<Row> | null> {
  const { text, values } = earlierPageStatement(tenant, query, page);
  const name = `${statementName(tenant, query, page)}_then${isCountBounded(page) ? '_bounded' : ''}`;
  const rows = await preparedSql<PageRow>(tenant, name, text, values);
  return rows[0]?.isWhole === false ? null : pageOf(rows, shown);
}

type PageRow = AgingRow & { readonly isWhole?: boolean; readonly isCounted?: boolean };

const pageOf = <Row>(rows: readonly PageRow[], shown: (row: AgingSum) => Row): ReadPage<Row> => ({
  ...partsOf(rows.map(({ isWhole: _isWhole, isCounted: _isCounted, ...row }) => partOf(row, shown))),
  rowCount: rows[0]?.rowCount ?? 0,
  isCounted: rows[0]?.isCounted ?? true,
});

/** The statement of a page of the aging. */
export function pageStatement(
  tenant: Pick<Tenant, 'organizationId' | 'subsidiaryIds'>,
  query: OpenItemQuery,
  page: AgingPage,
): { readonly text: string; readonly values: readonly unknown[] } {
  const p = parameters();
  const placed = placedSql(p, tenant, query);
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const parties = isWalked(tenant, page) ? walkedSql(p, org, query, page) : searchedSql(p, org, query, page);
  const listed = listedSql(p, query, page, { items: 'placed' });
  return { text: `${placed}, ${parties}, ${listed}`, values: p.values };
}

/** The statement of a page of the aging of an earlier day; `isWhole` says whether the page was found, `isCounted` whether all rows were counted. */
export function earlierPageStatement(
  tenant: Pick<Tenant, 'organizationId'>,
  query: EarlierQuery,
  page: AgingPage,
): { readonly text: string; readonly values: readonly unknown[] } {
  const { p, text, shown, isWhole, isCounted } = earlierAgingSql(tenant, query, page);
  const more = `, ${isWhole} as "isWhole", ${isCounted} as "isCounted"`;
  return {
    text: `${text}, ${listedSql(p, query, page, { items: 'shown', read: `${shown}, `, more })}`,
    values: p.values,
  };
}

/**
 * The page among the counterparties `named`, whose items are among those of a table, and the sums of everything; `read` are common table expressions after
 * the page is chosen.
 */
function listedSql(
  p: Parameters,
  query: OpenItemQuery,
  page: AgingPage,
  { items, read = '', more = '' }: { readonly items: string; readonly read?: string; readonly more?: string },
): string {
  const [offset, limit] = [p.add(page.offset), p.add(page.limit)].map((place) => `${place}::bigint`);
  return `listed as materialized (
       select n.* from named n ${afterSql(p, page.after)} order by ${placeOrder('n')} offset ${offset} limit ${limit}
     ), ${read}summed${COLUMNS} as (
       -- Whether a counterparty is on the page is asked of a hashed list: the planner knows neither how many items there are nor how few.
       ${summedSql('where (i.party in (select l.party from listed l)) is true', items)}
       union all
       ${subledgersSql(query)}
     )
     select g.*, l."entityName", l."entityId", (select c.count from counted c) as "rowCount"${more} from summed g
     left join listed l on g.level = 'ROW' and l.origin = g.origin and l.party = g.party and l."currencyCode" = g."currencyCode"
     where g.level <> 'ROW' or l.party is not null order by g.level collate "C", ${placeOrder('g').replaceAll('g."entity', 'l."entity')}`;
}

/** Whether the names are gone through in their order. A caller who is confined may see amounts of customers without seeing their names. */
const isWalked = ({ subsidiaryIds }: Pick<Tenant, 'subsidiaryIds'>, { pattern }: AgingPage) =>
  pattern === null && subsidiaryIds === null;

/**
 * What the text of a page's statement depends on. It is planned once a connection: planning took longer than reading where few
 * counterparties owe something.
 */
function statementName(
  tenant: Pick<Tenant, 'subsidiaryIds'>,
  { roles, entityId }: OpenItemQuery,
  page: AgingPage,
): string {
  const { pattern, after } = page;
  const parts = [
    ...roles,
    isWalked(tenant, page) ? '' : 'sorted',
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
