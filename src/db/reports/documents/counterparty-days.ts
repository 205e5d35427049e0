import { sql, type Tenant } from '../../tenancy';
import { parameters } from '../parameters';
import { daysOfPage, idsOfKeys } from './days-of-page';
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
  const noted = `select d.transaction_date, d.document_count from counterparty_days d where d.organization_id = ${org} and d.entity_id = ${party}${countedBy(p, query, 'd')}
       union all
       select d.transaction_date, u.n from document_day_changes d cross join lateral unnest(d.entity_ids, d.entity_counts) as u (entity_id, n)
       where d.organization_id = ${org} and ${party} = any (d.entity_ids) and u.entity_id = ${party}${countedBy(p, query, 'd')}`;
  const matching = `from business_transactions t where t.organization_id = ${org}${ofParty(p, query)}${countedBy(p, query, 't')}`;
  const [row] = await sql<{ ids: string[]; total: number }>(
    tenant,
    `with ${daysOfPage({ noted, matching, first, end })}
     select (select coalesce(sum(d.n), 0)::int from days d) as total, ${idsOfKeys(org)}`,
    p.values,
  );
  return { ids: row?.ids ?? [], total: row?.total ?? 0, isCounted: true, searchedFrom: null };
}
