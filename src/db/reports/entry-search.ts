import { sql, type Tenant } from '../tenancy';
import { hasTrigram, MOST_COUNTED } from './document-list';
import { type EntryQuery, entryConditions } from './entries';
import { parameters } from './parameters';

/** How many of the newest entries are looked through for a text too short to have a trigram. */
const NEWEST_SEARCHED = 20_000;

/** The entries on a page of a search. */
export interface FoundEntries {
  readonly ids: readonly string[];
  readonly total: number;
}

/**
 * The page of the entries whose number or memo contains a text, newest first, and how many there are; null where more than MOST_COUNTED
 * contain it, which are soon found from the newest on. Few are found by the text of their document, an index of the other entries' text,
 * and the arithmetic of numbers (search-entries and entries-by-number in prisma/sql); all of them are read under row security.
 */
export async function findEntries(
  tenant: Tenant,
  query: EntryQuery & { readonly search: string },
): Promise<FoundEntries | null> {
  const p = parameters();
  const where = entryConditions(p.add, tenant, query);
  const pattern = p.add(`%${query.search.replace(/[\\%_]/g, '\\$&')}%`);
  const most = MOST_COUNTED + 1;
  const found = hasTrigram(query.search)
    ? `select distinct f.id from (
         select * from daybook_search_entries(${pattern}, ${most}) union all select * from daybook_entries_by_number(${p.add(query.search)}, ${most})) f(id)`
    : `select n.id from (select x.id, x.entry_number, x.memo from ledger_entries x where x.organization_id = $1::uuid
         order by x.posting_date desc, x.id desc limit ${NEWEST_SEARCHED}) n
       where n.entry_number ilike ${pattern} or n.memo ilike ${pattern} limit ${most}`;
  const after =
    query.after === undefined
      ? ''
      : ` where (m.posting_date, m.id) < (${p.add(query.after.postingDate)}::date, ${p.add(query.after.id)}::uuid)`;
  const [row] = await sql<FoundEntries & { found: number }>(
    tenant,
    `with found as materialized (${found}), matches as materialized (
       select e.id, e.posting_date from found f
       cross join lateral (select x.* from ledger_entries x where x.organization_id = $1::uuid and x.id = f.id offset 0) e
       where ${where.join(' and ')})
     select (select count(*)::int from found) as found, (select count(*)::int from matches) as total, coalesce(array(
       select m.id::text from matches m${after} order by m.posting_date desc, m.id desc
       offset ${p.add(query.offset ?? 0)}::int limit ${p.add(query.limit)}::int), '{}') as ids`,
    p.values,
  );
  if (row === undefined || row.found > MOST_COUNTED) return null;
  return { ids: row.ids, total: row.total };
}
