'use client';

import { KIND_FACTS, TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import type { Column } from '@/ui/kit/data-table';
import { StatusPill, statusWords } from '@/ui/kit/status-pill';
import { EditableList } from '@/ui/records/editable-list';

type Type = RouterOutputs['setup']['transactionTypes']['list'][number];

const kindWords = (kind: string) => {
  const known = TRANSACTION_KINDS.find((one) => one === kind);
  return known ? KIND_FACTS[known].label : statusWords(kind);
};

const COLUMNS: readonly Column<Type>[] = [
  {
    id: 'code',
    header: 'Code',
    className: 'whitespace-nowrap',
    cell: (row) => <span className="font-medium">{row.code}</span>,
  },
  { id: 'name', header: 'Name', cell: (row) => row.name },
  { id: 'kind', header: 'Kind', className: 'max-sm:hidden', cell: (row) => kindWords(row.kind) },
  {
    id: 'prefix',
    header: 'Numbers begin with',
    cell: (row) => <code className="text-small">{row.numberPrefix}</code>,
  },
  { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
];

/** The document types with their number series. */
export function DocumentTypes() {
  const query = trpc.setup.transactionTypes.list.useQuery({});
  return <EditableList label="Types and numbers" query={query} columns={COLUMNS} emptyTitle="No types yet" />;
}
