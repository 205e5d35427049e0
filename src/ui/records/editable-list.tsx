'use client';

import { type ReactNode, useState } from 'react';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { QueryView } from '@/ui/shell/query-view';
import { NewButton } from './new-button';
import { actsColumn, type RowAct } from './row-acts';

/**
 * A short list of settings: a table, the small buttons of its rows, and the dialogs that add and change. Actions the
 * user may not perform are omitted.
 */
export function EditableList<Row extends { readonly id: string }>({
  label,
  query,
  columns,
  emptyTitle,
  emptyWords,
  onClear,
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
  /** Clears the filters; present while the list is filtered. */
  readonly onClear?: (() => void) | undefined;
  /** "New …" above the table, with the dialog it opens. */
  readonly newLabel?: string | undefined;
  readonly newDialog?: (close: () => void) => ReactNode;
  /** The buttons of a row; `open` shows the row's dialog. */
  readonly acts?: ((row: Row, open: () => void) => readonly RowAct[]) | undefined;
  readonly rowDialog?: (row: Row, close: () => void) => ReactNode;
}) {
  const [isNew, setNew] = useState(false);
  const [opened, setOpened] = useState<Row | null>(null);
  const all =
    acts === undefined ? columns : [...columns, actsColumn<Row>((row) => acts(row, () => setOpened(row)))];
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
            empty={
              <FilteredEmpty
                isFiltered={onClear !== undefined}
                onClear={() => onClear?.()}
                title={emptyTitle}
              >
                {emptyWords}
              </FilteredEmpty>
            }
          />
        )}
      </QueryView>
      {isNew ? newDialog?.(() => setNew(false)) : null}
      {opened ? rowDialog?.(opened, () => setOpened(null)) : null}
    </>
  );
}
