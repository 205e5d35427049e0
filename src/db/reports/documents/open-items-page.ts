import { preparedSql, type Tenant } from '../../tenancy';
import { parameters } from '../parameters';
import { extentSql, IS_MANY, NO_PARTY, namedJoin, partiesOf } from './aging-parties';
import { ITEM_COLUMNS, type OpenItemRow } from './open-items';
import { bucketSql, carriedItemsSql, nameOf, type OpenItemQuery, openItemsSql } from './open-items-sql';

export interface OpenItemPage {
  readonly offset: number;
  readonly limit: number;
}

/**
 * A page of the items open on a day, by counterparty and due date (see openItemsSql), and how many items there are. Where the page lies is found
 * from how many items each counterparty has on each due day, and only documents of those days are looked up: forty thousand documents and names
 * were most of the time of a page of a day long past. Items of one counterparty and day are in the order of their numbers, which only the
 * documents have, so these are looked up together.
 */
export async function readOpenItems(
  tenant: Tenant,
  query: OpenItemQuery,
  page: OpenItemPage,
): Promise<{ rows: OpenItemRow[]; total: number }> {
  const { text, values } = openItemsStatement(tenant, query, page);
  const name = `open_items_${query.roles.join('_')}${query.entityId === undefined ? '' : '_of_one'}${isWalked(tenant) ? '' : '_sorted'}`;
  const rows = await preparedSql<OpenItemRow & { total: number; place: string | null }>(
    tenant,
    name.toLowerCase(),
    text,
    values,
  );
  return {
    rows: rows.filter(({ place }) => place !== null).map(({ place: _place, total: _total, ...row }) => row),
    total: rows[0]?.total ?? 0,
  };
}

/** Whether names are gone through in their order. A caller who is confined may see items of customers without seeing their names. */
const isWalked = ({ subsidiaryIds }: Pick<Tenant, 'subsidiaryIds'>) => subsidiaryIds === null;

/** An item without a due date comes first among those of its counterparty. */
const due = (date: string) => `coalesce(${date}, '-infinity'::date)`;
const party = (id: string) => `coalesce(${id}, ${NO_PARTY})`;

/** The statement of a page of open items. */
export function openItemsStatement(
  tenant: Pick<Tenant, 'organizationId' | 'subsidiaryIds'>,
  query: OpenItemQuery,
  page: OpenItemPage,
): { readonly text: string; readonly values: readonly unknown[] } {
  const p = parameters();
  const items = openItemsSql(p, query, tenant.organizationId, 'PLACES');
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const [offset, limit] = [p.add(page.offset), p.add(page.limit)].map((place) => `${place}::bigint`);
  const { type, table, name } = partiesOf(query);
  const named = isWalked(tenant)
    ? `walked as materialized (
       select n.id, n.${name} as name from ${table} n where n.organization_id = ${org} and ${IS_MANY}
         and (n.id in (select unnest(array_agg(g.party)) from heaps g where g.is_listed)) is true
       order by n.${name}, n.id limit ${offset} + ${limit} + 1
     ), named as materialized (
       select g.*, w.name from heaps g join walked w on w.id = g.party where ${IS_MANY}
       union all
       select g.*, ${nameOf(org, 'g.party')} from heaps g where not (g.is_listed and ${IS_MANY})
     )`
    : `named as materialized (
       select g.*, coalesce(c.name, ${nameOf(org, 'g.party')}) as name from heaps g ${namedJoin(org, query, 'g')}
     )`;
  const text = `${items}, heaps as materialized (
       select x.party, x.due, bool_or(x.is_listed) as is_listed, count(*) as n
       from (
         select distinct y.document_id, ${party('y.entity_id')} as party, ${due('y.due_date')} as due, coalesce(y.entity_type = '${type}', false) as is_listed
         from carried y
         union all
         select i.id, ${party('i.entity_id')}, ${due('i.due_date')}, coalesce(i.entity_type = '${type}', false) from items i) x
       group by 1, 2
     ), ${extentSql('heaps')}, ${named}, placed as (
       select m.*, sum(m.n) over (order by m.name, nullif(m.party, ${NO_PARTY}), m.due) - m.n as before from named m
     ), chosen as materialized (
       select * from placed c where c.before < ${offset} + ${limit} and c.before + c.n > ${offset}
     ), carried_there as materialized (
       select y.* from carried y
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
     select l.*, n.total from (select coalesce(sum(h.n), 0)::int as total from heaps h) n
     left join listed l on l.place > ${offset} and l.place <= ${offset} + ${limit} order by l.place`;
  return { text, values: p.values };
}
