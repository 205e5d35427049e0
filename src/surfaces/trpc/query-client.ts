import { defaultShouldDehydrateQuery, MutationCache, QueryClient } from '@tanstack/react-query';
import superjson from 'superjson';

/**
 * One query client: per request on the server, per open books in the browser. Answers are fresh for half a minute; a
 * successful mutation makes every answer stale, since a posting moves figures on many screens.
 */
export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({ onSuccess: () => client.invalidateQueries() }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A refusal stays a refusal; only the network and the server's own faults are worth asking again.
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      },
      dehydrate: {
        serializeData: superjson.serialize,
        shouldDehydrateQuery: defaultShouldDehydrateQuery,
      },
      hydrate: { deserializeData: superjson.deserialize },
    },
  });
  return client;
}

function isWorthRetrying(error: unknown): boolean {
  const status = (error as { data?: { httpStatus?: number } } | null)?.data?.httpStatus;
  return status === undefined || status >= 500;
}
