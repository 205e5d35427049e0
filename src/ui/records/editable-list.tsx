'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/kit/button';
import { type Column, DataTable } from '@/ui/kit/data-table';
import { EmptyState } from '@/ui/kit/empty-state';
import { QueryView } from '@/ui/shell/query-view';
import { NewButton } from './new-button';

/** One small button of a row. */
export type RowAct = {
  /** What stands on it: `Revoke`. */
  readonly words: string;
  /** What it is called where the row is not seen beside it: `Revoke Ledger sync`. */
  readonly label: string;
  readonly isPending?: boolean;
  readonly onPress: () => void;
};

/**
 * A short list of settings: a table, the small buttons of its rows, and the dialogs that add and change. What the reader
 * may not do is not given, so it is not offered.
 */
export function EditableList<Row extends { readonly id: string }>({
  label,
  query,
  columns,
  emptyTitle,
  emptyWords,
  newLabel,
  newDialog,
  acts,
  rowDialog,
}: {
  readonly label: string;
  readonly query: { data: readonly Row[] | undefined; error: unknown; refetch: () => unknown };
  readonly columns: readonly Column<Row>[];
  readonly emptyTitle: string;
  readonly emptyWords?: string;
  /** "New …" above the table, with the dialog it opens. */
  readonly newLabel?: string | undefined;
  readonly newDialog?: (close: () => void) => ReactNode;
  /** The buttons of a row; `open` shows the row's dialog. */
  readonly acts?: ((row: Row, open: () => void) => readonly RowAct[]) | undefined;
  readonly rowDialog?: (row: Row, close: () => void) => ReactNode;
}) {
  const [isNew, setNew] = useState(false);
  const [opened, setOpened] = useState<Row | null>(null);
  const all = acts === undefined ? columns : [...columns, actsColumn(acts, setOpened)];
  return (
    <>
      {newLabel ? <NewButton label={newLabel} onPress={() => setNew(true)} /> : null}
      <QueryView query={query}>
        {(rows) => (
          <DataTable
            label={label}
            columns={all}
            rows={rows}
            rowId={(row) => row.id}
            empty={<EmptyState title={emptyTitle}>{emptyWords}</EmptyState>}
          />
        )}
      </QueryView>
      {isNew ? newDialog?.(() => setNew(false)) : null}
      {opened ? rowDialog?.(opened, () => setOpened(null)) : null}
    </>
  );
}

function actsColumn<Row>(
  acts: (row: Row, open: () => void) => readonly RowAct[],
  onOpen: (row: Row) => void,
): Column<Row> {
  return {
    id: 'actions',
    header: <span className="sr-only">Actions</span>,
    align: 'end',
    className: 'whitespace-nowrap',
    cell: (row) => {
      const offered = acts(row, () => onOpen(row));
      return offered.length === 0 ? null : (
        <span className="inline-flex gap-2">
          {offered.map(({ words, label, isPending = false, onPress }) => (
            <Button key={words} size="small" aria-label={label} isPending={isPending} onPress={onPress}>
              {words}
            </Button>
          ))}
        </span>
      );
    },
  };
}
