import { z } from 'zod';
import type { Inbound } from './inbound';

/** The highest page number: limits the rows a caller can make the database skip. */
const LAST_PAGE = 1_000_000;

/** A whole number in a query parameter. */
export const queryNumber = (range: { readonly min: number; readonly max: number }) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(range.min).max(range.max));

/** `true` or `false` in a query parameter. */
export const queryBoolean = z.enum(['true', 'false']).transform((text) => text === 'true');

/** `page` and `limit`; a limit over its maximum and a page below 1 are validation errors that name the field. */
export const pageFields = (defaults: { readonly limit: number; readonly max: number }) => ({
  page: queryNumber({ min: 1, max: LAST_PAGE }).default(1),
  limit: queryNumber({ min: 1, max: defaults.max }).default(defaults.limit),
});

/** The paginated envelope of section 4. */
export interface Envelope<Item> {
  readonly data: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly totalPages: number;
}

export const envelopeSchema = (item: z.ZodType) =>
  z.object({
    data: z.array(item),
    total: z.int(),
    page: z.int(),
    limit: z.int(),
    totalPages: z.int(),
  });

/** Wraps a page of rows. */
export function envelope<Item>(
  data: readonly Item[],
  total: number,
  { page, limit }: { readonly page: number; readonly limit: number },
): Envelope<Item> {
  return { data, total, page, limit, totalPages: Math.ceil(total / limit) };
}

/** The `Link` header of a page (RFC 8288): next and prev, with the caller's other parameters. */
export function pageLinks(inbound: Inbound, page: Envelope<unknown>): Readonly<Record<string, string>> {
  const links = [
    ...(page.page < page.totalPages ? [linkTo(inbound, { page: String(page.page + 1) }, 'next')] : []),
    ...(page.page > 1 && page.totalPages > 0
      ? [linkTo(inbound, { page: String(Math.min(page.page - 1, page.totalPages)) }, 'prev')]
      : []),
  ];
  return links.length === 0 ? {} : { link: links.join(', ') };
}

/** One link: the request's own path and query with some parameters replaced. */
export function linkTo(
  inbound: Pick<Inbound, 'path' | 'query'>,
  parameters: Readonly<Record<string, string>>,
  relation: string,
): string {
  const query = new URLSearchParams(inbound.query);
  for (const [name, value] of Object.entries(parameters)) query.set(name, value);
  return `<${inbound.path}?${query.toString()}>; rel="${relation}"`;
}
