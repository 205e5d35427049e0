'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { isAccountingDate } from '@/core/periods/calendar';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { useBooks } from '@/ui/shell/session';
import { type AskedRecords, type OfferedRecords, useOffered } from './use-offered';

export type ItemChoice = RouterOutputs['directory']['itemChoices']['rows'][number];

/** What prices depend on, and whether items are asked for at all. */
type Context = {
  readonly terms: {
    readonly customerId: string | null;
    readonly currencyCode: string;
    readonly date: string;
  };
  readonly isAsked: boolean;
};

const useAsk = (asked: AskedRecords, isOn: boolean, { terms, isAsked }: Context) =>
  trpc.directory.itemChoices.useQuery(
    { ...terms, ...asked },
    {
      enabled: isOn && isAsked,
      staleTime: 300_000,
      // The first, while those with other prices come.
      ...(Object.keys(asked).length === 0 ? { placeholderData: keepPreviousData } : {}),
    },
  );

/**
 * The items for the lines of a document, with their prices for its counterparty in its currency on its date, among them those that cells of
 * its lines name. Not `isAsked`: none.
 */
export function useDocumentItems(
  header: {
    readonly currencyCode: string;
    readonly transactionDate: string;
    readonly entityType: string;
    readonly entityId: string;
  },
  texts: readonly string[],
  isAsked: boolean,
): OfferedRecords<ItemChoice> {
  const books = useBooks();
  const { currencyCode, transactionDate: date, entityType, entityId } = header;
  const customerId = entityType === 'CUSTOMER' && entityId !== '' ? entityId : null;
  const may = isAsked && books.may('billing.read') && isAccountingDate(date);
  // Other terms have other prices: what cells name is asked for again.
  const of = [customerId, currencyCode, date].join(' ');
  return useOffered<ItemChoice, Context>(
    of,
    useAsk,
    { terms: { customerId, currencyCode, date }, isAsked: may },
    { texts },
  );
}
