'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useMemo, useState } from 'react';
import { KIND_FACTS } from '@/core/transactions/kinds';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { useShownColumns } from '@/ui/kit/tables/shown-columns';
import type { Chosen } from '@/ui/kit/tables/use-chosen';
import { useEntityNames } from '@/ui/records/use-names';
import { useBooks } from '@/ui/shell/session';
import type { TransactionRow } from './document';
import { useShownTotals } from './shown-totals';

// Opened by a key; not part of the list.
const BesideList = dynamic(() => import('./beside-list').then((part) => part.BesideList), { ssr: false });

/** Rows that can be chosen, and which are. */
export interface Choosing {
  readonly isOffered: (row: TransactionRow) => boolean;
  readonly chosen: Chosen;
}

const HEADERS = {
  number: 'Number',
  date: 'Date',
  type: 'Type',
  name: 'Name',
  memo: 'Memo',
  status: 'Status',
  total: 'Total',
} as const;
/** The columns as the menu names them that leaves them out. */
export const TRANSACTION_COLUMNS = Object.entries(HEADERS).map(([id, header]) => ({ id, header }));

/** Documents as rows, with a box before each that can be chosen. */
export function TransactionsTable({
  label = 'Transactions',
  rows,
  isStale = false,
  choosing,
  empty,
}: {
  readonly label?: string;
  readonly rows: readonly TransactionRow[];
  readonly isStale?: boolean;
  readonly choosing?: Choosing | undefined;
  readonly empty: ReactNode;
}) {
  const books = useBooks();
  const names = useEntityNames(useMemo(() => rows.map(({ entityId }) => entityId), [rows]));
  const totalOf = useShownTotals(rows);
  const columns = useMemo<Column<TransactionRow>[]>(() => {
    return [
      ...(choosing === undefined ? [] : [choiceColumn(choosing)]),
      {
        id: 'number',
        header: HEADERS.number,
        // Also where a box to choose the row comes before it.
        narrow: 'title',
        className: 'whitespace-nowrap',
        cell: (row) => <RowLink href={books.path(`transactions/${row.id}`)}>{row.transactionNumber}</RowLink>,
      },
      { id: 'date', header: HEADERS.date, cell: (row) => <DateText value={row.transactionDate} /> },
      {
        id: 'type',
        header: HEADERS.type,
        className: 'whitespace-nowrap @max-4xl:hidden',
        cell: (row) => KIND_FACTS[row.kind].label,
      },
      {
        id: 'name',
        header: HEADERS.name,
        className: 'max-w-44 truncate @4xl:max-w-64 @max-xl:hidden',
        cell: (row) => (row.entityId ? names.get(row.entityId) : null),
      },
      {
        id: 'memo',
        header: HEADERS.memo,
        className: 'max-w-72 truncate text-ink-mute @max-4xl:hidden',
        cell: (row) => row.memo,
      },
      {
        id: 'status',
        header: HEADERS.status,
        cell: (row) => <StatusPill status={row.status} />,
      },
      {
        id: 'total',
        header: HEADERS.total,
        align: 'end',
        cell: (row) => <Money value={totalOf(row)} currency={row.currencyCode} showCurrency />,
      },
    ];
  }, [books, names, totalOf, choosing]);
  const shown = useShownColumns(columns);
  const [beside, setBeside] = useState<TransactionRow | null>(null);
  return (
    <>
      <DataTable
        label={label}
        columns={shown}
        rows={rows}
        rowId={(row) => row.id}
        isStale={isStale}
        empty={empty}
        onBeside={setBeside}
      />
      {beside === null ? null : <BesideList row={beside} onClose={() => setBeside(null)} />}
    </>
  );
}

const choiceColumn = ({ isOffered, chosen }: Choosing): Column<TransactionRow> => ({
  id: 'choose',
  header: <span className="sr-only">Choose</span>,
  className: 'w-10',
  cell: (row) =>
    isOffered(row) ? (
      <input
        type="checkbox"
        aria-label={`Choose ${row.transactionNumber}`}
        className="block size-6 accent-accent-solid"
        checked={chosen.ids.has(row.id)}
        onChange={chosen.change(row.id)}
      />
    ) : null,
});
