'use client';

import dynamic from 'next/dynamic';
import { useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import { money, type SheetLine, words } from '@/core/sheets/sheet';
import type { Download } from '@/surfaces/trpc/download-path';
import { PeriodNotice } from '@/ui/finance/period-notice';
import type { PeriodBasis } from '@/ui/finance/period-words';
import { formatDate, isDay } from '@/ui/kit/figures/date-format';
import { Money } from '@/ui/kit/figures/money';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { FigureLink } from '@/ui/kit/text-link';
import { DownloadMenu, ExportMenu } from '@/ui/records/export-menu';
import { useSheetFacts } from '@/ui/records/form/use-sheet-facts';
import { type Behind, behindFilter } from './behind';
import { FigureButton } from './figure-button';
import { useReport } from './use-report';

// Loaded on demand; not part of the report.
const BehindDrawer = dynamic(() => import('./behind-drawer').then((part) => part.BehindDrawer), {
  ssr: false,
});

/** A column of a report, text or money, the same on screen and in the export. */
export type ReportColumn<Row> = {
  readonly id: string;
  readonly header: string;
  readonly total?: string | undefined;
} & (
  | {
      readonly kind: 'words';
      readonly text: (row: Row) => string;
      /** The link of the row; undefined for one that leads nowhere. */
      readonly href?: (row: Row) => string | undefined;
    }
  | {
      readonly kind: 'money';
      readonly value: (row: Row) => string | null | undefined;
      /** What opens when the user asks for the components of the figure. */
      readonly behind?: (row: Row) => Behind | null;
      readonly totalBehind?: Behind;
      /** Or the link of the figure. */
      readonly href?: (row: Row) => string;
    }
);

/** A report: its chart, its table, and the export of the table. */
export function ReportTable<Row extends object>({
  title,
  name,
  currency,
  columns,
  rows,
  rowId,
  chart,
  isStale,
  basis,
  download,
  empty,
  children,
}: {
  readonly title: string;
  /** The file name. */
  readonly name: string;
  readonly currency: string;
  readonly columns: readonly ReportColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly chart?: ReactNode;
  readonly isStale: boolean;
  /** What its periods are, where some books in it have others than calendar months. */
  readonly basis?: PeriodBasis | undefined;
  /** The file of a report of which the table shows a page. Omitted: the table is the file. */
  readonly download?: { readonly sheet: Download; readonly input: object } | undefined;
  /** What an empty table says, where that is not that there is no such revenue. */
  readonly empty?: ReactNode;
  /** Further content besides the rows. */
  readonly children?: ReactNode;
}) {
  const [behind, setBehind] = useQueryState('behind', behindFilter);
  const ask = (asked: Behind) => void setBehind(asked);
  const { finance, filters } = useReport();
  const facts = useSheetFacts();
  const sheet = async () => ({
    name,
    title,
    facts: await facts({
      period: finance.words,
      subsidiaryId: finance.subsidiaryId,
      currency,
      filters: [
        ...(isDay(filters.effective) ? [`Effective as of ${formatDate(filters.effective)}`] : []),
        ...(basis === undefined ? [] : [basis.words]),
        ...(isDay(filters.known) ? [`Known as of ${formatDate(filters.known)}`] : []),
      ],
    }),
    columns: [...columns.map(({ header }) => header), 'Currency'],
    lines: linesOf(columns, rows, currency),
  });
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-lead">
          {title} <span className="font-normal text-ink-mute">in {currency}</span>
        </h2>
        {download === undefined ? (
          <ExportMenu make={rows.length === 0 ? null : sheet} />
        ) : (
          <DownloadMenu sheet={download.sheet} input={rows.length === 0 ? null : download.input} />
        )}
      </div>
      <PeriodNotice basis={basis} />
      {children}
      {rows.length > 0 ? chart : null}
      <DataTable
        label={title}
        rows={rows}
        rowId={rowId}
        isStale={isStale}
        columns={columns.map((column) => tableColumn(column, currency, ask))}
        empty={
          empty ?? (
            <EmptyState title="Nothing to show">
              No contract has revenue of this kind as of these dates.
            </EmptyState>
          )
        }
      />
      {behind === null ? null : <BehindDrawer behind={behind} onClose={() => void setBehind(null)} />}
    </section>
  );
}

function tableColumn<Row>(
  column: ReportColumn<Row>,
  currency: string,
  onAsk: (behind: Behind) => void,
): Column<Row> {
  const { id, header } = column;
  if (column.kind === 'words') {
    return {
      id,
      header,
      className: 'whitespace-nowrap',
      isSticky: true,
      cell: (row) => {
        const href = column.href?.(row);
        return href === undefined ? column.text(row) : <RowLink href={href}>{column.text(row)}</RowLink>;
      },
      ...(column.total === undefined ? {} : { total: column.total }),
    };
  }
  return {
    id,
    header,
    align: 'end',
    cell: (row) => moneyCell(column, row, currency, onAsk),
    ...(column.total === undefined
      ? {}
      : {
          total: (
            <FigureButton
              value={column.total}
              currency={currency}
              behind={column.totalBehind ?? null}
              onAsk={onAsk}
            />
          ),
        }),
  };
}

function moneyCell<Row>(
  { value, behind, href }: Extract<ReportColumn<Row>, { kind: 'money' }>,
  row: Row,
  currency: string,
  onAsk: (behind: Behind) => void,
) {
  if (href === undefined) {
    return (
      <FigureButton value={value(row)} currency={currency} behind={behind?.(row) ?? null} onAsk={onAsk} />
    );
  }
  return (
    <FigureLink href={href(row)}>
      <Money value={value(row)} currency={currency} />
    </FigureLink>
  );
}

function linesOf<Row>(
  columns: readonly ReportColumn<Row>[],
  rows: readonly Row[],
  currency: string,
): SheetLine[] {
  const totals = columns.map(({ kind, total }) => (kind === 'words' ? words(total) : money(total, currency)));
  return [
    ...rows.map((row) => ({
      cells: [
        ...columns.map((column) =>
          column.kind === 'words' ? words(column.text(row)) : money(column.value(row), currency),
        ),
        words(currency),
      ],
    })),
    ...(totals.some((total) => total !== null)
      ? [{ cells: [...totals, words(currency)], isStrong: true }]
      : []),
  ];
}
