import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useEffect, useRef } from 'react';
import { IMPORTABLE } from '@/core/imports/importable';
import { WAITS } from '@/core/orders/order-acts';
import { trpc } from '@/surfaces/trpc/react';
import { cx } from '@/ui/kit/class-names';
import { Pill } from '@/ui/kit/figures/pill';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { LinkTabs } from '@/ui/kit/layout/link-tabs';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { Pager } from '@/ui/kit/tables/pager';
import { PAGE_SIZE } from '@/ui/kit/tables/url-state';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import {
  isCounted,
  nounOf,
  recordPlace,
  type StoredImport,
  type StoredRow,
  shownCounts,
  waitingPlace,
} from './import-words';
import { rowFilters, rowsQuestion, SHOWN_ROWS } from './imports-question';

const WORDS = {
  '': 'All rows',
  FAILED: 'With errors',
  WAITING: 'Waiting',
  READY: 'Ready',
  IMPORTED: 'Imported',
} as const;
const COUNT = {
  '': 'total',
  FAILED: 'failed',
  WAITING: 'waiting',
  READY: 'ready',
  IMPORTED: 'imported',
} as const;
const EVERY_MOMENT = 2_000;

/** Every row as uploaded, with its error next to it and the cell marked. */
export function ImportRows({
  one,
  mapping,
  isMoving,
}: {
  readonly one: StoredImport;
  readonly mapping: StoredImport['mapping'];
  readonly isMoving: boolean;
}) {
  const books = useBooks();
  const [filters, setFilters] = useQueryStates(rowFilters);
  const query = trpc.imports.rows.useQuery(rowsQuestion(one.id, filters), {
    placeholderData: keepPreviousData,
    refetchInterval: isMoving ? EVERY_MOMENT : false,
  });
  const utils = trpc.useUtils();
  const counts = shownCounts(one);
  const state = `${one.importStatus} ${one.counts.left}`;
  const shown = useRef(state);
  // Short work ends between two looks at its progress, and its rows would be shown as they were.
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    void utils.imports.rows.invalidate();
  }, [state, utils]);
  const columns: Column<StoredRow>[] = [
    {
      id: 'row',
      header: 'Row',
      align: 'end',
      isSticky: true,
      className: 'w-12',
      cell: (row) => row.rowNumber,
    },
    {
      id: 'state',
      header: 'Result',
      className: 'min-w-56 max-w-80',
      cell: (row) => <RowState row={row} one={one} />,
    },
    ...one.columns.map(
      (header, at): Column<StoredRow> => ({
        id: `cell-${at}`,
        header: header || `Column ${at + 1}`,
        className: cx('max-w-64', mapping[at] === null && 'text-ink-mute'),
        cell: (row) => <Cell text={row.cells[at] ?? ''} isWrong={isAbout(row, mapping[at])} />,
      }),
    ),
  ];
  return (
    <section aria-label="Rows" className="flex flex-col gap-2">
      <LinkTabs
        label="Rows"
        current={filters.rows}
        tabs={SHOWN_ROWS.filter(
          (state) => state === '' || state === filters.rows || counts[COUNT[state]] > 0,
        ).map((state) => ({
          id: state,
          label: WORDS[state],
          href: books.path(`imports/${one.id}${state === '' ? '' : `?rows=${state}`}`),
          // Which rows of orders wait is not counted while a file is gone through.
          ...(isCounted(one) || state === '' || state === 'FAILED' ? { count: counts[COUNT[state]] } : {}),
        }))}
      />
      <QueryView query={query}>
        {(page) => (
          <>
            <DataTable
              label="Rows of the file"
              columns={columns}
              rows={page.rows}
              rowId={(row) => String(row.rowNumber)}
              isStale={query.isPlaceholderData}
              empty={<EmptyState title="No such rows" />}
            />
            <Pager
              page={filters.page}
              limit={PAGE_SIZE}
              total={page.total}
              onPage={(next) => void setFilters({ page: next })}
            />
          </>
        )}
      </QueryView>
    </section>
  );
}

const isAbout = ({ errorField, errorFields }: StoredRow, field: string | null | undefined) =>
  field !== null && field !== undefined && (errorFields?.includes(field) ?? errorField === field);

function RowState({ row, one }: { readonly row: StoredRow; readonly one: StoredImport }) {
  if (row.rowState === 'WAITING') return <WaitingRow row={row} one={one} />;
  if (row.recordId !== null) {
    return (
      <span className="inline-flex flex-wrap items-center gap-2">
        <StatusPill status="IMPORTED" />
        <RecordLink row={row} one={one} />
        <Outcome text={row.outcome} />
      </span>
    );
  }
  if (row.errorMessage !== null) return <span className="text-danger">{row.errorMessage}</span>;
  if (row.rowState === 'READY') {
    return (
      <span className="inline-flex flex-wrap items-center gap-2">
        <StatusPill status="READY" />
        <Outcome text={row.outcome} />
      </span>
    );
  }
  return <span className="text-ink-mute">Not checked</span>;
}

/** A row whose order waits, or would wait according to the check: why, and where it is decided. */
function WaitingRow({ row, one }: { readonly row: StoredRow; readonly one: StoredImport }) {
  const books = useBooks();
  const sourceId = one.orders?.sourceId ?? one.sourceId;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Pill tone="caution">{row.recordId === null ? 'Will wait' : 'Waits'}</Pill>
      <RecordLink row={row} one={one} />
      {row.recordId === null || sourceId === null ? null : (
        <TextLink href={books.path(waitingPlace(sourceId))}>All that are waiting</TextLink>
      )}
      <Outcome text={row.outcome?.replace(WAITS, '') ?? null} />
    </span>
  );
}

/** The record that a row became. */
function RecordLink({ row, one }: { readonly row: StoredRow; readonly one: StoredImport }) {
  const books = useBooks();
  const noun = nounOf(one);
  const place = row.recordId === null ? null : recordPlace(noun, row.recordId);
  return place === null ? null : (
    <TextLink href={books.path(place)}>
      Open
      <span className="sr-only">
        {' '}
        the {IMPORTABLE[noun].singular} of row {row.rowNumber}
      </span>
    </TextLink>
  );
}

/** What a row became, or would become according to the check. */
function Outcome({ text }: { readonly text: string | null }) {
  return text === null ? null : <span className="whitespace-normal text-ink-soft text-small">{text}</span>;
}

function Cell({ text, isWrong }: { readonly text: string; readonly isWrong: boolean }) {
  return (
    <span
      className={cx(
        'block truncate',
        isWrong && '-mx-1 rounded bg-danger-soft px-1 text-danger ring-1 ring-danger/30 ring-inset',
      )}
      title={text.length > 30 ? text : undefined}
    >
      {isWrong && text.trim() === '' ? <span className="italic">empty</span> : text}
      {isWrong ? <span className="sr-only"> (this cell has an error)</span> : null}
    </span>
  );
}
