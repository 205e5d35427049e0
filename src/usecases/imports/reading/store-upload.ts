import { NOT_A_TABLE, TITLE_ROWS, withoutGuard } from '@/core/imports/file-table';
import { headerRow } from '@/core/imports/header-row';
import type { ImportNoun } from '@/core/imports/import-noun';
import { LARGEST_TABLE, MOST_COLUMNS, MOST_ROWS, MOST_ROWS_IN_ALL } from '@/core/imports/importable';
import { RefusalError, refuse } from '@/core/refusals';
import type { CountedImport } from '@/db/stores/imports';
import type { Call } from '../../kit/define';
import { runForOutput } from '../../kit/run';
import { uploadOrders } from '../../orders/upload-orders';
import { appendRows } from '../append-rows';
import { createImport } from '../create-import';
import { getImport } from '../get-import';
import { listRowsOfImport } from '../list-import-rows';
import { removeStoredImport } from '../remove-import';
import { CsvRefused } from './read-stream';

type Rows = readonly (readonly string[])[];

/** What an uploaded table is, beside its rows. */
export interface Upload {
  readonly noun: ImportNoun;
  readonly fileName: string;
  readonly cutOverId?: string | undefined;
  readonly correctsImportId?: string | undefined;
  readonly posts?: boolean | undefined;
  /** The source of orders and bills whose file it is. */
  readonly sourceId?: string | undefined;
  /** An upload of the same file that was interrupted, to be continued. */
  readonly continues?: string | undefined;
}

/**
 * Stores a table as it arrives, header first, in parts of which each is a transaction: neither the file nor the import is ever held in
 * memory as a whole.
 * An interrupted one stays as it arrived and is continued by sending the same file again (`continues`), of which only the rows that are
 * not there yet are stored. A file that is not a table leaves nothing. Refuses INVALID_INPUT in words for that, and what
 * creating an import refuses.
 */
export async function storeUpload(
  call: Call,
  upload: Upload,
  arriving: AsyncIterable<Rows>,
): Promise<CountedImport> {
  let id = upload.continues ?? null;
  try {
    const parts = partsOf(fromHeader(arriving, upload.noun));
    const columns = (await parts.next()).value as readonly string[];
    const known = id === null ? null : await reachInterrupted(call, id, columns);
    let from = 0;
    for await (const part of oneAhead(parts)) {
      const { rows, isLast } = part as Part;
      const end = from + rows.length;
      if (known !== null && end >= known.total && from < known.total) demandSame(rows, from, known);
      if (id === null) {
        id = await begin(call, upload, { columns, rows, more: !isLast });
      } else if (known === null || end > known.total) {
        const skipped = Math.max(0, (known?.total ?? 0) - from);
        await runForOutput(appendRows, call, {
          id,
          from: from + skipped,
          rows: rows.slice(skipped),
          isLast,
        });
      } else if (isLast) {
        if (end < known.total) refuseTable('The file has fewer rows than the one that was interrupted.');
        await runForOutput(appendRows, call, { id, from: end - 1, rows: rows.slice(-1), isLast });
      }
      from = end;
    }
    return await runForOutput(getImport, call, { id });
  } catch (error) {
    const isTheFile = error instanceof CsvRefused || error instanceof RefusalError;
    // What a refused file left is of no use; what an interrupted one left is continued.
    if (isTheFile && id !== null && upload.continues === undefined) {
      await runForOutput(removeStoredImport, call, { id });
    }
    if (error instanceof CsvRefused) refuseTable(error.message);
    throw error;
  }
}

/** Stores the first part; returns the id of the import. */
async function begin(
  call: Call,
  { continues: _none, sourceId, ...said }: Upload,
  first: { readonly columns: readonly string[]; readonly rows: Rows; readonly more: boolean },
): Promise<string> {
  if (sourceId === undefined) return (await runForOutput(createImport, call, { ...said, ...first })).id;
  const { fileName } = said;
  return (await runForOutput(uploadOrders, call, { sourceId, fileName, ...first })).id;
}

