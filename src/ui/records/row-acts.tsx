'use client';

import { Button } from '@/ui/kit/button';
import type { Column } from '@/ui/kit/tables/data-table';

/** One small button of a row. */
export type RowAct = {
  /** Its text: `Revoke`. */
  readonly words: string;
  /** Its accessible name, without the context of the row: `Revoke Ledger sync`. */
  readonly label: string;
  readonly isPending?: boolean;
  readonly onPress: () => void;
};

/** The column of a table's small buttons. */
export function actsColumn<Row>(acts: (row: Row) => readonly RowAct[]): Column<Row> {
  return {
    id: 'actions',
    header: <span className="sr-only">Actions</span>,
    align: 'end',
    className: 'whitespace-nowrap',
    cell: (row) => {
      const offered = acts(row);
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

/** "Edit" at the end of each row; no such column for users without write permission. */
export function editColumn<Row extends { readonly name: string }>(
  mayWrite: boolean,
  onEdit: (row: Row) => void,
): Column<Row>[] {
  if (!mayWrite) return [];
  return [actsColumn((row) => [{ words: 'Edit', label: `Edit ${row.name}`, onPress: () => onEdit(row) }])];
}
