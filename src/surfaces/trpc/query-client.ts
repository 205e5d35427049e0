import { defaultShouldDehydrateQuery, isServer, MutationCache, QueryClient } from '@tanstack/react-query';
import superjson from 'superjson';
import { serializeOutput } from '../kit/superjson-output';

/**
 * One query client: per request on the server, per organization in the browser. Answers are fresh for half a minute; a
 * successful mutation makes every answer stale, since a posting changes figures on many screens.
 */
export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({ onSuccess: () => client.invalidateQueries() }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A refusal is final; only network errors and server errors are worth retrying. A page that is being rendered waits for
        // nothing: three seconds of silence would come before the words of the refusal, and the browser asks again by itself.
        retry: (failures, error) => !isServer && failures < 2 && isWorthRetrying(error),
      },
      dehydrate: {
        serializeData: serializeOutput,
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
