'use client';

import { useMemo } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { choicesOf } from './price-list';

/** The maximum page size. */
const PAGE = 100;
/** Beyond this many pages a list is no longer usable for choosing. */
const MOST_PAGES = 20;

/** The standalone selling prices in a currency and the products available. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages are only added, so their number suffices
  return useMemo(() => {
    const rows = all.flatMap((page) => page?.rows ?? []).filter((row) => row.currencyCode === currencyCode);
    return { rows, choices: choicesOf(rows) };
  }, [loaded, currencyCode]);
}
