import { sql, type Tenant } from '../../tenancy';
import { parameters } from '../parameters';
import { countedBy, type DocumentPage, type DocumentQuery, ofParty } from './document-filter';

/** A page of the documents of one counterparty. */
export type OfCounterparty = DocumentQuery & { readonly entityId: string };

/**
 * Whether the database keeps how many documents a counterparty has by day (docs/scale.md, "Documents by day"). It begins to where they are thousands, in
 * the background, and never stops.
 */
export async function hasKeptCounts(tenant: Tenant, entityId: string): Promise<boolean> {
  const [known] = await sql<{ isKept: boolean }>(
    tenant,
    `select exists (select from counted_counterparties c where c.organization_id = $1::uuid and c.entity_id = $2::uuid) as "isKept"`,
    [tenant.organizationId, entityId],
  );
  return known?.isKept === true;
}

/**
 * A page of the documents of a counterparty whose counts are kept (`hasKeptCounts`), newest first, with the exact total. The days with documents of the page
 * follow from the counts, and on each of them the page is counted from the end that is nearer: the cost is the days of the books and half of the counterparty's
 * documents of those days at most. No index holds the status, so that on these days documents are read for it.
 */
export async function pageOfCounted(tenant: Tenant, query: OfCounterparty): Promise<DocumentPage> {
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const party = `${p.add(query.entityId)}::uuid`;
  const first = `${p.add(query.offset)}::bigint`;
  const end = `${p.add(query.offset + query.limit)}::bigint`;
  const some = (order: 'asc' | 'desc', from: string, rows: string) =>
    `(select t.transaction_date, t.transaction_number from business_transactions t
         where t.organization_id = ${org} and t.transaction_date = s.day${ofParty(p, query)}${countedBy(p, query, 't')}
         order by t.transaction_number ${order} offset s.${from} limit ${rows})`;
  const [row] = await sql<{ ids: string[]; total: number }>(
    tenant,
    `with noted(day, n) as (
       select d.transaction_date, d.document_count from counterparty_days d where d.organization_id = ${org} and d.entity_id = ${party}${countedBy(p, query, 'd')}
       union all
       select d.transaction_date, u.n from document_day_changes d cross join lateral unnest(d.entity_ids, d.entity_counts) as u (entity_id, n)
       where d.organization_id = ${org} and ${party} = any (d.entity_ids) and u.entity_id = ${party}${countedBy(p, query, 'd')}
     ), days as materialized (select x.day, sum(x.n)::bigint as n from noted x group by 1 having sum(x.n) > 0),
     placed as (select d.day, d.n, (sum(d.n) over (order by d.day desc) - d.n)::bigint as before from days d),
     -- Of each day with documents of the page: how many are on it, how many of the day come before them, and how many behind.
     span as materialized (
       select x.day, greatest(0, ${first} - x.before) as before, least(x.n, ${end} - x.before) - greatest(0, ${first} - x.before) as rows,
         x.n - least(x.n, ${end} - x.before) as behind
       from placed x where x.before < ${end} and x.before + x.n > ${first}
     ), keys as materialized (
       select k.transaction_date, k.transaction_number from span s cross join lateral (
         ${some('desc', 'before', 'case when s.before <= s.behind then s.rows else 0 end')}
         union all
         ${some('asc', 'behind', 'case when s.before <= s.behind then 0 else s.rows end')}) k
     )
     select (select coalesce(sum(d.n), 0)::int from days d) as total, coalesce(array(
       select x.id::text from keys m
       cross join lateral (select t.id from business_transactions t where t.organization_id = ${org} and t.transaction_number = m.transaction_number offset 0) x
       order by m.transaction_date desc, m.transaction_number desc), '{}') as ids`,
    p.values,
  );
  return { ids: row?.ids ?? [], total: row?.total ?? 0, isCounted: true, searchedFrom: null };
}
