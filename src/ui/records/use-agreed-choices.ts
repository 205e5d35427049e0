'use client';

import { useMemo } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import type { ComboChoice } from '@/ui/kit/input/combo-choice';
import { useBooks } from '@/ui/shell/session';

/** The most price lists a form offers. */
const MOST = 100;

/** The terms that can be agreed with a customer or vendor for every document: tax codes and price lists. */
export function useAgreedChoices(): {
  readonly taxCodes: readonly ComboChoice[];
  readonly priceLists: readonly ComboChoice[];
} {
  const books = useBooks();
  const documents = trpc.directory.documentChoices.useQuery(
    {},
    { staleTime: 300_000, enabled: books.may('gl.transaction.read') },
  );
  const lists = trpc.priceLists.page.useQuery(
    { page: 1, limit: MOST },
    { staleTime: 300_000, enabled: books.may('billing.read') },
  );
  return useMemo(() => {
    const taxCodes = (documents.data?.taxCodes ?? []).map(({ id, code, name }) => ({
      id,
      label: name,
      ...(code ? { code } : {}),
    }));
    const priceLists = (lists.data?.rows ?? []).map(({ id, code, name, currencyCode }) => ({
      id,
      code,
      label: name,
      note: currencyCode,
    }));
    return { taxCodes, priceLists };
  }, [documents.data, lists.data]);
}
