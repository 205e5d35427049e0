import { sql, type Tenant } from '../../tenancy';
import { parameters } from '../parameters';
import { hasKeptCounts, type OfCounterparty, pageOfCounted } from './counterparty-days';
import { daysOfPage, idsOfKeys } from './days-of-page';
import { countedBy, type DocumentPage, type DocumentQuery, listedAs, ofParty } from './document-filter';
import {
  BOUNDS,
  fewListed,
  ofStatusAmong,
  type SearchBounds,
  searchedAmong,
  searchedDocuments,
} from './document-search';

/** One page of documents, and how many there are; `bounds` of other sizes are for tests. */
export function readDocumentPage(
  tenant: Tenant,
  query: DocumentQuery,
  bounds: SearchBounds = BOUNDS,
): Promise<DocumentPage> {
  const { entityId } = query;
  if (entityId !== undefined) return ofEntity(tenant, { ...query, entityId }, bounds);
  return query.pattern === undefined ? byDay(tenant, query) : searchedDocuments(tenant, query, query.pattern);
}

/** From the counts by day (`daysOfPage`); a status that has a list of its own is looked for through it, in the days from the first with documents of the page to the last. */
async function byDay(tenant: Tenant, query: DocumentQuery): Promise<DocumentPage> {
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const first = `${p.add(query.offset)}::bigint`;
  const limit = `${p.add(query.limit)}::bigint`;
  const noted = `select d.transaction_date, d.document_count from document_days d where d.organization_id = ${org}${countedBy(p, query, 'd')}
       union all
       select d.transaction_date, d.document_count from document_day_changes d where d.organization_id = ${org}${countedBy(p, query, 'd')}`;
  const matching = `from business_transactions t where t.organization_id = ${org}${countedBy(p, query, 't')}`;
  const listed = listedAs(query.status);
  const pages =
    listed === ''
      ? daysOfPage({ noted, matching, first, end: `${first} + ${limit}` })
      : rangeOfPage({ noted, matching: `${matching}${listed}`, first, limit });
  const [row] = await sql<{ ids: string[]; total: number }>(
    tenant,
    `with ${pages}
     select (select coalesce(sum(d.n), 0)::int from days d) as total, ${idsOfKeys(org)}`,
    p.values,
  );
  return { ids: row?.ids ?? [], total: row?.total ?? 0, isCounted: true, searchedFrom: null };
}

/** The same common table expressions as `daysOfPage`, of documents that a short list has: they are read once, not once for each day. */
function rangeOfPage(of: {
  readonly noted: string;
  readonly matching: string;
  readonly first: string;
  readonly limit: string;
}): string {
  const { noted, matching, first, limit } = of;
  const inDays = (order: 'asc' | 'desc') =>
    `${matching} and t.transaction_date >= (select s.first from span s) and t.transaction_date <= (select s.last from span s)
      order by t.transaction_date ${order}, t.transaction_number ${order}`;
  return `noted(day, n) as (
       ${noted}
     ), days as materialized (select x.day, sum(x.n) as n from noted x group by 1 having sum(x.n) > 0),
     placed as (select d.day, d.n, sum(d.n) over (order by d.day desc) - d.n as before from days d),
     -- What matches on a day between the first and the last of those with the page is on the page too.
     chosen as (
       select min(x.day) as first, max(x.day) as last, sum(x.n)::bigint as n, (${first} - min(x.before))::bigint as before
       from placed x where x.before < ${first} + ${limit} and x.before + x.n > ${first}
     ), span as materialized (
       select c.first, c.last, c.before, r.rows, c.n - c.before - r.rows as behind
       from chosen c cross join lateral (select greatest(0, least(${limit}, c.n - c.before)) as rows) r
     ), ${nearerKeys(inDays)}`;
}

/** The documents of a counterparty; more are counted, and searched, without holding all of them. */
const FEW = 1_000;

/**
 * Of one counterparty, through its own index, in the list's order and from the end that is nearer. Some have a third of all documents: how many they have by day
 * is kept, or is about to be, and until then they are counted in the index; they are searched as the documents of everyone are.
 */
async function ofEntity(tenant: Tenant, query: OfCounterparty, bounds: SearchBounds): Promise<DocumentPage> {
  const { pattern, status } = query;
  if (pattern !== undefined) {
    return (await hasFew(tenant, query, FEW))
      ? searchedAmong(
          tenant,
          query,
          pattern,
          (_, org) => `business_transactions t where t.organization_id = ${org}`,
        )
      : searchedDocuments(tenant, query, pattern);
  }
  if (await hasKeptCounts(tenant, query.entityId)) {
    const listed = await fewListed(tenant, status);
    return listed === null ? pageOfCounted(tenant, query) : searchedAmong(tenant, query, null, listed);
  }
  if (status !== undefined && !(await hasFew(tenant, query, bounds.ofShort))) {
    const page = await ofStatusAmong(tenant, query, bounds);
    if (page !== null) return page;
  }
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const skip = `${p.add(query.offset)}::bigint`;
  const limit = `${p.add(query.limit)}::bigint`;
  const most = query.isBounded === true ? Math.max(bounds.most, query.offset + 2 * query.limit) : null;
  const filtered = `from business_transactions t where t.organization_id = ${org}${ofParty(p, query)}${countedBy(p, query, 't')}${listedAs(status)}`;
  const counted =
    most === null
      ? `select count(*) as n ${filtered}`
      : `select count(*) as n from (select ${filtered} limit ${p.add(most + 1)}::bigint) x`;
  const [row] = await sql<{ ids: string[]; total: number }>(
    tenant,
    `with counted as materialized (${counted}
     ), span as materialized (
       -- What was not counted to its end is read from the newest on.
       select ${skip} as before, r.rows, ${most === null ? `greatest(0, c.n - ${skip} - r.rows)` : `case when c.n > ${most} then ${skip} else greatest(0, c.n - ${skip} - r.rows) end`} as behind
       from counted c cross join lateral (select greatest(0, least(${limit}, c.n - ${skip})) as rows) r
     ), ${nearerKeys((order) => `${filtered} order by t.transaction_date ${order}, t.transaction_number ${order}`)}
     select (select c.n::int from counted c) as total, ${idsOfKeys(org)}`,
    p.values,
  );
  const { ids = [], total = 0 } = row ?? {};
  const isCounted = most === null || total <= most;
  return { ids, total: isCounted ? total : most, isCounted, searchedFrom: null };
}

/** Whether a counterparty has no more documents than so many. */
async function hasFew(tenant: Tenant, query: DocumentQuery, few: number): Promise<boolean> {
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const [known] = await sql<{ isFew: boolean }>(
    tenant,
    `select not exists (select from business_transactions t where t.organization_id = ${org}${ofParty(p, query)} offset ${few}) as "isFew"`,
    p.values,
  );
  return known?.isFew === true;
}

/**
 * The common table expression `keys`: those of a page among what matches, read from the end that is nearer. `span` says how many rows the page
 * has, how many are before and how many behind it.
 */
function nearerKeys(matching: (order: 'asc' | 'desc') => string): string {
  const some = (order: 'asc' | 'desc', from: string, rows: string) =>
    `(select t.transaction_date, t.transaction_number ${matching(order)} offset (select s.${from} from span s) limit (select ${rows} from span s))`;
  return `keys as materialized (
       ${some('desc', 'before', 'case when s.before <= s.behind then s.rows else 0 end')}
       union all
       ${some('asc', 'behind', 'case when s.before <= s.behind then 0 else s.rows end')}
     )`;
}
