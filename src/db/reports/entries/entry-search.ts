import { sql, type Tenant } from '../../tenancy';
import { hasTrigram, MOST_COUNTED } from '../documents/document-search';
import { type Parameters, parameters } from '../parameters';
import { type EntryQuery, entryConditions, patternOf } from './entries';

/** How many of the newest entries are looked through for a text too short to have a trigram. */
const NEWEST_SEARCHED = 20_000;

/** The entries on a page of a search. */
export interface FoundEntries {
  readonly ids: readonly string[];
  readonly total: number;
  /** False where there may be more than `total`. */
  readonly isCounted: boolean;
}

/**
 * The page of the entries whose number or memo contains a text, newest first, and how many there are; null where more than MOST_COUNTED
 * contain it (`counted` of another number is for tests), which are soon found from the newest on. Few are found by the text of their document, an index of the other entries' text,
 * and the arithmetic of numbers (search-entries and entry-numbers-with in prisma/sql); all of them are read under row security.
 */
export async function findEntries(
  tenant: Tenant,
  query: EntryQuery & { readonly search: string },
  counted = MOST_COUNTED,
): Promise<FoundEntries | null> {
  const p = parameters();
  const where = entryConditions(p.add, tenant, query);
  const pattern = p.add(patternOf(query.search));
  const most = counted + 1;
  const narrowed = () =>
    [
      `${p.add(query.subsidiaryId ?? null)}::uuid`,
      `${p.add(query.sourceKind ?? null)}::text`,
      `${p.add(query.dateFrom ?? null)}::date`,
      `${p.add(query.dateTo ?? null)}::date`,
    ].join(', ');
  // What many contain is not looked up, only counted.
  const numbers = hasTrigram(query.search)
    ? `select n from daybook_entry_numbers_with(${p.add(query.search)}, ${most}) n`
    : `select null::text where false`;
  const byText = hasTrigram(query.search)
    ? `select f.id from daybook_search_entries(${pattern}, ${most}, ${narrowed()}) f(id)
       union
       select x.id from numbers w cross join lateral (
         select e.id from ledger_entries e where e.organization_id = $1::uuid and e.entry_number = w.entry_number offset 0) x
       where (select count(*) from numbers) < ${most}`
    : `select n.id from (select x.id, x.entry_number, x.memo from ledger_entries x where x.organization_id = $1::uuid
         order by x.posting_date desc, x.id desc limit ${NEWEST_SEARCHED}) n
       where n.entry_number ilike ${pattern} or n.memo ilike ${pattern} limit ${most}`;
  // The entries of an account with few lines are looked through; the text may be in many others.
  const ofAccount =
    query.accountId === undefined
      ? null
      : `select l.entry_id as id from ledger_lines l where l.organization_id = $1::uuid and l.account_id = ${p.add(query.accountId)}::uuid limit ${most}`;
  const found =
    ofAccount === null
      ? `found as materialized (${byText}), many(n) as materialized (
           select greatest((select count(*) from found), (select count(*) from numbers))::int)`
      : `lines as materialized (${ofAccount}), few(answer) as materialized (select count(*) < ${most} from lines), found as materialized (
           select distinct l.id from lines l where (select f.answer from few f)
           union all
           select t.id from (${byText}) t where not (select f.answer from few f)),
         many(n) as materialized (select case when (select f.answer from few f) then 0
           else greatest((select count(*) from found), (select count(*) from numbers)) end::int)`;
  const [row] = await sql<Omit<FoundEntries, 'isCounted'> & { found: number }>(
    tenant,
    `with numbers(entry_number) as materialized (${numbers}), ${found},
     matches as materialized (
       select e.id, e.posting_date from found f
       cross join lateral (select x.* from ledger_entries x where x.organization_id = $1::uuid and x.id = f.id offset 0) e
       where (select m.n from many m) < ${most} and ${where.join(' and ')})
     select (select m.n from many m) as found, (select count(*)::int from matches) as total, ${pageOf(p, query)} as ids`,
    p.values,
  );
  if (row !== undefined && row.found <= counted) return { ids: row.ids, total: row.total, isCounted: true };
  if (await hasFewEntries(tenant, query)) return amongDays(tenant, query);
  return query.accountId === undefined ? null : onAccount(tenant, query, counted);
}

