import SCIMMY from 'scimmy';
import { z } from 'zod';

/** The most resources in one answer (`filter.maxResults`), and how many without `count`. */
export const MOST_RESULTS = 1_000;
const USUAL_RESULTS = 100;

/** The parameters of a list (RFC 7644, section 3.4.2); sorting is not offered. */
export const listQuery = z.object({
  filter: z.string().max(5_000).optional(),
  startIndex: z.coerce.number().int().max(10_000_000).optional(),
  count: z.coerce.number().int().optional(),
  attributes: z.string().max(2_000).optional(),
  excludedAttributes: z.string().max(2_000).optional(),
});

/** The parameters of one resource. */
export const oneQuery = listQuery.pick({ attributes: true, excludedAttributes: true });

/** Where a page begins, from 0, and how long it is at most. */
export function pageOf({ startIndex = 1, count = USUAL_RESULTS }: z.output<typeof listQuery>) {
  return { skip: Math.max(startIndex, 1) - 1, take: Math.min(Math.max(count, 0), MOST_RESULTS) };
}

/** One page of resources in SCIM's list message. */
export function listResponse(
  resources: readonly unknown[],
  totalResults: number,
  { skip }: { readonly skip: number },
): unknown {
  const { id } = SCIMMY.Messages.ListResponse;
  return {
    schemas: [id],
    totalResults,
    startIndex: skip + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
