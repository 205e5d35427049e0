'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';

export type DocumentPeople = RouterOutputs['transactions']['people'][number];

/** Who prepared, submitted, approved and posted documents, by the document's id. */
export function useDocumentPeople(ids: readonly string[]): ReadonlyMap<string, DocumentPeople> {
  const wanted = [...ids].sort();
  const { data } = trpc.transactions.people.useQuery(
    { ids: wanted },
    { enabled: wanted.length > 0, placeholderData: keepPreviousData },
  );
  return useMemo(() => new Map(data?.map((people) => [people.id, people])), [data]);
}
