import { preparedSql, type Tenant } from '../../tenancy';
import { type Parameters, parameters } from '../parameters';
import { extentSql, IS_MANY, NO_PARTY, namedJoin, partiesOf } from './aging-parties';
import {
  type EarlierExtent,
  type EarlierQuery,
  earlierParts,
  isNear,
  isWalkable,
  readEarlierExtent,
  upTo,
} from './earlier-day';
import { ITEM_COLUMNS, type OpenItemRow } from './open-items';
import { bucketSql, carriedItemsSql, nameOf, type OpenItemQuery, openItemsSql } from './open-items-sql';

export interface OpenItemPage {
  readonly offset: number;
  readonly limit: number;
}

/** A page of items as it is read, and how many there are on all pages. */
interface ReadItems {
  readonly rows: OpenItemRow[];
  readonly total: number;
}
type PlacedRow = OpenItemRow & { total: number; place: string | null; isWhole?: boolean };

/**
 * A page of the items open on a day, by counterparty and due date (see openItemsSql), and how many items there are. Where the page lies is found
 * from how many items each counterparty has on each due day, and only documents of those days are looked up: forty thousand documents and names
 * were most of the time of a page of a day long past. Items of one counterparty and day are in the order of their numbers, which only the
 * documents have, so these are looked up together. Where much was open on an earlier day, only the counterparties up to the end of the page are
 * looked at (readEarlierItems); how much that was is asked of days before today alone.
 */
export async function readOpenItems(
  tenant: Tenant,
  query: OpenItemQuery,
  page: OpenItemPage,
  today: string,
): Promise<ReadItems> {
  if (query.asOf < today && isNear(tenant, query, page)) {
    const extent = await readEarlierExtent(tenant, query);
    const read = isWalkable(extent) ? await readEarlierItems(tenant, query, extent, page) : null;
    if (read !== null) return read;
  }
  const { text, values } = openItemsStatement(tenant, query, page);
  const name = `open_items_${query.roles.join('_')}${query.entityId === undefined ? '' : '_of_one'}${isWalked(tenant) ? '' : '_sorted'}`;
  return pageOf(await preparedSql<PlacedRow>(tenant, name.toLowerCase(), text, values));
}

/**
 * The same page of an earlier day, whose items are found counterparty by counterparty and counted from sums by day; null where too few of the names had
 * items then to find the page by going through them.
 */
export async function readEarlierItems(
  tenant: Tenant,
  query: OpenItemQuery,
  { items, lengths }: EarlierExtent,
  page: OpenItemPage,
): Promise<ReadItems | null> {
  const { text, values } = earlierItemsStatement(tenant, { ...query, lengths }, items, page);
  const name = `open_items_${query.roles.join('_')}_then`.toLowerCase();
  const rows = await preparedSql<PlacedRow>(tenant, name, text, values);
  return rows[0]?.isWhole === false ? null : pageOf(rows);
}

const pageOf = (rows: readonly PlacedRow[]): ReadItems => ({
  rows: rows
    .filter(({ place }) => place !== null)
    .map(({ place: _place, total: _total, isWhole: _isWhole, ...row }) => row),
  total: rows[0]?.total ?? 0,
});

/** Whether names are gone through in their order. A caller who is confined may see items of customers without seeing their names. */
const isWalked = ({ subsidiaryIds }: Pick<Tenant, 'subsidiaryIds'>) => subsidiaryIds === null;

/** An item without a due date comes first among those of its counterparty. */
const due = (date: string) => `coalesce(${date}, '-infinity'::date)`;
const party = (id: string) => `coalesce(${id}, ${NO_PARTY})`;

/** How many items the counterparties among some amounts and items have on each due day. */
const heapsSql = (query: OpenItemQuery, amounts: string) => {
  const isListed = (row: string) => `coalesce(${row}.entity_type = '${partiesOf(query).type}', false)`;
  return `heaps as materialized (
       select x.party, x.due, bool_or(x.is_listed) as is_listed, count(*) as n
       from (
         select distinct y.document_id, ${party('y.entity_id')} as party, ${due('y.due_date')} as due, ${isListed('y')} as is_listed
         from ${amounts} y
         union all
         select i.id, ${party('i.entity_id')}, ${due('i.due_date')}, ${isListed('i')} from items i) x
       group by 1, 2
     )`;
};

