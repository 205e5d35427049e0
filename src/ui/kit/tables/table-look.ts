import type { ReactNode } from 'react';
import { cx } from '../class-names';

/** The position of a column when the table is narrower than about 500 pixels and its rows fold. */
export type Narrow =
  /** The title of the row, first and large. */
  | 'title'
  /** The main figure, next to the title. */
  | 'figure'
  /** In the details below them. */
  | 'detail'
  | 'hide';

/** One column: its header, its cells and, in reports, its total. */
export type Column<Row> = {
  readonly id: string;
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Figures are right-aligned, text left-aligned. */
  readonly align?: 'start' | 'end';
  /** Extra classes of cells and header: widths, hiding on narrow screens. */
  readonly className?: string;
  readonly total?: ReactNode;
  /** The table compares figures across: it scrolls sideways below this column instead of folding its rows. */
  readonly isSticky?: boolean;
  /**
   * Default: the first column is the title, the last numeric column the figure, with a menu next to it, others details.
   */
  readonly narrow?: Narrow;
  /** Also shows its header in the details where the value alone would be unclear, such as a second date. */
  readonly narrowLabel?: boolean;
  /** The name under which the server sorts by this column. */
  readonly sort?: string;
};

/** The style of each position of a column, computed once for all rows. */
export type ColumnLook = {
  readonly head: string;
  readonly cell: string;
  readonly foot: string;
  /** Shown before a figure in the details, where there is no header above it. */
  readonly label: string | undefined;
};

const STICKY = 'sticky left-0 z-[1] @max-lg:max-w-36 @max-lg:whitespace-normal';
/**
 * The layout of a folded row's cells: title and figure on its first line, everything else below. Their rules stand in daybook.css: a cell
 * names one class instead of ten, of which a page of figures has hundreds.
 */
export const FOLDED: Readonly<Record<Narrow, string>> = {
  title: 'fold-title',
  figure: 'fold-figure fold-label',
  detail: 'fold-detail fold-label',
  hide: '@max-lg:hidden',
};

/** A row that folds. */
export const FOLDED_ROW = 'fold-row';

/**
 * Set explicitly because some screen readers no longer treat a table as one when its rows are displayed as flex lines.
 */
export const IS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** Whether rows fold on narrow screens; tables that compare figures across scroll instead. */
export const folds = (columns: readonly Pick<Column<never>, 'isSticky'>[]) =>
  !columns.some(({ isSticky }) => isSticky);

/** Where each column goes when rows fold. */
export function narrowPlaces(
  columns: readonly Pick<Column<never>, 'header' | 'align' | 'narrow'>[],
): Narrow[] {
  const titled = columns.some(({ narrow }) => narrow === 'title');
  const figured = columns.some(({ narrow }) => narrow === 'figure');
  const lastFigure = columns.findLastIndex(({ align, header }) => align === 'end' && isWords(header));
  return columns.map(({ narrow, align, header }, index) => {
    if (narrow !== undefined) return narrow;
    if (index === 0 && !titled) return 'title';
    // Steps and menus have a header only for screen readers.
    if (align === 'end' && !isWords(header)) return 'figure';
    return index === lastFigure && !figured ? 'figure' : 'detail';
  });
}

const isWords = (header: ReactNode) => typeof header === 'string';
const wordsOf = (header: ReactNode) => (typeof header === 'string' ? header : undefined);

/** The classes of every column. */
export function columnLooks<Row>(columns: readonly Column<Row>[]): ColumnLook[] {
  const fold = folds(columns);
  const places = narrowPlaces(columns);
  return columns.map(({ align, className, header, isSticky = false, narrowLabel, sort }, index) => {
    const place = places[index] ?? 'detail';
    const end = align === 'end' && 'text-right';
    const sticky = isSticky && columns.findIndex((column) => column.isSticky) === index;
    const folded = fold && cx('@max-lg:block', FOLDED[place]);
    return {
      head: cx(
        'h-8 whitespace-nowrap border-line border-b bg-sunken px-cell text-left font-medium text-ink-mute text-small',
        end,
        sticky && STICKY,
        className,
        fold && '@max-lg:h-auto @max-lg:border-b-0 @max-lg:px-0',
        fold && (sort === undefined ? '@max-lg:sr-only' : '@max-lg:block'),
      ),
      cell: cx(
        'h-row border-line border-b px-cell py-1 group-last/row:border-b-0',
        end,
        sticky && 'bg-surface group-hover/row:bg-hover',
        className,
        sticky && STICKY,
        fold && '@max-lg:h-auto @max-lg:max-w-full @max-lg:border-b-0 @max-lg:p-0',
        folded,
      ),
      foot: cx(
        'h-row border-ink-mute border-t px-cell font-semibold',
        end,
        sticky && 'bg-surface',
        className,
        sticky && STICKY,
        fold && '@max-lg:h-auto @max-lg:border-t-0 @max-lg:p-0',
        folded,
      ),
      label: fold && (narrowLabel ?? (place === 'detail' && align === 'end')) ? wordsOf(header) : undefined,
    };
  });
}
