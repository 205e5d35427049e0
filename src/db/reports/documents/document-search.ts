import { addDays } from '@/core/periods/calendar';
import { SEARCHED_TERMS } from '@/core/transactions/header-terms';
import { hasTrigram } from '@/core/views/searched-text';
import { columnOf } from '../../row-from-sql';
import { sql, type Tenant } from '../../tenancy';
import { type Parameters, parameters } from '../parameters';
import {
  countedBy,
  type DocumentFilter,
  type DocumentPage,
  type DocumentQuery,
  listedAs,
  NOT_POSTED,
  ofParty,
} from './document-filter';

/** A search counts no further than this. */
export const MOST_COUNTED = 10_000;

/** How many of the newest documents, or entries, are looked through where no index answers: a text too short to have a trigram, or one that many have. */
export const NEWEST_SEARCHED = 20_000;

/** As many unposted, or reversed, documents are looked through one by one for a text; among more, the index finds it. */
const FEW_LISTED = 10_000;

/** A document's number or one of its searched terms contains the pattern. */
export const textMatches = (pattern: string) =>
  ['transactionNumber', ...SEARCHED_TERMS].map((name) => `t.${columnOf(name)} ilike ${pattern}`).join(' or ');

/** The text that a pattern looks for. */
const textOf = (pattern: string) => pattern.replace(/^%|%$/g, '').replace(/\\(.)/g, '$1');

/** How far a search goes where the documents are many; tests have it stop earlier. */
export interface SearchBounds {
  /** It counts no further than this. */
  readonly most: number;
  /** Of documents with the text it looks at so many of the newest for their status, which no index of texts holds; then as for a short text. */
  readonly ofStatus: number;
  /** Of the days asked for it looks through so many of the newest documents for a text too short to have a trigram, or a counterparty's for a status. */
  readonly ofShort: number;
}
/** How far a search goes for everyone. */
export const BOUNDS: SearchBounds = {
  most: MOST_COUNTED,
  ofStatus: NEWEST_SEARCHED,
  ofShort: NEWEST_SEARCHED,
};

/**
 * A page of the documents that contain a text, newest first, and how many there are; of more than are counted it says that many. A text too short for the
 * index is looked for among the newest of the days asked for, a frequent one with a status among the newest that have it: `searchedFrom` says so.
 */
export async function searchedDocuments(
  tenant: Tenant,
  query: DocumentQuery,
  pattern: string,
  { most, ofStatus, ofShort } = BOUNDS,
): Promise<DocumentPage> {
  const listed = await fewListed(tenant, query.status);
  if (listed !== null) return searchedAmong(tenant, query, pattern, listed);
  if (!hasTrigram(pattern)) return searchedAmong(tenant, query, pattern, newest(query, ofShort), ofShort);
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const looked = query.status === undefined ? most + 1 : ofStatus;
  const found = documentsFound(p, org, { ...query, pattern, most: looked });
  const [row] = await sql<{ ids: string[]; total: number; before: string | null }>(
    tenant,
    `with ${found}
     select (select m.before from reached m) as before, (select count(*)::int from found) as total, coalesce(array(
       select f.id::text from found f order by f.day desc, f.number desc
       offset ${p.add(query.offset)}::bigint limit ${p.add(query.limit)}::bigint), '{}') as ids`,
    p.values,
  );
  const { ids = [], total = 0, before = null } = row ?? {};
  if (before === null && total <= most) return { ids, total, isCounted: true, searchedFrom: null };
  const stopped = { total: most, isCounted: false, searchedFrom: null };
  if (before !== null && query.status !== undefined) {
    const page =
      ids.length === query.limit
        ? { ids, total, isCounted: false, searchedFrom: before }
        : await withOlder(tenant, query, pattern, { ids, total, before, ofShort });
    if (page.total <= most) return page;
    return { ...stopped, ids: query.offset >= most ? [] : page.ids, searchedFrom: page.searchedFrom };
  }
  // Beyond what is counted there are no pages.
  if (query.offset >= most) return { ...stopped, ids: [] };
  if (before === null) return { ...stopped, ids };
  const more = await olderOnes(tenant, query, pattern, {
    before,
    offset: Math.max(0, query.offset - total),
    limit: query.limit - ids.length,
  });
  return { ...stopped, ids: [...ids, ...more] };
}