/** The statement of a page of open items. */
export function openItemsStatement(
  tenant: Pick<Tenant, 'organizationId' | 'subsidiaryIds'>,
  query: OpenItemQuery,
  page: OpenItemPage,
): { readonly text: string; readonly values: readonly unknown[] } {
  const p = parameters();
  const items = openItemsSql(p, query, tenant.organizationId, 'PLACES');
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const place = placeOf(p, page);
  const { table, name } = partiesOf(query);
  const named = isWalked(tenant)
    ? `walked as materialized (
       select n.id, n.${name} as name from ${table} n where n.organization_id = ${org} and ${IS_MANY}
         and (n.id in (select unnest(array_agg(g.party)) from heaps g where g.is_listed)) is true
       order by n.${name}, n.id limit ${place.offset} + ${place.limit} + 1
     ), named as materialized (
       select g.*, w.name from heaps g join walked w on w.id = g.party where ${IS_MANY}
       union all
       select g.*, ${nameOf(org, 'g.party')} from heaps g where not (g.is_listed and ${IS_MANY})
     )`
    : `named as materialized (
       select g.*, coalesce(c.name, ${nameOf(org, 'g.party')}) as name from heaps g ${namedJoin(org, query, 'g')}
     )`;
  const total = '(select coalesce(sum(h.n), 0)::int as total from heaps h)';
  const text = `${items}, ${heapsSql(query, 'carried')}, ${extentSql('heaps')}, ${named}, ${listedSql(p, org, query, { amounts: 'carried', total, place })}`;
  return { text, values: p.values };
}

/** The statement of a page of open items of an earlier day, on which `kept` documents were open that are settled since; `isWhole` says whether it was found. */
export function earlierItemsStatement(
  tenant: Pick<Tenant, 'organizationId'>,
  query: EarlierQuery,
  kept: number,
  page: OpenItemPage,
): { readonly text: string; readonly values: readonly unknown[] } {
  const p = parameters();
  const items = openItemsSql(p, query, tenant.organizationId, 'LEFT');
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const asOf = `${p.add(query.asOf)}::date`;
  const parts = earlierParts(p, org, query, { known: 'known', from: '', needed: upTo(page) });
  const isListed = `coalesce(x.entity_type = '${partiesOf(query).type}', false) as is_listed`;
  // A document that is counted by itself may have a span as well, with which it is counted once more.
  const total = `(select (${p.add(kept)}::int + (select count(distinct y.document_id) from carried y) + (select count(*) from items)
       - (select count(*) from (select n.id from candidates n union select y.document_id from carried y) n
          cross join lateral (
            select x.kind, x.entity_type, x.subsidiary_id, x.opened_on from document_spans x
            where x.organization_id = ${org} and x.document_id = n.id and x.settled_on > ${asOf} order by x.settled_on desc, x.application_id desc limit 1) v
          ${parts.placed} where v.opened_on <= ${asOf} and ${parts.isOfScope}))::int as total, ${parts.isWhole} as "isWhole")`;
  const text = `${items}, known as materialized (
       select x.entity_id as party, ${isListed} from carried x union select x.entity_id, ${isListed} from items x
     ), ${parts.walked}, amounts_there as materialized (
       select y.* from carried y
       union all
       select v.*, p.role, p.sign, c.base_currency
       from walked w cross join spans s cross join lateral (${parts.spansOf()} offset 0) v ${parts.placed}
       join scope c on c.id = v.subsidiary_id where ${parts.isMeant}
     ), ${heapsSql(query, 'amounts_there')}, named as materialized (
       select g.*, w.name from heaps g join walked w on w.id = g.party
       union all
       select g.*, ${nameOf(org, 'g.party')} from heaps g where not g.is_listed and g.party not in (select w.id from walked w)
     ), ${listedSql(p, org, query, { amounts: 'amounts_there', total, place: placeOf(p, page), more: ', n."isWhole"' })}`;
  return { text, values: p.values };
}

/** The placeholders of a page. */
function placeOf(p: Parameters, page: OpenItemPage) {
  const [offset = '', limit = ''] = [page.offset, page.limit].map((value) => `${p.add(value)}::bigint`);
  return { offset, limit };
}

/** The page among the counterparties and due days `named`, whose amounts are in a table. */
function listedSql(
  p: Parameters,
  org: string,
  query: OpenItemQuery,
  {
    amounts,
    total,
    place: { offset, limit },
    more = '',
  }: {
    readonly amounts: string;
    readonly total: string;
    readonly place: ReturnType<typeof placeOf>;
    readonly more?: string;
  },
): string {
  return `placed as (
       select m.*, sum(m.n) over (order by m.name, nullif(m.party, ${NO_PARTY}), m.due) - m.n as before from named m
     ), chosen as materialized (
       select * from placed c where c.before < ${offset} + ${limit} and c.before + c.n > ${offset}
     ), carried_there as materialized (
       select y.* from ${amounts} y
       where (${party('y.entity_id')}, ${due('y.due_date')}) in (select c.party, c.due from unnest((select array_agg(c.party) from chosen c), (select array_agg(c.due) from chosen c)) c(party, due))
     ), there as (
       select i.* from items i
       union all
       ${carriedItemsSql(org, 'carried_there', "''")}
     ), listed as materialized (
       select ${ITEM_COLUMNS}, c.name as "entityName", ${bucketSql(`${p.add(query.asOf)}::date`)} as bucket,
         c.before + row_number() over (partition by c.party, c.due order by i.number, i.id, i.currency_code) as place
       from there i join chosen c on c.party = ${party('i.entity_id')} and c.due = ${due('i.due_date')}
     )
     select l.*, n.total${more} from ${total} n
     left join listed l on l.place > ${offset} and l.place <= ${offset} + ${limit} order by l.place`;
}
