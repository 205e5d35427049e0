'use client';

import { useMemo } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';

export type Document = RouterOutputs['transactions']['get'];
export type DocumentLine = Document['lines'][number];
export type DocumentChoices = RouterOutputs['directory']['documentChoices'];
/** What a document names, inactive records too. */
export type DocumentNames = RouterOutputs['transactions']['names'];
/** The choices of a form with lines, of which projects are offered apart, as there may be many. */
export type FormChoices = DocumentChoices & { readonly projects: readonly Named[] };

type Named = { readonly id: string; readonly code: string | null; readonly name: string };

/** Names for the ids in a document, also of what has become inactive since. */
export function useDirectory(documentId: string) {
  const { data } = trpc.transactions.names.useQuery({ id: documentId });
  return useMemo(() => {
    const index = (list: readonly Named[] | undefined) => new Map(list?.map((item) => [item.id, item]));
    const accounts = index(data?.accounts);
    const subsidiaries = index(data?.subsidiaries);
    const taxCodes = index(data?.taxCodes);
    const dimensions = index([
      ...(data?.departments ?? []),
      ...(data?.classes ?? []),
      ...(data?.locations ?? []),
      ...(data?.projects ?? []),
    ]);
    return {
      account: (id: string | null) => (id === null ? undefined : accounts.get(id)),
      subsidiary: (id: string) => subsidiaries.get(id)?.name ?? '',
      taxCode: (id: string | null) => (id === null ? '' : (taxCodes.get(id)?.code ?? '')),
      dimensions: (...ids: readonly (string | null)[]) =>
        ids.flatMap((id) => (id === null ? [] : (dimensions.get(id)?.name ?? []))).join(' · '),
    };
  }, [data]);
}

/** A document as a row of a list. */
export type TransactionRow = RouterOutputs['transactions']['list']['rows'][number];
