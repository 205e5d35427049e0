import { readFileSync } from 'node:fs';
import { streamXlsxRows } from 'hucre/xlsx';
import Papa from 'papaparse';
import {
  decodedText,
  type FileTable,
  NOT_TEXT,
  packedKind,
  separatorOf,
  tableOf,
  unclosedQuote,
  workbookCell,
} from '@/core/imports/file-table';
import { headerRow } from '@/core/imports/header-row';
import type { ImportNoun } from '@/core/imports/import-noun';

/** A file that is not a table, as one sentence. */
export class TableRefused extends Error {}

/** Rows of a sheet that are returned at a time. */
const PIECE = 5_000;

/** A CSV file or the first sheet of an XLSX workbook, by the same rules as the screen's. Throws TableRefused. */
export async function readTableFile(file: string, noun: ImportNoun): Promise<FileTable> {
  const read = tableOf(isWorkbook(file) ? await sheetRows(file) : textRows(file), (rows) =>
    headerRow(noun, rows),
  );
  if ('problem' in read) throw new TableRefused(`${file}: ${read.problem}`);
  return read.table;
}

/** Whether a file is read as a workbook, by its name. */
export const isWorkbook = (file: string) => /\.xlsx$/i.test(file);

/**
 * The rows of the first sheet of a workbook, some at a time, every cell as text; empty rows are left out. Holds the packed file and some
 * rows, never the sheet. A file that is not a workbook is refused by the reader's own error.
 */
export async function* rowsOfWorkbook(file: string): AsyncGenerator<string[][], void> {
  let rows: string[][] = [];
  let width = 0;
  for await (const { values } of streamXlsxRows(readFileSync(file))) {
    const cells = values.map(workbookCell);
    if (cells.every((cell) => cell.trim() === '')) continue;
    width ||= cells.length;
    while (cells.length < width) cells.push('');
    rows.push(cells);
    if (rows.length < PIECE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

async function sheetRows(file: string): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const some of rowsOfWorkbook(file)) rows.push(...some);
  return rows;
}
function textRows(file: string): string[][] {
  const bytes = readFileSync(file);
  const kind = packedKind(bytes);
  if (kind !== null)
    throw new TableRefused(
      `${file}: ${kind === 'workbook' ? 'This is a workbook. Name it .xlsx.' : NOT_TEXT[kind]}`,
    );
  const plain = decodedText(bytes).replace(/^\uFEFF/, '');
  const { data, errors } = Papa.parse<string[]>(plain, {
    skipEmptyLines: 'greedy',
    delimiter: separatorOf(plain),
  });
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (quote !== undefined) throw new TableRefused(`${file}: ${unclosedQuote((quote.row ?? 0) + 1)}`);
  return data;
}
