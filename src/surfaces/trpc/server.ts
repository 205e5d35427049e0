import 'server-only';
import { createHydrationHelpers } from '@trpc/react-query/rsc';
import { headers } from 'next/headers';
import { cache } from 'react';
import { createContext, PAGE_CALLER_HEADER, pageCaller } from './context';
import { makeQueryClient } from './query-client';
import { type AppRouter, createCaller } from './root';
import { ORGANIZATION_HEADER } from './upload-path';

const queryClientOfRequest = cache(makeQueryClient);

/** Calls procedures in process on behalf of the page's reader, before an organization is chosen. */
export const serverCaller = cache(async () => createCaller(await contextOf(null)));

/**
 * The same in an organization (by the slug in the URL), with `prefetch`, and the component that passes the fetched data
 * to the browser. Await the prefetches, so that the first paint has the figures.
 */
export const booksServer = cache(async (organization: string) => {
  const caller = createCaller(await contextOf(organization));
  return {
    caller,
    ...createHydrationHelpers<AppRouter>(caller, queryClientOfRequest),
    /** What a prefetch of the procedure at this path has fetched for the page; undefined where it failed or was not made. */
    fetched: <Data>(...path: string[]): Data | undefined =>
      queryClientOfRequest().getQueriesData<Data>({ queryKey: [path] })[0]?.[1],
    /** All that prefetches of the procedure at this path have fetched for the page, whatever they asked for. */
    fetchedAll: <Data>(...path: string[]): Data[] =>
      queryClientOfRequest()
        .getQueriesData<Data>({ queryKey: [path] })
        .flatMap(([, data]) => (data === undefined ? [] : [data])),
  };
});

async function contextOf(organization: string | null) {
  const sent = await headers();
  return createContext({
    // Rendering a page only reads; writes have requests of their own.
    method: 'GET',
    header: (name) => (name === ORGANIZATION_HEADER ? organization : sent.get(name)),
    gone: pageCaller(sent.get(PAGE_CALLER_HEADER)),
  });
}
