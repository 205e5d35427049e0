'use client';

import { useMemo } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { choicesOf } from './price-list';

/** The most one answer brings. */
const PAGE = 100;
/** Beyond so many pages a list is no list to choose from any more. */
const MOST_PAGES = 20;

/** The standalone prices in a currency, and the products one can choose there. */
export function usePriceList(currencyCode: string) {
  const first = trpc.revenue.ssp.list.useQuery({ page: 1, limit: PAGE }, { staleTime: 60_000 });
  const pages = Math.min(MOST_PAGES, Math.ceil((first.data?.total ?? 0) / PAGE));
  const rest = trpc.useQueries((t) =>
    Array.from({ length: Math.max(0, pages - 1) }, (_, at) =>
      t.revenue.ssp.list({ page: at + 2, limit: PAGE }, { staleTime: 60_000 }),
    ),
  );
  const all = [first.data, ...rest.map(({ data }) => data)];
  const loaded = all.filter((page) => page !== undefined).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages only ever arrive, so their number says what changed
  return useMemo(() => {
    const rows = all.flatMap((page) => page?.rows ?? []).filter((row) => row.currencyCode === currencyCode);
    return { rows, choices: choicesOf(rows) };
  }, [loaded, currencyCode]);
}
