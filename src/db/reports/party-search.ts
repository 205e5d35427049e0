import { hasTrigram } from '@/core/views/searched-text';
import type { Order } from '../record-row';
import type { Page } from '../record-store';
import { columnOf } from '../row-from-sql';
import { sql, type Tenant } from '../tenancy';
import { MOST_COUNTED } from './documents/document-search';
import { parameters } from './parameters';

/** The nouns whose texts have an index of trigrams (searched-noun in prisma/sql), with their tables and the columns that a list looks in. */
const SEARCHED = {
  customer: ['customers', 'company_name', 'customer_id', 'contact_email'],
  employee: ['employees', 'name', 'code', 'display_name', 'email'],
  item: ['items', 'name', 'code'],
  lead: ['leads', 'name', 'company', 'email'],
  project: ['projects', 'name', 'code'],
  prospect: ['prospects', 'name', 'company', 'email'],
  subscription: ['subscriptions', 'subscription_number', 'name'],
  vendor: ['vendors', 'name', 'code', 'email'],
} as const;
export type SearchedNoun = keyof typeof SEARCHED;

/** A page of a search. */
export interface SearchQuery<Row> {
  /** A LIKE pattern with special characters escaped. */
  readonly pattern: string;
  /** Columns that must have a value. */
  readonly equals: { readonly [Key in keyof Row]?: string | boolean };
  /** Ends with the id, or with a column whose values are unique. */
  readonly orderBy: readonly Order<Row>[];
  readonly skip: number;
  readonly take: number;
  /** As a screen asks: of what many have, no more is counted than the end of the next page. */
  readonly isBounded: boolean;
}

/** A page of a search, and how many records it found. */
export interface SearchedPage<Row> extends Page<Row> {
  /** False where more than `total` match, which were not counted. */
  readonly isCounted: boolean;
}

/** How far a search for a screen goes before it asks for what it would rather not; other sizes are for tests. */
export interface PageSearchBounds {
  /** So many matches are put in order at once; of what more have, the page is looked for in the order of the list. */
  readonly few: number;
  /** So many records are gone through in the order of the list. */
  readonly walked: number;
}
const BOUNDS: PageSearchBounds = { few: 200, walked: 1_500 };

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
    `select f.id::text as id from daybook_search_parties($1, $2, ${MOST_COUNTED + 1}) f(id)`,
    [noun, pattern],
  );
  return rows.length > MOST_COUNTED ? null : rows.map(({ id }) => id);
}

/**
 * A page of the records of a noun whose name, code, number or company, or email address, matches a pattern, and how many do: found by the index of
 * their texts, where a condition on the table reads all of them. What few have is put in order; so is what many have, unless the query is for a screen: then its page is
 * looked for in the order of the list first, through the index of that order, and the matches are counted to the end of the next page. Where that is not found
 * in some of the records (in an order by name, all that match may come last), they are all put in order after all.
 * `read` reads records by their ids, under row security. Null for a text too short to have a trigram.
 */
