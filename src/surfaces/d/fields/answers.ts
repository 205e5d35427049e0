import { z } from 'zod';
import { type Answer, json } from '../../kit/answer';
import type { Inbound } from '../../kit/inbound';
import { envelope, pageLinks } from '../../kit/paging';

/** Section 7.4: a successful answer carries data. */
export const dataOf = (schema: z.ZodType) => z.object({ data: schema });

/** A list: data and its position. */
export const listOf = (schema: z.ZodType) => pageOf(z.array(schema));

/** A report with paged lines. */
export const pageOf = (schema: z.ZodType) =>
  z.object({ data: schema, page: z.int(), limit: z.int(), total: z.int() });

/** Answers with one record. */
export const data = (body: unknown, status = 200): Answer => json(status, { data: body });

/** Answers with a page, with links to the next and previous ones. */
export function page(
  inbound: Inbound,
  body: unknown,
  total: number,
  at: { readonly page: number; readonly limit: number },
): Answer {
  const { page: number, limit } = at;
  return json(200, { data: body, page: number, limit, total }, pageLinks(inbound, envelope([], total, at)));
}
