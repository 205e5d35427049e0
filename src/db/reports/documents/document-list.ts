import { SEARCHED_TERMS } from '@/core/transactions/header-terms';
import type { TransactionStatus } from '@/core/transactions/status';
import { columnOf } from '../../row-from-sql';
import { sql, type Tenant } from '../../tenancy';
import { type Parameters, parameters } from '../parameters';

/** Which documents a list shows. */
export interface DocumentFilter {
  readonly subsidiaryId?: string | undefined;
  readonly transactionTypeId?: string | undefined;
  readonly kind?: string | undefined;
  readonly status?: TransactionStatus | undefined;
  readonly entityId?: string | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  /** A LIKE pattern with special characters escaped. */
  readonly pattern?: string | undefined;
}

export interface DocumentQuery extends DocumentFilter {
  readonly offset: number;
  readonly limit: number;
}

/** A page of documents, newest first. */
export interface DocumentPage {
  readonly ids: readonly string[];
  readonly total: number;
  /** False when more than `total` match; only a search by text stops counting. */
  readonly isCounted: boolean;
}

/** A search counts no further than this. */
export const MOST_COUNTED = 10_000;

/** The filters that the counts by day support. */
const COUNTED = {
  subsidiaryId: ['subsidiary_id', 'uuid'],
  transactionTypeId: ['transaction_type_id', 'uuid'],
  kind: ['kind', 'text'],
  status: ['transaction_status', 'text'],
} as const;

/** The conditions of a query on the columns that documents and their counts share. */
export function countedBy(p: Parameters, query: DocumentFilter, alias: string): string {
  const equal = Object.entries(COUNTED).flatMap(([name, [column, type]]) => {
    const value = query[name as keyof typeof COUNTED];
    return value === undefined ? [] : [`${alias}.${column} = ${p.add(value)}::${type}`];
  });
  const days = [
    query.dateFrom === undefined ? [] : [`${alias}.transaction_date >= ${p.add(query.dateFrom)}::date`],
    query.dateTo === undefined ? [] : [`${alias}.transaction_date <= ${p.add(query.dateTo)}::date`],
  ].flat();
  return [...equal, ...days].map((condition) => ` and ${condition}`).join('');
}

/**
 * No index holds the status, since it would slow down every posting; the few statuses that are searched for have a separate list.
 */
export function listedAs(status: TransactionStatus | undefined): string {
  if (status !== undefined && NOT_POSTED.has(status))
    return ' and exists (select from unposted_documents u where u.organization_id = t.organization_id and u.transaction_id = t.id)';
  return status === 'REVERSED' ? ' and t.reversal_transaction_id is not null' : '';
}

const NOT_POSTED: ReadonlySet<TransactionStatus> = new Set([
  'DRAFT',
  'PENDING_APPROVAL',
  'APPROVED',
  'CANCELLED',
]);

const ORDER = 'order by m.transaction_date desc, m.transaction_number desc';

/** One page of documents, and how many there are. */
export function readDocumentPage(tenant: Tenant, query: DocumentQuery): Promise<DocumentPage> {
  if (query.entityId !== undefined) return ofEntity(tenant, query);
  return query.pattern === undefined ? byDay(tenant, query) : searched(tenant, query, query.pattern);
}

/**
 * From the counts by day: the days that contain the page are found by adding up, and within them the page is counted from the end that is
 * nearer, in an index of days and numbers. The cost is the days of the books and half of the keys of those days at most, however many
 * documents there are and however far back the page is.
 */