export async function searchedPage<Row extends { readonly id: string }>(
  tenant: Tenant,
  noun: SearchedNoun,
  query: SearchQuery<Row>,
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
  bounds: PageSearchBounds = BOUNDS,
): Promise<SearchedPage<Row> | null> {
  if (!hasTrigram(query.pattern)) return null;
  const { ids, total, isCounted } =
    (query.isBounded ? await boundedSearch(tenant, noun, query, bounds) : null) ??
    (await putInOrder(tenant, noun, query, null));
  const byId = new Map((ids.length === 0 ? [] : await read(ids)).map((one) => [one.id, one]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total, isCounted };
}

interface Found {
  readonly ids: readonly string[];
  readonly total: number;
  readonly isCounted: boolean;
}

/** What few have, whole; of what many have, what is found in the order of the list; null where that is not enough. */
async function boundedSearch<Row>(
  tenant: Tenant,
  noun: SearchedNoun,
  query: SearchQuery<Row>,
  { few, walked }: PageSearchBounds,
): Promise<Found | null> {
  const found = await putInOrder(tenant, noun, query, few);
  if (found.isCounted) return found;
  const { skip, take } = query;
  // One more than is counted, so that there is more to come.
  const needed = skip + 2 * take + 1;
  if (needed > walked) return null;
  const ids = await walkedIds(tenant, noun, query, { needed, walked });
  return ids.length < needed
    ? null
    : { ids: ids.slice(skip, skip + take), total: needed - 1, isCounted: false };
}

/** The matches as the database puts them in order, `most` at most: where there are more, none. */
async function putInOrder<Row>(
  tenant: Tenant,
  noun: SearchedNoun,
  { pattern, equals, orderBy, skip, take }: SearchQuery<Row>,
  most: number | null,
): Promise<Found> {
  const equal = Object.fromEntries(Object.entries(equals).map(([field, value]) => [columnOf(field), value]));
  const [row] = await sql<{ ids: string[]; found: number }>(
    tenant,
    `select o_found as found, o_ids::text[] as ids
     from daybook_search_page($1, $2, $3::int, $4::jsonb, $5::text[], $6::bigint, $7::bigint)`,
    [noun, pattern, most, JSON.stringify(equal), orderBy.flatMap(ordersOf), skip, take],
  );
  const { ids = [], found = 0 } = row ?? {};
  return { ids, total: found, isCounted: most === null || found <= most };
}

/**
 * The first matches in the order of the list, of no more records than are to be gone through. The records are read in the order of an index; where that has
 * empty values at the other end, the empty and the others are read one after the other.
 */
async function walkedIds<Row>(
  tenant: Tenant,
  noun: SearchedNoun,
  { pattern, equals, orderBy }: SearchQuery<Row>,
  { needed, walked }: { readonly needed: number; readonly walked: number },
): Promise<readonly string[]> {
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const text = p.add(pattern);
  const [table, ...columns] = SEARCHED[noun];
  const matches = columns.map((name) => `r.${name} ilike ${text}`).join(' or ');
  const fits = [
    `(${matches})`,
    ...Object.entries(equals).map(([field, value]) => `r.${columnOf(field)} = ${p.add(value)}`),
  ].join(' and ');
  const [first = '', ...others] = orderBy.flatMap(ordersOf);
  const [column, direction, , empty] = first.split(' ');
  // An index has empty values after all others: first when it is read backward.
  const isApart = empty !== undefined && (empty === 'last') !== (direction === 'asc');
  const apart = [
    [` and r.${column} is not null`, [`${column} ${direction}`, ...others]],
    [` and r.${column} is null`, others],
  ] as const;
  const ways = empty === 'last' ? apart : [...apart].reverse();
  const parts = isApart ? ways : ([['', [first, ...others]]] as const);
  const inOrder = parts.map(
    ([
      condition,
      order,
    ]) => `(select r.id, coalesce(${fits}, false) as fits from ${table} r where r.organization_id = ${org}${condition}
       order by ${order.map((one) => `r.${one}`).join(', ')})`,
  );
  const most = p.add(walked);
  const [row] = await sql<{ ids: string[] }>(
    tenant,
    `select array(select w.id::text from (${inOrder.join(' union all ')} limit ${most}::bigint) w where w.fits limit ${p.add(needed)}::bigint) as ids`,
    p.values,
  );
  return row?.ids ?? [];
}

/** Columns with their directions, as SQL; they are code, never input. */
const ordersOf = <Row>(order: Order<Row>): string[] =>
  Object.entries(order as Readonly<Record<string, string | { sort: string; nulls: string }>>).map(
    ([field, direction]) =>
      typeof direction === 'string'
        ? `${columnOf(field)} ${direction}`
        : `${columnOf(field)} ${direction.sort} nulls ${direction.nulls}`,
  );
