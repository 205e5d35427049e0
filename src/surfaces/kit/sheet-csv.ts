import { stringify } from 'csv-stringify/sync';
import { isDecimalText } from '@/core/money/plain-decimal';
import { cellText } from '@/core/sheets/csv-rows';
import type { StreamedSheet } from '@/core/sheets/streamed-sheet';

/**
 * A table as CSV, chunk by chunk as its lines arrive: column names first, then every figure with all its digits. A cell that a spreadsheet
 * would read as a formula is prefixed with an apostrophe; a negative amount also begins with a minus sign but remains an amount.
 */
export async function* csvPieces({ columns, lines }: StreamedSheet): AsyncGenerator<string, void, undefined> {
  // The mark tells spreadsheets that the text is UTF-8.
  yield `\uFEFF${rowsText([columns.map(({ title }) => title)])}`;
  for await (const some of lines) {
    if (some.length > 0) yield rowsText(some.map(({ cells }) => cells.map(cellText)));
  }
}

const rowsText = (rows: string[][]): string => stringify(rows.map((row) => row.map(inert)));

/** What makes a spreadsheet read a cell as a formula, also in full width, when the cell begins with it. */
const BEGINS_FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * The library can write the apostrophe as well, but it weighs all its options again for each cell that is excepted from it, and a file has
 * millions of amounts.
 */
const inert = (cell: string): string => (BEGINS_FORMULA.test(cell) && !isAmount(cell) ? `'${cell}` : cell);

const isAmount = (cell: string) => isDecimalText(cell) && !cell.startsWith('+');