/**
 * A page of the documents of a counterparty who has very many, narrowed to a status: all of them where the status has a list of its own and few are in it;
 * for a screen those among the newest, and the day back to which it looked. Null where all have to be gone through.
 */
export async function ofStatusAmong(
  tenant: Tenant,
  query: DocumentQuery,
  { ofShort }: SearchBounds,
): Promise<DocumentPage | null> {
  const listed = await fewListed(tenant, query.status);
  if (listed !== null) return searchedAmong(tenant, query, null, listed);
  return query.isBounded === true
    ? searchedAmong(tenant, query, null, newest(query, ofShort), ofShort)
    : null;
}

/** A page of what the index of texts found since a day, continued with what older documents have that are looked through one by one. */
async function withOlder(
  tenant: Tenant,
  query: DocumentQuery,
  pattern: string,
  found: {
    readonly ids: readonly string[];
    readonly total: number;
    readonly before: string;
    readonly ofShort: number;
  },
): Promise<DocumentPage> {
  const rest = {
    ...query,
    dateTo: addDays(found.before, -1),
    offset: Math.max(0, query.offset - found.total),
    limit: query.limit - found.ids.length,
  };
  const older = await searchedAmong(tenant, rest, pattern, newest(rest, found.ofShort), found.ofShort);
  return { ...older, ids: [...found.ids, ...older.ids], total: found.total + older.total };
}

/** What follows in the list's order before a day, from where many have the text: read one by one until the page is full. */
async function olderOnes(
  tenant: Tenant,
  query: DocumentFilter,
  pattern: string,
  page: { readonly before: string; readonly offset: number; readonly limit: number },
): Promise<string[]> {
  if (page.limit === 0) return [];
  const p = parameters();
  const rows = await sql<{ id: string }>(
    tenant,
    `select t.id from business_transactions t
     where t.organization_id = ${p.add(tenant.organizationId)}::uuid and t.transaction_date < ${p.add(page.before)}::date and (${textMatches(p.add(pattern))})${ofParty(p, query)}${countedBy(p, query, 't')}${listedAs(query.status)}
     order by t.transaction_date desc, t.transaction_number desc
     offset ${p.add(page.offset)}::bigint limit ${p.add(page.limit)}::bigint`,
    p.values,
  );
  return rows.map(({ id }) => id);
}

/** Where to look: what follows `from`, with the documents as `t` and the first condition on them. */
type Source = (p: Parameters, org: string) => string;

/**
 * Of some documents, those that contain a text (null: all), looked through one by one. No more than MOST_COUNTED are held. `newestOf`: the source has so many of the
 * newest of the days asked for; where there are older ones, the answer says back to which day it looked.
 */
export async function searchedAmong(
  tenant: Tenant,
  query: DocumentQuery,
  pattern: string | null,
  source: Source,
  newestOf: number | null = null,
): Promise<DocumentPage> {
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const [row] = await sql<{ ids: string[]; total: number; searchedFrom: string | null }>(
    tenant,
    `with matches as materialized (
       select t.id, t.transaction_date, t.transaction_number from ${source(p, org)}${ofParty(p, query)}${countedBy(p, query, 't')}${listedAs(query.status)}
         ${pattern === null ? '' : `and (${textMatches(p.add(pattern))})`}
       order by t.transaction_date desc, t.transaction_number desc limit ${MOST_COUNTED + 1})
     select (select count(*)::int from matches) as total, coalesce(array(
       select m.id::text from matches m order by m.transaction_date desc, m.transaction_number desc
       offset ${p.add(query.offset)}::bigint limit ${p.add(query.limit)}::bigint), '{}') as ids, ${
         newestOf === null ? 'null' : lastLookedAt(p, org, query, newestOf)
       } as "searchedFrom"`,
    p.values,
  );
  const total = row?.total ?? 0;
  const searchedFrom = row?.searchedFrom ?? null;
  return {
    ids: row?.ids ?? [],
    total: Math.min(total, MOST_COUNTED),
    isCounted: total <= MOST_COUNTED && searchedFrom === null,
    searchedFrom,
  };
}

