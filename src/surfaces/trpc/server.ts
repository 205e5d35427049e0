import 'server-only';
import { createHydrationHelpers } from '@trpc/react-query/rsc';
import { headers } from 'next/headers';
import { cache } from 'react';
import { createContext, ORGANIZATION_HEADER } from './context';
import { makeQueryClient } from './query-client';
import { type AppRouter, createCaller } from './root';

const queryClientOfRequest = cache(makeQueryClient);

/** Procedures called in process on behalf of the page's reader, before any organization is chosen. */
export const serverCaller = cache(async () => createCaller(await contextOf(null)));

/**
 * The same in an organization (by slug, as the address has it), with `prefetch`, and the component that hands what was
 * fetched to the browser. Await the prefetches: then the first paint has the figures.
 */
export const booksServer = cache(async (organization: string) => {
  const caller = createCaller(await contextOf(organization));
  return { caller, ...createHydrationHelpers<AppRouter>(caller, queryClientOfRequest) };
});

async function contextOf(organization: string | null) {
  const sent = await headers();
  return createContext({
    // Rendering a page reads; only the procedures' own requests write.
    method: 'GET',
    header: (name) => (name === ORGANIZATION_HEADER ? organization : sent.get(name)),
  });
}
