'use client';

import { createColumnHelper, metaHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { cx } from './class-names';
import { walkRows } from './walk-rows';

/** One column: what stands in its header, its cells and, in reports, under the rule. */
export type Column<Row> = {
  readonly id: string;
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand right, words left. */
  readonly align?: 'start' | 'end';
  /** Extra classes of cells and header: widths, hiding on narrow screens. */
  readonly className?: string;
  readonly total?: ReactNode;
  /** Stays in view while a wide table scrolls sideways. */
  readonly isSticky?: boolean;
  /** The name under which the server sorts by this column. */
  readonly sort?: string;
};

export type Sorting = { readonly by: string; readonly order: 'asc' | 'desc' };

type ColumnLook = {
  readonly align: 'start' | 'end';
  readonly className: string;
  readonly sort: string | null;
  readonly isSticky: boolean;
};
const STICKY = 'sticky left-0 z-[1] bg-surface group-hover/row:bg-hover';
const shape = tableFeatures({ columnMeta: metaHelper<ColumnLook>() });

/**
 * The one table. Rows come sorted and paged by the server; arrow keys (or `j` and `k`) walk the rows' links, Enter
 * follows one; the header stays while the rows scroll; totals stand under a rule.
 */
export function DataTable<Row extends object>({
  label,
  columns,
  rows,
  rowId,
  sorting,
  onSort,
  isStale = false,
  empty,
  rowClassName,
  className,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly sorting?: Sorting;
  readonly onSort?: (sorting: Sorting) => void;
  /** The rows of the last question stay, faded, while the next answer is on the way. */
  readonly isStale?: boolean;
  readonly empty?: ReactNode;
  readonly rowClassName?: (row: Row) => string | undefined;
  readonly className?: string;
}) {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof shape, Row>();
    return columns.map((column) =>
      helper.display({
        id: column.id,
        header: () => column.header,
        cell: (context) => column.cell(context.row.original),
        footer: () => column.total,
        meta: {
          align: column.align ?? 'start',
          className: column.className ?? '',
          sort: column.sort ?? null,
          isSticky: column.isSticky ?? false,
        },
      }),
    );
  }, [columns]);
  const table = useTable({ features: shape, columns: definitions, data: rows as Row[], getRowId: rowId });
  const hasTotals = columns.some((column) => column.total !== undefined);

  return (
    <section
      className={cx(
        '@container relative overflow-x-auto rounded-card border border-line bg-surface shadow-raised',
        className,
      )}
      // A region that scrolls must be reachable by keyboard (WCAG 2.1.1).
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      aria-label={`${label}, scrolls sideways`}
      data-scroll=""
    >
      <table className="w-full border-separate border-spacing-0" aria-label={label}>
        <thead className="sticky top-0 z-10">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const look = header.column.columnDef.meta;
                const sorted = look?.sort != null && sorting?.by === look.sort ? sorting.order : null;
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={sorted === null ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
                    className={cx(
                      'h-8 whitespace-nowrap border-line border-b bg-sunken px-cell text-left font-medium text-ink-mute text-small',
                      look?.align === 'end' && 'text-right',
                      look?.isSticky && 'sticky left-0 z-[1]',
                      look?.className,
                    )}
                  >
                    {look?.sort != null && onSort ? (
                      <SortButton
                        name={look.sort}
                        sorted={sorted}
                        isEnd={look.align === 'end'}
                        onSort={onSort}
                      >
                        <table.FlexRender header={header} />
                      </SortButton>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody onKeyDown={walkRows} className={cx('transition-opacity', isStale && 'opacity-55')}>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              data-row={row.id}
              className={cx(
                'group/row hover:bg-hover has-[[data-row-link]:focus-visible]:bg-accent-soft',
                rowClassName?.(row.original),
              )}
            >
              {row.getAllCells().map((cell) => (
                <td
                  key={cell.id}
                  className={cx(
                    'h-row border-line border-b px-cell py-1 group-last/row:border-b-0',
                    cell.column.columnDef.meta?.align === 'end' && 'text-right',
                    cell.column.columnDef.meta?.isSticky && STICKY,
                    cell.column.columnDef.meta?.className,
                  )}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasTotals && rows.length > 0 ? (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={cx(
                    'h-row border-ink-mute border-t px-cell font-semibold',
                    column.align === 'end' && 'text-right',
                    column.isSticky && 'sticky left-0 z-[1] bg-surface',
                    column.className,
                  )}
                >
                  {column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
      {rows.length === 0 ? empty : null}
    </section>
  );
}

function SortButton({
  name,
  sorted,
  isEnd,
  onSort,
  children,
}: {
  readonly name: string;
  readonly sorted: 'asc' | 'desc' | null;
  readonly isEnd: boolean;
  readonly onSort: (sorting: Sorting) => void;
  readonly children: ReactNode;
}) {
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className={cx('inline-flex items-center gap-1 rounded-xs hover:text-ink', isEnd && 'flex-row-reverse')}
      onClick={() => onSort({ by: name, order: sorted === 'asc' ? 'desc' : 'asc' })}
    >
      {children}
      <Arrow aria-hidden="true" className={cx('size-3', sorted === null && 'opacity-0')} />
    </button>
  );
}