/** The page of `matches` as an array of ids, newest first. */
function pageOf(p: Parameters, query: EntryQuery): string {
  const after =
    query.after === undefined
      ? ''
      : ` where (m.posting_date, m.id) < (${p.add(query.after.postingDate)}::date, ${p.add(query.after.id)}::uuid)`;
  return `coalesce(array(
       select m.id::text from matches m${after} order by m.posting_date desc, m.id desc
       offset ${p.add(query.offset ?? 0)}::int limit ${p.add(query.limit)}::int), '{}')`;
}

/** In days with so few entries these are looked through: the text may be in many others, and what documents posted is not found by its day. */
const FEW_ENTRIES = 30_000;

/** Whether a search is narrowed to days with few entries, by the counts of days (those not counted yet are of the last seconds). */
async function hasFewEntries(tenant: Tenant, { dateFrom, dateTo }: EntryQuery): Promise<boolean> {
  if (dateFrom === undefined && dateTo === undefined) return false;
  const [row] = await sql<{ isFew: boolean }>(
    tenant,
    `select coalesce(sum(d.entry_count), 0) <= ${FEW_ENTRIES} as "isFew" from entry_days d
     where d.organization_id = $1::uuid and d.posting_date between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')`,
    [tenant.organizationId, dateFrom ?? null, dateTo ?? null],
  );
  return row?.isFew === true;
}

/** The page of what has the text among the entries of some days, all of which are looked through. */
async function amongDays(tenant: Tenant, query: EntryQuery): Promise<FoundEntries> {
  const p = parameters();
  const where = entryConditions(p.add, tenant, query);
  const [row] = await sql<Omit<FoundEntries, 'isCounted'>>(
    tenant,
    `with matches as materialized (select e.id, e.posting_date from ledger_entries e where ${where.join(' and ')})
     select (select count(*)::int from matches) as total, ${pageOf(p, query)} as ids`,
    p.values,
  );
  return { ids: [], total: 0, ...row, isCounted: true };
}

/** How many of the newest lines of an account are looked through before all with the text are compared with all of its lines. */
const NEWEST_LINES = 20_000;

/**
 * The page of what has the text among the entries of an account, where many have the text and the account has many lines: from its newest lines, and
 * where these have too few, from all entries with the text that are also on the account.
 */
async function onAccount(
  tenant: Tenant,
  query: EntryQuery & { readonly search: string },
  counted: number,
): Promise<FoundEntries> {
  const newest = await ofLines(
    tenant,
    query,
    (p) => `select distinct n.entry_id as id from (
       select l.entry_id from ledger_lines l where l.organization_id = $1::uuid and l.account_id = ${p.add(query.accountId)}::uuid
       order by l.posting_date desc, l.entry_id desc limit ${Math.min(NEWEST_LINES, counted * 2)}) n`,
  );
  // What comes before a cursor counts in the total, but not on the page behind it.
  const isFull =
    query.after === undefined
      ? newest.total > (query.offset ?? 0) + query.limit
      : newest.ids.length === query.limit;
  if (isFull) return { ...newest, isCounted: false };
  const all = await ofLines(
    tenant,
    query,
    (
      p,
    ) => `(select f.id from daybook_search_entries(${p.add(patternOf(query.search))}, ${EVERY}, null, null, null, null) f(id)
         union
         select e.id from daybook_entry_numbers_with(${p.add(query.search)}, ${EVERY}) n
         join ledger_entries e on e.organization_id = $1::uuid and e.entry_number = n)
       intersect
       select l.entry_id from ledger_lines l where l.organization_id = $1::uuid and l.account_id = ${p.add(query.accountId)}::uuid`,
  );
  return { ...all, isCounted: true };
}

/** No limit: all that have the text. */
const EVERY = 2_000_000_000;

/** The page of what matches among the entries whose ids `source` selects, and how many of them match. */
async function ofLines(
  tenant: Tenant,
  query: EntryQuery,
  source: (p: Parameters) => string,
): Promise<Omit<FoundEntries, 'isCounted'>> {
  const p = parameters();
  const where = entryConditions(p.add, tenant, query);
  const [row] = await sql<Omit<FoundEntries, 'isCounted'>>(
    tenant,
    `with found as materialized (${source(p)}), matches as materialized (
       select e.id, e.posting_date from found f
       cross join lateral (select x.* from ledger_entries x where x.organization_id = $1::uuid and x.id = f.id offset 0) e
       where ${where.join(' and ')})
     select (select count(*)::int from matches) as total, ${pageOf(p, query)} as ids`,
    p.values,
  );
  return row ?? { ids: [], total: 0 };
}
