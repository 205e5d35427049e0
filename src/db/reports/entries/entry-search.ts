import { hasTrigram } from '@/core/views/searched-text';
import { sql, type Tenant } from '../../tenancy';
import { MOST_COUNTED, NEWEST_SEARCHED } from '../documents/document-search';
import { type Parameters, parameters } from '../parameters';
import { type EntryQuery, entryConditions, patternOf } from './entries';

/** The entries on a page of a search. */
export interface FoundEntries {
  readonly ids: readonly string[];
  readonly total: number;
  /** False where there may be more than `total`. */
  readonly isCounted: boolean;
  /** Where the search did not look through all entries of the days asked for: the day back to which it did. */
  readonly searchedFrom: string | null;
}

/** How far a search goes where many entries have a text; tests have it stop earlier. */
export interface EntrySearchBounds {
  /** What more than these have is not counted through the index of texts. */
  readonly counted: number;
  /** The newest entries of the days, or lines of the account, that are looked through then, and for a short text. */
  readonly looked: number;
}
const BOUNDS: EntrySearchBounds = { counted: MOST_COUNTED, looked: NEWEST_SEARCHED };

/**
 * The page of the entries whose number or memo contains a text, newest first, and how many there are. Few are found by the text of their document, an index
 * of the other entries' text, and the arithmetic of numbers (search-entries and entry-numbers-with in prisma/sql); all of them are read under row
 * security. What many have, or a text too short for an index, is looked for among the newest entries of the days asked for, or of the account:
 * `searchedFrom` says how far back, and `total` counts what was found there.
 */
export async function findEntries(
  tenant: Tenant,
  query: EntryQuery & { readonly search: string },
  { counted, looked } = BOUNDS,
): Promise<FoundEntries> {
  const found = hasTrigram(query.search) ? await byText(tenant, query, counted) : null;
  return found ?? amongNewest(tenant, query, looked);
}

/** The page of what the indexes of texts find; null where these find more than `counted`, whatever else the entries are narrowed to. */
async function byText(
  tenant: Tenant,
  query: EntryQuery & { readonly search: string },
  counted: number,
): Promise<FoundEntries | null> {
  const p = parameters();
  const where = entryConditions(p.add, tenant, query);
  const pattern = p.add(patternOf(query.search));
  const most = counted + 1;
  const narrowed = [
    `${p.add(query.subsidiaryId ?? null)}::uuid`,
    `${p.add(query.sourceKind ?? null)}::text`,
    `${p.add(query.dateFrom ?? null)}::date`,
    `${p.add(query.dateTo ?? null)}::date`,
  ].join(', ');
  // What many contain is not looked up, only counted.
  const texts = `select f.id from daybook_search_entries(${pattern}, ${most}, ${narrowed}) f(id)
       union
       select x.id from numbers w cross join lateral (
         select e.id from ledger_entries e where e.organization_id = $1::uuid and e.entry_number = w.entry_number offset 0) x
       where (select count(*) from numbers) < ${most}`;
  // The entries of an account with few lines are looked through; the text may be in many others.
  const ofAccount =
    query.accountId === undefined
      ? null
      : `select l.entry_id as id from ledger_lines l where l.organization_id = $1::uuid and l.account_id = ${p.add(query.accountId)}::uuid limit ${most}`;
  const found =
    ofAccount === null
      ? `found as materialized (${texts}), many(n) as materialized (
           select greatest((select count(*) from found), (select count(*) from numbers))::int)`
      : `lines as materialized (${ofAccount}), few(answer) as materialized (select count(*) < ${most} from lines), found as materialized (
           select distinct l.id from lines l where (select f.answer from few f)
           union all
           select t.id from (${texts}) t where not (select f.answer from few f)),
         many(n) as materialized (select case when (select f.answer from few f) then 0
           else greatest((select count(*) from found), (select count(*) from numbers)) end::int)`;
  const [row] = await sql<{ ids: string[]; total: number; found: number }>(
    tenant,
    `with numbers(entry_number) as materialized (select n from daybook_entry_numbers_with(${p.add(query.search)}, ${most}) n), ${found},
     matches as materialized (
       select e.id, e.posting_date from found f
       cross join lateral (select x.* from ledger_entries x where x.organization_id = $1::uuid and x.id = f.id offset 0) e
       where (select m.n from many m) < ${most} and ${where.join(' and ')})
     select (select m.n from many m) as found, (select count(*)::int from matches) as total, ${pageOf(p, query)} as ids`,
    p.values,
  );
  if (row === undefined || row.found > counted) return null;
  return { ids: row.ids, total: row.total, isCounted: true, searchedFrom: null };
}

/** The page of `matches` as an array of ids, newest first. */
function pageOf(p: Parameters, query: EntryQuery): string {
  return `coalesce(array(
       select m.id::text from matches m where true${behind(p, query, 'm', 'id')} order by m.posting_date desc, m.id desc
       offset ${p.add(query.offset ?? 0)}::int limit ${p.add(query.limit)}::int), '{}')`;
}

/** The condition of what comes behind a cursor. */
const behind = (p: Parameters, { after }: EntryQuery, alias: string, id: 'id' | 'entry_id') =>
  after === undefined
    ? ''
    : ` and (${alias}.posting_date, ${alias}.${id}) < (${p.add(after.postingDate)}::date, ${p.add(after.id)}::uuid)`;

/** The page of what has a text among so many of the newest entries of the days asked for, or of the newest lines of the account. */
async function amongNewest(tenant: Tenant, query: EntryQuery, rows: number): Promise<FoundEntries> {
  const p = parameters();
  const { accountId, ...others } = query;
  const where = entryConditions(p.add, tenant, others).join(' and ');
  const days = (alias: string) =>
    [
      query.dateFrom === undefined ? '' : ` and ${alias}.posting_date >= ${p.add(query.dateFrom)}::date`,
      query.dateTo === undefined ? '' : ` and ${alias}.posting_date <= ${p.add(query.dateTo)}::date`,
    ].join('');
  // A cursor is where the search begins, however far back it is.
  const [looked, among] =
    accountId === undefined
      ? [
          `select e.organization_id, e.id, e.posting_date, e.subsidiary_id, e.source_kind, e.entry_number, e.memo from ledger_entries e
           where e.organization_id = $1::uuid${days('e')}${behind(p, query, 'e', 'id')} order by e.posting_date desc, e.id desc`,
          'looked e',
        ]
      : [
          `select l.entry_id as id, l.posting_date from ledger_lines l
           where l.organization_id = $1::uuid and l.account_id = ${p.add(accountId)}::uuid${days('l')}${behind(p, query, 'l', 'entry_id')}
           order by l.posting_date desc, l.entry_id desc`,
          `(select distinct k.id from looked k) k
           cross join lateral (select x.* from ledger_entries x where x.organization_id = $1::uuid and x.id = k.id offset 0) e`,
        ];
  const [row] = await sql<{ ids: string[]; total: number; searchedFrom: string | null }>(
    tenant,
    `with looked as materialized (${looked} limit ${rows + 1}),
     matches as materialized (select e.id, e.posting_date from ${among} where ${where})
     select (select count(*)::int from matches) as total, ${pageOf(p, query)} as ids,
       (select case when count(*) > ${rows} then min(k.posting_date)::text end from looked k) as "searchedFrom"`,
    p.values,
  );
  const { ids = [], total = 0, searchedFrom = null } = row ?? {};
  return { ids, total, isCounted: searchedFrom === null, searchedFrom };
}
