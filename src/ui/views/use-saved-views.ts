'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { type ViewScreen, viewQuery } from '@/core/views/saved-view';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';

export type ShownView = RouterOutputs['savedViews']['list'][number];

/**
 * The views of the current list, the filters in its URL, and which view they match. A list opened without URL
 * parameters opens once with the user's default view.
 */
export function useSavedViews(screen: ViewScreen) {
  const router = useRouter();
  const path = usePathname();
  const address = useSearchParams().toString();
  const { data } = trpc.savedViews.list.useQuery({ screen }, { staleTime: 300_000 });
  const views = data ?? NONE;
  const query = viewQuery(address);
  const same = views.filter((view) => view.query === query);
  const inUse = same.find((view) => view.isDefault) ?? same.find((view) => view.isMine) ?? same[0] ?? null;
  const place = (filters: string) => (filters === '' ? path : `${path}?${filters}`);

  const isSettled = useRef(false);
  useEffect(() => {
    if (isSettled.current || data === undefined) return;
    isSettled.current = true;
    const first = data.find((view) => view.isDefault);
    if (address === '' && first && first.query !== '') router.replace(`${path}?${first.query}`);
  }, [data, address, path, router]);

  return { views, query, inUse, show: (filters: string) => router.push(place(filters)) };
}

const NONE: readonly ShownView[] = [];
