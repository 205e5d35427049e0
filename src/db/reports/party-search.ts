import { hasTrigram } from '@/core/views/searched-text';
import type { Order } from '../record-row';
import type { Page } from '../record-store';
import { columnOf } from '../row-from-sql';
import { sql, type Tenant } from '../tenancy';
import { MOST_COUNTED } from './documents/document-search';
import { parameters } from './parameters';

/** The nouns whose texts have an index of trigrams (search-parties in prisma/sql), with their tables. */
const TABLES = {
  customer: 'customers',
  employee: 'employees',
  item: 'items',
  lead: 'leads',
  project: 'projects',
  prospect: 'prospects',
  subscription: 'subscriptions',
  vendor: 'vendors',
} as const;
export type SearchedNoun = keyof typeof TABLES;

/** A page of a search. */
export interface SearchQuery<Row> {
  /** A LIKE pattern with special characters escaped. */
  readonly pattern: string;
  /** Columns that must have a value. */
  readonly equals: { readonly [Key in keyof Row]?: string | boolean };
  /** Ends with the id. */
  readonly orderBy: readonly Order<Row>[];
  readonly skip: number;
  readonly take: number;
}

/**
 * The ids of the records of a noun whose text matches a pattern, found by its trigrams; null for a text too short to have one, and where more than
 * MOST_COUNTED match.
 */
export async function idsWithText(
  tenant: Tenant,
  noun: SearchedNoun | 'contract',
  pattern: string,
): Promise<readonly string[] | null> {
  if (!hasTrigram(pattern)) return null;
  const rows = await sql<{ id: string }>(
    tenant,
    `select f.id::text as id from daybook_search_parties($1, $2, ${MOST_COUNTED + 1}, false) f(id)`,
    [noun, pattern],
  );
  return rows.length > MOST_COUNTED ? null : rows.map(({ id }) => id);
}

/**
 * A page of the records of a noun whose name, code, number or company, or email address, matches a pattern, and how many do: found by the index of
 * their texts, where a condition on the table reads all of them. `read` reads records by their ids, under row security as the search itself. Null
 * for a text too short to have a trigram, and where more than MOST_COUNTED match: then the table is the shorter way.
 */
export async function searchedPage<Row extends { readonly id: string }>(
  tenant: Tenant,
  noun: SearchedNoun,
  query: SearchQuery<Row>,
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<Page<Row> | null> {
  if (!hasTrigram(query.pattern)) return null;
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const columns = new Set(['id', ...query.orderBy.flatMap((order) => Object.keys(order).map(columnOf))]);
  const equal = Object.entries(query.equals).map(
    ([field, value]) => ` and r.${columnOf(field)} = ${p.add(value)}`,
  );
  const [row] = await sql<{ ids: string[]; total: number; found: number }>(
    tenant,
    `with found as materialized (
       select f.id from daybook_search_parties('${noun}', ${p.add(query.pattern)}, ${MOST_COUNTED + 1}, true) f(id)
     ), matches as materialized (
       select ${[...columns].map((column) => `r.${column}`).join(', ')} from found f
       cross join lateral (select x.* from ${TABLES[noun]} x where x.organization_id = ${org} and x.id = f.id offset 0) r
       where (select count(*) from found) <= ${MOST_COUNTED}${equal.join('')}
     )
     select (select count(*)::int from found) as found, (select count(*)::int from matches) as total, coalesce(array(
       select m.id::text from matches m order by ${query.orderBy.map(orderSql).join(', ')}
       offset ${p.add(query.skip)}::bigint limit ${p.add(query.take)}::bigint), '{}') as ids`,
    p.values,
  );
  if (row === undefined || row.found > MOST_COUNTED) return null;
  const byId = new Map((row.ids.length === 0 ? [] : await read(row.ids)).map((one) => [one.id, one]));
  return { rows: row.ids.flatMap((id) => byId.get(id) ?? []), total: row.total };
}

/** `m.` is the record; columns and directions are code, never input. */
const orderSql = <Row>(order: Order<Row>): string =>
  Object.entries(order as Readonly<Record<string, string | { sort: string; nulls: string }>>)
    .map(([field, direction]) =>
      typeof direction === 'string'
        ? `m.${columnOf(field)} ${direction}`
        : `m.${columnOf(field)} ${direction.sort} nulls ${direction.nulls}`,
    )
    .join(', ');
