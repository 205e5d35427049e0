'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { toAmountString } from '@/core/money/currency';
import { sum } from '@/core/money/decimal';
import { trpc } from '@/surfaces/trpc/react';
import { Money } from '@/ui/kit/figures/money';
import { journalsOf } from '@/ui/records/named-rows';
import type { TransactionRow } from './document';

/** The amount a document is shown with: its total, or the debits of a journal; none while those are being read. */
export type ShownTotal = (row: TransactionRow) => string | undefined;

/** What each document of a list is shown with. */
export function useShownTotals(rows: readonly TransactionRow[]): ShownTotal {
  const journals = useMemo(() => journalsOf(rows), [rows]);
  const volumes = trpc.directory.journalVolumes.useQuery(
    { ids: journals },
    { enabled: journals.length > 0, placeholderData: keepPreviousData },
  );
  return useMemo(() => {
    const volumeOf = new Map(volumes.data?.map((volume) => [volume.id, volume.debits]));
    return (row) => (row.kind === 'JOURNAL' ? volumeOf.get(row.id) : row.totalAmount);
  }, [volumes.data]);
}

/** How many documents are chosen, and by currency the sum of what they are shown with, once that of each is known. */
export function ChosenSum({
  chosen,
  totalOf,
}: {
  readonly chosen: readonly TransactionRow[];
  readonly totalOf: ShownTotal;
}) {
  if (chosen.length === 0) return null;
  const amounts = chosen.map((row) => ({ currency: row.currencyCode, amount: totalOf(row) }));
  const isKnown = amounts.every(({ amount }) => amount !== undefined);
  const currencies = isKnown ? [...new Set(amounts.map(({ currency }) => currency))].sort() : [];
  return (
    <p role="status" className="text-ink-soft text-small">
      {chosen.length === 1 ? '1 document' : `${chosen.length} documents`}
      {currencies.map((currency) => (
        <span key={currency} className="ml-3">
          <Money
            value={toAmountString(
              sum(amounts.flatMap((one) => (one.currency === currency ? [one.amount ?? '0'] : []))),
              currency,
            )}
            currency={currency}
            showCurrency
          />
        </span>
      ))}
    </p>
  );
}