async function byDay(tenant: Tenant, query: DocumentQuery): Promise<DocumentPage> {
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const skip = `${p.add(query.offset)}::bigint`;
  const limit = `${p.add(query.limit)}::bigint`;
  const matching = (order: 'asc' | 'desc') =>
    `from business_transactions t where t.organization_id = ${org}
        and t.transaction_date >= (select s.first from span s) and t.transaction_date <= (select s.last from span s)${countedBy(p, query, 't')}${listedAs(query.status)}
      order by t.transaction_date ${order}, t.transaction_number ${order}`;
  const [row] = await sql<{ ids: string[]; total: number }>(
    tenant,
    `with noted(day, n) as (
       select d.transaction_date, d.document_count from document_days d where d.organization_id = ${org}${countedBy(p, query, 'd')}
       union all
       select d.transaction_date, d.document_count from document_day_changes d where d.organization_id = ${org}${countedBy(p, query, 'd')}
     ), days as materialized (select x.day, sum(x.n) as n from noted x group by 1 having sum(x.n) > 0),
     placed as (select d.day, d.n, sum(d.n) over (order by d.day desc) - d.n as before from days d),
     -- What matches on a day between the first and the last of those with the page is on the page too.
     chosen as (
       select min(x.day) as first, max(x.day) as last, sum(x.n)::bigint as n, (${skip} - min(x.before))::bigint as before
       from placed x where x.before < ${skip} + ${limit} and x.before + x.n > ${skip}
     ), span as materialized (
       select c.first, c.last, c.before, r.rows, c.n - c.before - r.rows as behind
       from chosen c cross join lateral (select greatest(0, least(${limit}, c.n - c.before)) as rows) r
     ), ${nearerKeys(matching)}
     select (select coalesce(sum(d.n), 0)::int from days d) as total, ${idsOfKeys(org)}`,
    p.values,
  );
  return { ids: row?.ids ?? [], total: row?.total ?? 0, isCounted: true };
}

/** The documents of a counterparty; more are counted, and searched, without holding all of them. */
const FEW = 1_000;

/**
 * Of one counterparty, through its own index, in the list's order and from the end that is nearer. Some have a third of all documents: they are counted in
 * the index, and searched as the documents of everyone are.
 */
async function ofEntity(tenant: Tenant, query: DocumentQuery): Promise<DocumentPage> {
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const its = `from business_transactions t where t.organization_id = ${org}${ofParty(p, query)}`;
  if (query.pattern !== undefined) {
    const [known] = await sql<{ isFew: boolean }>(
      tenant,
      `select not exists (select ${its} offset ${FEW}) as "isFew"`,
      p.values,
    );
    // A text without a trigram is looked for among the newest of everyone's documents: here among all of these.
    const isFound = known?.isFew !== true && hasTrigram(query.pattern);
    const found = isFound ? await fewSearched(tenant, query, query.pattern) : null;
    return found ?? matching(tenant, query, query.pattern);
  }
  const skip = `${p.add(query.offset)}::bigint`;
  const limit = `${p.add(query.limit)}::bigint`;
  const filtered = `${its}${countedBy(p, query, 't')}${listedAs(query.status)}`;
  const [row] = await sql<{ ids: string[]; total: number }>(
    tenant,
    `with counted as materialized (select count(*) as n ${filtered}
     ), span as materialized (
       select ${skip} as before, r.rows, greatest(0, c.n - ${skip} - r.rows) as behind
       from counted c cross join lateral (select greatest(0, least(${limit}, c.n - ${skip})) as rows) r
     ), ${nearerKeys((order) => `${filtered} order by t.transaction_date ${order}, t.transaction_number ${order}`)}
     select (select c.n::int from counted c) as total, ${idsOfKeys(org)}`,
    p.values,
  );
  return { ids: row?.ids ?? [], total: row?.total ?? 0, isCounted: true };
}

/**
 * The documents of a counterparty that contain a text, read in the list's order: where it has few, or too many of everyone's contain it. No more than
 * MOST_COUNTED are held.
 */
async function matching(tenant: Tenant, query: DocumentQuery, pattern: string): Promise<DocumentPage> {
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const [row] = await sql<{ ids: string[]; total: number }>(
    tenant,
    `with matches as materialized (
       select t.id, t.transaction_date, t.transaction_number from business_transactions t
       where t.organization_id = ${org}${ofParty(p, query)}${countedBy(p, query, 't')}${listedAs(query.status)} and (${textMatches(p.add(pattern))})
       order by t.transaction_date desc, t.transaction_number desc limit ${MOST_COUNTED + 1})
     select (select count(*)::int from matches) as total, coalesce(array(
       select m.id::text from matches m ${ORDER} offset ${p.add(query.offset)}::bigint limit ${p.add(query.limit)}::bigint), '{}') as ids`,
    p.values,
  );
  const total = row?.total ?? 0;
  return {
    ids: row?.ids ?? [],
    total: Math.min(total, MOST_COUNTED),
    isCounted: total <= MOST_COUNTED,
  };
}

/** The condition for the documents of a counterparty, where one is asked for. */
const ofParty = (p: Parameters, { entityId }: DocumentFilter) =>
  entityId === undefined ? '' : ` and t.entity_id = ${p.add(entityId)}::uuid`;

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

