'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { cx } from '@/ui/kit/class-names';
import { formatInstant } from '@/ui/kit/figures/date-format';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import type { Document } from '@/ui/transactions/document';
import { type Application, applyPermission, settles } from './settling';
import { TakeBackDialog } from './take-back-dialog';

const TAKEN_BACK: Column<Application> = {
  id: 'state',
  header: 'Unapplied',
  cell: (row) => (row.reversedAt === null ? null : formatInstant(row.reversedAt)),
};

/**
 * What a payment was applied to, or what settled a document; each application can be reversed. Renders nothing if there
 * are none.
 */
export function ApplicationsPanel({ document }: { readonly document: Document }) {
  const books = useBooks();
  const [takingBack, setTakingBack] = useState<Application | null>(null);
  const query = trpc.transactions.applications.useQuery({ transactionId: document.id });
  const rows = query.data ?? [];
  if (rows.length === 0) return null;
  const isPayment = settles(document);
  const mayUndo = books.may(applyPermission(document));
  const isForeign =
    document.currencyCode !== document.baseCurrencyCode ||
    rows.some((row) => row.currencyCode !== row.paymentCurrencyCode);
  const columns: Column<Application>[] = [
    {
      id: 'other',
      header: isPayment ? 'Document' : 'Payment or credit',
      className: 'whitespace-nowrap',
      cell: (row) => (
        <RowLink href={books.path(`transactions/${isPayment ? row.documentId : row.paymentId}`)}>
          {isPayment ? row.documentNumber : row.paymentNumber}
        </RowLink>
      ),
    },
    { id: 'date', header: 'Applied on', cell: (row) => <DateText value={row.appliedOn} /> },
    ...(rows.some(({ reversedAt }) => reversedAt !== null) ? [TAKEN_BACK] : []),
    {
      id: 'amount',
      header: `Amount (${document.currencyCode})`,
      align: 'end',
      cell: (row) => (
        <Money
          value={isPayment ? row.takenAmount : row.amount}
          currency={document.currencyCode}
          className={cx(row.reversedAt !== null && 'line-through')}
        />
      ),
    },
    ...(isForeign ? [gainColumn(document.baseCurrencyCode, books.path)] : []),
    ...(mayUndo
      ? [
          {
            id: 'undo',
            header: <span className="sr-only">Actions</span>,
            align: 'end' as const,
            cell: (row: Application) =>
              row.reversedAt === null ? (
                <Button
                  size="small"
                  aria-label={`Unapply ${isPayment ? row.documentNumber : row.paymentNumber}`}
                  onPress={() => setTakingBack(row)}
                >
                  {' '}
                  Unapply{' '}
                </Button>
              ) : null,
          },
        ]
      : []),
  ];
  return (
    <section aria-label={isPayment ? 'Applied to' : 'Settled by'} className="flex flex-col gap-2">
      <h2 className="font-semibold text-lead">{isPayment ? 'Applied to' : 'Settled by'}</h2>
      <DataTable
        label={isPayment ? 'Applied to' : 'Settled by'}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowClassName={(row) => (row.reversedAt === null ? undefined : 'text-ink-mute')}
      />
      {takingBack ? <TakeBackDialog application={takingBack} onClose={() => setTakingBack(null)} /> : null}
    </section>
  );
}

function gainColumn(base: string, path: (place: string) => string): Column<Application> {
  return {
    id: 'gain',
    header: `Exchange gain (${base})`,
    align: 'end',
    narrow: 'detail',
    cell: (row) => {
      const figure = <Money value={row.exchangeGain} currency={base} />;
      return row.ledgerEntryId === null ? (
        figure
      ) : (
        <TextLink
          href={path(`entries/${row.ledgerEntryId}`)}
          aria-label={`Exchange difference of ${row.documentNumber}: open the entry`}
        >
          {figure}
        </TextLink>
      );
    },
  };
}
