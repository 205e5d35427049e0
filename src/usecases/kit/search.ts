import { z } from 'zod';
import type { Filter, Order } from '@/db/record-row';
import type { ListQuery, Page } from '@/db/record-store';
import {
  type SearchedNoun,
  type SearchedPage,
  type SearchQuery,
  searchedPage,
} from '@/db/reports/party-search';
import type { Tenant } from '@/db/tenancy';

/** A filter on one text field. */
interface Containing {
  readonly contains: string;
  readonly mode: 'insensitive';
}

/** A filter on text fields that contain the search text, ignoring case. `%` and `_` match literally. */
export const containing = (text: string, fields: readonly string[]): Record<string, Containing>[] =>
  fields.map((field) => ({ [field]: { contains: literalOf(text), mode: 'insensitive' } }));

/** The same text as a LIKE pattern. */
export const patternOf = (text: string): string => `%${literalOf(text)}%`;

const literalOf = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

export interface Searched<Row> {
  /** What is looked for; without it, the page is of all records. */
  readonly search: string | undefined;
  /** Text fields that `search` looks in. */
  readonly searchIn: readonly (keyof Row & string)[];
  /** The noun whose index of texts covers them; undefined where there is none. */
  readonly indexed: SearchedNoun | undefined;
  /** Values of columns that every record must have. */
  readonly equals: { readonly [Key in keyof Row]?: string | boolean };
  readonly orderBy: readonly Order<Row>[];
  readonly skip: number;
  readonly take: number;
  /** As a screen asks: of what many records contain, no more is counted than the end of the next page. */
  readonly isBounded: boolean;
}

interface Pages<Row> {
  readonly page: (tenant: Tenant, query: ListQuery<Row>) => Promise<Page<Row>>;
  readonly list: (tenant: Tenant, query: ListQuery<Row>) => Promise<Row[]>;
}

/**
 * A page of records that contain a text, ignoring case, and how many do: found by the noun's index of texts, or in the table where there is none or
 * the text is too short for it.
 */
export async function pageContaining<Row>(
  tenant: Tenant,
  store: Pages<Row>,
  { search, searchIn, indexed, equals, isBounded, ...slice }: Searched<Row>,
): Promise<SearchedPage<Row>> {
  if (search === undefined || search === '')
    return counted(await store.page(tenant, { ...slice, where: equals as Filter<Row> }));
  if (indexed !== undefined) {
    const query = { ...slice, equals, isBounded, pattern: patternOf(search) };
    const read = (ids: readonly string[]) =>
      store.list(tenant, { where: { id: { in: ids } } as unknown as Filter<Row> });
    // Every record has an id, which the type of a store's row does not say.
    type Known = Row & { readonly id: string };
    const found = await searchedPage(
      tenant,
      indexed,
      query as unknown as SearchQuery<Known>,
      read as (ids: readonly string[]) => Promise<Known[]>,
    );
    if (found !== null) return found;
  }
  const where = { ...equals, OR: containing(search, searchIn) } as unknown as Filter<Row>;
  return counted(await store.page(tenant, { ...slice, where }));
}

const counted = <Row>(page: Page<Row>): SearchedPage<Row> => ({ ...page, isCounted: true });

/** The parameter of a list by which a screen leaves uncounted what many records contain. */
export const isBoundedSearch = z.boolean().default(false);