/** From the documents of the days and the counterparty asked for, newest first: those of the index that gives them in this order. */
const newestFirst = (p: Parameters, org: string, query: DocumentFilter) =>
  `from business_transactions n where n.organization_id = ${org}${ofParty(p, query, 'n')}${countedBy(p, { dateFrom: query.dateFrom, dateTo: query.dateTo }, 'n')}
    order by n.transaction_date desc, n.transaction_number desc`;

const newest =
  (query: DocumentFilter, count: number): Source =>
  (p, org) =>
    `(select n.* ${newestFirst(p, org, query)} limit ${count}) t where true`;

/** The day of the last of the newest documents, where there are older ones. */
const lastLookedAt = (p: Parameters, org: string, query: DocumentFilter, count: number) =>
  `(select case when count(*) = 2 then max(x.transaction_date)::text end
     from (select n.transaction_date ${newestFirst(p, org, query)} offset ${count - 1} limit 2) x)`;

const unposted: Source = (_, org) => `unposted_documents u
  cross join lateral (select x.* from business_transactions x where x.organization_id = ${org} and x.id = u.transaction_id offset 0) t
  where u.organization_id = ${org}`;

const reversed: Source = (_, org) =>
  `(select x.* from business_transactions x where x.organization_id = ${org} and x.reversal_transaction_id is not null offset 0) t where true`;

/** Where the documents of a status are listed, if they are and few: no index of texts holds the status. */
export async function fewListed(tenant: Tenant, status: DocumentFilter['status']): Promise<Source | null> {
  if (status === undefined || !(status === 'REVERSED' || NOT_POSTED.has(status))) return null;
  const rows =
    status === 'REVERSED'
      ? 'business_transactions t where t.organization_id = $1::uuid and t.reversal_transaction_id is not null'
      : 'unposted_documents u where u.organization_id = $1::uuid';
  const [known] = await sql<{ isFew: boolean }>(
    tenant,
    `select not exists (select from ${rows} offset ${FEW_LISTED}) as "isFew"`,
    [tenant.organizationId],
  );
  if (known?.isFew !== true) return null;
  return status === 'REVERSED' ? reversed : unposted;
}

/**
 * Common table expressions: `found` has the documents that contain the text of a pattern (id, day, number), by trigrams and, where the text reaches into
 * the digits of a number, by the arithmetic of numbers. Where they are `most` or more, whatever their status, it has those of the newest days alone, and `reached` says
 * before which day some are missing; otherwise that is null. The text has a trigram.
 */
export function documentsFound(
  p: Parameters,
  org: string,
  query: DocumentFilter & { readonly pattern: string; readonly most: number },
): string {
  const most = `${p.add(query.most)}::int`;
  const given = [
    `${p.add(query.subsidiaryId ?? null)}::uuid`,
    `${p.add(query.kind ?? null)}::text`,
    `${p.add(query.transactionTypeId ?? null)}::uuid`,
    `${p.add(query.entityId ?? null)}::uuid`,
    `${p.add(query.dateFrom ?? null)}::date`,
    `${p.add(query.dateTo ?? null)}::date`,
  ].join(', ');
  return `numbers(number) as materialized (select n from daybook_document_numbers_with(${p.add(textOf(query.pattern))}, ${most}) n),
     -- Of numbers that are too many to be looked up, those that were given are found by trigrams.
     texts(id, day, number, status, span_end) as materialized (
       select f.o_id, f.o_day, f.o_number, f.o_status, f.o_end
       from daybook_search_documents(${p.add(query.pattern)}, (select count(*) >= ${most} from numbers), ${most}, ${given}) f),
     reached(before) as materialized (select case when count(*) >= ${most} then min(f.span_end) end from texts f),
     numbered(id, day, number) as materialized (
       select t.id, t.transaction_date, t.transaction_number from numbers w
       cross join lateral (select x.* from business_transactions x where x.organization_id = ${org} and x.transaction_number = w.number offset 0) t
       where (select count(*) from numbers) < ${most}${ofParty(p, query)}${countedBy(p, query, 't')}),
     found as materialized (
       select f.id, f.day, f.number from (select t.id, t.day, t.number from texts t${
         query.status === undefined ? '' : ` where t.status = ${p.add(query.status)}`
       } union select n.id, n.day, n.number from numbered n) f
       where f.day >= coalesce((select m.before from reached m), '-infinity'::date))`;
}