const idsOfKeys = (org: string) => `coalesce(array(
       select x.id::text from keys m
       cross join lateral (select t.id from business_transactions t where t.organization_id = ${org} and t.transaction_number = m.transaction_number offset 0) x
       ${ORDER}), '{}') as ids`;

/** A document's number or one of its searched terms contains the pattern. */
export const textMatches = (pattern: string) =>
  ['transactionNumber', ...SEARCHED_TERMS].map((name) => `t.${columnOf(name)} ilike ${pattern}`).join(' or ');

/** How many of the newest documents are looked through for a text too short to have a trigram. */
const NEWEST_SEARCHED = 20_000;

/** The text that a pattern looks for. */
const textOf = (pattern: string) => pattern.replace(/^%|%$/g, '').replace(/\\(.)/g, '$1');

/** Whether a text is found by its trigrams. */
export const hasTrigram = (pattern: string) => (pattern.match(/[\p{L}\p{N}]/gu) ?? []).length >= 3;

/**
 * The ids of documents that contain the text of a pattern, or have the amount as their total, as a subquery: by trigrams and, where the text
 * reaches into the digits of a number, by the arithmetic of numbers, at most `most` by each; or where the text has no trigram among the newest
 * documents.
 */
export function documentsFound(
  p: Parameters,
  org: string,
  {
    pattern,
    amount,
    most,
  }: { readonly pattern: string; readonly amount: string | null; readonly most: number },
): string {
  const text = p.add(pattern);
  if (hasTrigram(pattern))
    return `select f.id from daybook_search_documents(${text}, ${p.add(amount)}::numeric, ${most}) f(id)
      union
      select x.id from daybook_document_numbers_with(${p.add(textOf(pattern))}, ${most}) n
      cross join lateral (select t.id from business_transactions t where t.organization_id = ${org} and t.transaction_number = n offset 0) x`;
  return `select t.id from (select n.* from business_transactions n where n.organization_id = ${org}
      order by n.transaction_date desc, n.transaction_number desc limit ${NEWEST_SEARCHED}) t
    where ${textMatches(text)} or t.total_amount = ${p.add(amount)}::numeric limit ${most}`;
}

/** By text: what few documents match is sorted, what many do is read from the newest on and not counted to the end. */
async function searched(tenant: Tenant, query: DocumentQuery, pattern: string): Promise<DocumentPage> {
  const few = await fewSearched(tenant, query, pattern);
  if (few !== null) return few;
  const p = parameters();
  const rows = await sql<{ id: string }>(
    tenant,
    `select t.id from business_transactions t
     where t.organization_id = ${p.add(tenant.organizationId)}::uuid and (${textMatches(p.add(pattern))})${countedBy(p, query, 't')}${listedAs(query.status)}
     order by t.transaction_date desc, t.transaction_number desc
     offset ${p.add(Math.min(query.offset, MOST_COUNTED))}::bigint limit ${p.add(query.limit)}::bigint`,
    p.values,
  );
  return { ids: rows.map(({ id }) => id), total: MOST_COUNTED, isCounted: false };
}

/** The page of the documents with a text, all of which are counted; null where more than MOST_COUNTED of all documents may have it. */
async function fewSearched(
  tenant: Tenant,
  query: DocumentQuery,
  pattern: string,
): Promise<DocumentPage | null> {
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const most = MOST_COUNTED + 1;
  const found = documentsFound(p, org, { pattern, amount: null, most });
  // Numbers that were never given to a document take places among those that are looked up.
  const numbered = hasTrigram(pattern)
    ? `(select count(*) from daybook_document_numbers_with(${p.add(textOf(pattern))}, ${most}))`
    : '0';
  const [few] = await sql<{ ids: string[]; total: number; found: number }>(
    tenant,
    `with found as materialized (${found}), matches as materialized (
       select t.id, t.transaction_date, t.transaction_number from found f
       cross join lateral (select x.* from business_transactions x where x.organization_id = ${org} and x.id = f.id offset 0) t
       where true${ofParty(p, query)}${countedBy(p, query, 't')}${listedAs(query.status)})
     select greatest((select count(*) from found), ${numbered})::int as found, (select count(*)::int from matches) as total, coalesce(array(
       select m.id::text from matches m ${ORDER} offset ${p.add(query.offset)}::bigint limit ${p.add(query.limit)}::bigint), '{}') as ids`,
    p.values,
  );
  if (few === undefined || few.found > MOST_COUNTED) return null;
  return { ids: few.ids, total: few.total, isCounted: true };
}
