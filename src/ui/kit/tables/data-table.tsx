'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { cx } from '../class-names';
import { useArrivingRows } from './arriving-rows';
import { ScrollRegion } from './scroll-region';
import { type Column, type ColumnLook, columnLooks, FOLDED_ROW, folds, IS } from './table-look';
import { walkRows } from './walk-rows';

export type { Column } from './table-look';

export type Sorting = { readonly by: string; readonly order: 'asc' | 'desc' };

/**
 * The table of the kit. Rows arrive sorted and paged from the server; arrow keys (or `j` and `k`) move through the row
 * links, Enter follows one; the header stays while the rows scroll; totals are below a rule. On a phone each row
 * folds into two lines, see Column.narrow.
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
  onBeside,
  rowClassName,
  className,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly sorting?: Sorting;
  readonly onSort?: (sorting: Sorting) => void;
  /** The previous rows stay visible, faded, while the next ones are loading. */
  readonly isStale?: boolean;
  readonly empty?: ReactNode;
  /** Shows a row's record beside the list: what Space does on its link. */
  readonly onBeside?: (row: Row) => void;
  readonly rowClassName?: (row: Row) => string | undefined;
  readonly className?: string;
}) {
  const looks = useMemo(() => columnLooks(columns), [columns]);
  const fold = folds(columns);
  const drawn = columns.map((column, index) => ({ ...column, look: looks[index] as ColumnLook }));
  const hasTotals = columns.some((column) => column.total !== undefined);
  const shown = useArrivingRows(rows);
  const foldedRow = fold ? FOLDED_ROW : undefined;

  return (
    <ScrollRegion label={label} className={className}>
      <table
        {...IS.table}
        className={cx('w-full border-separate border-spacing-0', fold && '@max-lg:block')}
        aria-label={label}
        aria-busy={shown.length < rows.length || undefined}
      >
        <thead
          {...IS.group}
          className={cx('sticky top-0 z-10', fold && (onSort ? '@max-lg:block' : '@max-lg:sr-only'))}
        >
          <tr
            {...IS.row}
            className={cx(
              fold && '@max-lg:flex @max-lg:flex-wrap @max-lg:gap-x-4 @max-lg:bg-sunken @max-lg:p-cell',
            )}
          >
            {drawn.map(({ id, header, align, sort, look }) => {
              const sorted = sort !== undefined && sorting?.by === sort ? sorting.order : null;
              return (
                <th
                  {...IS.header}
                  key={id}
                  scope="col"
                  aria-sort={sorted === null ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
                  className={look.head}
                >
                  {sort !== undefined && onSort ? (
                    <SortButton name={sort} sorted={sorted} isEnd={align === 'end'} onSort={onSort}>
                      {header}
                    </SortButton>
                  ) : (
                    header
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody
          {...IS.group}
          onKeyDown={(event) => {
            const id = event.key === ' ' ? rowOf(event.target) : undefined;
            const row = id === undefined ? undefined : rows.find((one) => rowId(one) === id);
            if (row === undefined || onBeside === undefined) return walkRows(event);
            event.preventDefault();
            onBeside(row);
          }}
          className={cx('transition-opacity', isStale && 'opacity-55', fold && '@max-lg:block')}
        >
          {shown.map((row) => (
            <tr
              {...IS.row}
              key={rowId(row)}
              data-row={rowId(row)}
              className={cx(
                'group/row hover:bg-hover has-[[data-row-link]:focus-visible]:bg-accent-soft',
                foldedRow,
                fold && '@max-lg:border-line @max-lg:border-b @max-lg:last:border-b-0',
                rowClassName?.(row),
              )}
            >
              {drawn.map(({ id, cell, look }) => (
                <td {...IS.cell} key={id} className={look.cell} data-label={look.label}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasTotals && rows.length > 0 ? (
          <tfoot {...IS.group} className={cx(fold && '@max-lg:block')}>
            <tr {...IS.row} className={cx(foldedRow, fold && '@max-lg:border-ink-mute @max-lg:border-t')}>
              {drawn.map(({ id, total, look }) => (
                <td {...IS.cell} key={id} className={look.foot} data-label={look.label}>
                  {total}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
      {rows.length === 0 ? empty : null}
    </ScrollRegion>
  );
}

/** The row whose link has the focus. */
const rowOf = (target: EventTarget): string | undefined =>
  target instanceof HTMLElement && target.dataset.rowLink !== undefined
    ? target.closest<HTMLElement>('[data-row]')?.dataset.row
    : undefined;

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
      className={cx(
        'inline-flex min-h-6 items-center gap-1 rounded-xs hover:text-ink',
        isEnd && 'flex-row-reverse',
      )}
      onClick={() => onSort({ by: name, order: sorted === 'asc' ? 'desc' : 'asc' })}
    >
      {children}
      <Arrow aria-hidden="true" className={cx('size-3', sorted === null && 'opacity-0 @max-lg:hidden')} />
    </button>
  );
}
