'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { Notice } from '@/ui/kit/notice';
import { sentenceOf } from '@/ui/shell/refusal';

const onHashChange = (changed: () => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};

/** The part of a link after #, which browsers send to no server; null until the page runs in a browser. */
function useSecret(): string | null {
  return useSyncExternalStore(
    onHashChange,
    () => window.location.hash.slice(1),
    () => null,
  );
}

/**
 * The page of a link that works once: `look` queries it, then `children` show the form; or a sentence why the link does
 * not work. `isUsed`: the form has used it, so it is not asked for again.
 */
export function Linked<Found>({
  look,
  isUsed,
  whenNone,
  whenUseless,
  children,
}: {
  readonly look: (secret: string) => Promise<Found>;
  readonly isUsed: boolean;
  /** Shown when the address has no secret; by default a sentence. */
  readonly whenNone?: ReactNode;
  /** What a person can do when the link does not work. */
  readonly whenUseless: ReactNode;
  readonly children: (secret: string, found: Found) => ReactNode;
}) {
  const secret = useSecret();
  const found = useQuery({
    queryKey: ['one-time link', secret],
    queryFn: () => look(secret ?? ''),
    enabled: secret !== null && secret !== '' && !isUsed,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (secret === null || (secret !== '' && found.isPending)) return <Skeleton className="h-64" />;
  if (secret === '' && whenNone !== undefined) return whenNone;
  if (found.data === undefined) {
    return (
      <Notice tone="danger" role="alert">
        {secret === ''
          ? 'The part of the link after # is missing from the address.'
          : sentenceOf(found.error)}{' '}
        {whenUseless}
      </Notice>
    );
  }
  return children(secret, found.data);
}
