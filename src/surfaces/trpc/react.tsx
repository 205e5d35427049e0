'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { httpBatchLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { type ReactNode, useState } from 'react';
import superjson from 'superjson';
import { makeQueryClient } from './query-client';
import type { AppRouter } from './root';

/** The console's hooks: `trpc.transactions.list.useQuery(…)`. */
export const trpc = createTRPCReact<AppRouter>();

export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

/**
 * Gives the screens of one organization their client. The header carries the slug from the page's own URL, so a tab can
 * only request the books it shows; another organization gets another cache (the caller sets `key`).
 */
export function TrpcProvider({
  organization,
  children,
}: {
  /** Null on the pages for people who are not signed in. */
  readonly organization: string | null;
  readonly children: ReactNode;
}) {
  const [queryClient] = useState(makeQueryClient);
  const [client] = useState(() =>
    trpc.createClient({
      links: [
        httpBatchLink({
          url: '/api/trpc',
          transformer: superjson,
          maxURLLength: 4_000,
          headers: () => (organization === null ? {} : { 'x-daybook-organization': organization }),
        }),
      ],
    }),
  );
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