interface Known {
  readonly total: number;
  /** The cells of the last row that arrived. */
  readonly last: readonly string[];
}

async function reachInterrupted(call: Call, id: string, columns: readonly string[]): Promise<Known> {
  const one = await runForOutput(getImport, call, { id });
  if (one.importStatus !== 'ARRIVING') refuseTable('All rows of this upload have arrived.');
  if (JSON.stringify(one.columns) !== JSON.stringify(columns)) refuseOther();
  const { total } = one.counts;
  const { rows } = await runForOutput(listRowsOfImport, call, { id, page: total, limit: 1 });
  return { total, last: rows[0]?.cells ?? [] };
}

function demandSame(rows: Rows, from: number, { total, last }: Known): void {
  if (JSON.stringify(rows[total - from - 1]) !== JSON.stringify(last)) refuseOther();
}

function refuseOther(): never {
  refuseTable(
    'This is not the file whose upload was interrupted. Choose the same file, or begin a new import.',
  );
}

function refuseTable(message: string): never {
  refuse('INVALID_INPUT', message, { issues: [{ path: ['rows'], message }] });
}

interface Part {
  readonly rows: Rows;
  readonly isLast: boolean;
}

/** Reads the next part while the database stores the last one. */
async function* oneAhead<Item>(items: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
  let next = items.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = items.next();
      // Its errors are thrown when it is awaited.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    // Not awaited: whoever sends may take long to send what no one waits for.
    void items.return().catch(() => undefined);
  }
}

/** The rows from the one that names the columns on; what stands above it is a title. */
async function* fromHeader(arriving: AsyncIterable<Rows>, noun: ImportNoun): AsyncGenerator<Rows, void> {
  let first: (readonly string[])[] | null = [];
  for await (const some of arriving) {
    if (first === null) {
      yield some;
      continue;
    }
    for (const row of some) first.push(row);
    if (first.length < TITLE_ROWS) continue;
    yield first.slice(headerRow(noun, first.slice(0, TITLE_ROWS)));
    first = null;
  }
  if (first !== null) yield first.slice(headerRow(noun, first.slice(0, TITLE_ROWS)));
}

/** The columns first, then the rows in parts of a size that one transaction takes. */
async function* partsOf(arriving: AsyncIterable<Rows>): AsyncGenerator<readonly string[] | Part, void> {
  let width = -1;
  let count = 0;
  let size = 0;
  let rows: (readonly string[])[] = [];
  for await (const some of arriving) {
    for (const row of some) {
      if (width < 0) {
        const columns = columnsOf(row);
        width = columns.length;
        yield columns;
        continue;
      }
      count += 1;
      if (count > MOST_ROWS_IN_ALL) {
        refuseTable(`It has more than ${words(MOST_ROWS_IN_ALL)} rows. Split the file.`);
      }
      if (row.length > width && row.slice(width).some((cell) => cell.trim() !== '')) {
        refuseTable(NOT_A_TABLE.moreCells(count));
      }
      const cells = row.slice(0, width).map(withoutGuard);
      const own = cells.reduce((sum, cell) => sum + cell.length, 0);
      // Sent when the next row is known to exist, so that the last part is known to be the last.
      if (rows.length >= MOST_ROWS || (rows.length > 0 && size + own > LARGEST_TABLE)) {
        yield { rows, isLast: false };
        rows = [];
        size = 0;
      }
      rows.push(cells);
      size += own;
    }
  }
  if (width < 0) refuseTable(NOT_A_TABLE.empty);
  if (rows.length === 0) refuseTable(NOT_A_TABLE.noRows);
  yield { rows, isLast: true };
}

function columnsOf(row: readonly string[]): readonly string[] {
  const width = row.findLastIndex((name) => name.trim() !== '') + 1;
  if (width > MOST_COLUMNS) refuseTable(NOT_A_TABLE.tooManyColumns(width));
  return row.slice(0, width).map((name) => name.trim());
}

const words = (count: number) => count.toLocaleString('en-US');
