import { LARGEST_TABLE, MOST_COLUMNS, MOST_ROWS } from '@/core/imports/importable';
import { delimitedRows } from '@/ui/kit/delimited';

/** A table as read from a file or pasted text; every cell is text. */
export type ReadTable = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};
export type TableRead = { readonly table: ReadTable } | { readonly problem: string };

const count = (value: number) => value.toLocaleString('en-US');

/**
 * Reads delimited text: comma, semicolon, tab or bar, quotes and line breaks within cells kept, empty lines left out.
 * Nothing is computed; an apostrophe that an export put before a formula is removed. Otherwise returns a sentence
 * saying why it is not a table.
 */
export async function readTable(text: string): Promise<TableRead> {
  const read = await delimitedRows(text);
  if ('quoteInRow' in read) {
    return {
      problem: `Row ${read.quoteInRow} has an opening quotation mark without a matching closing one.`,
    };
  }
  const [header = [], ...body] = read.rows;
  const width = header.findLastIndex((name) => name.trim() !== '') + 1;
  if (width === 0) return { problem: 'The file is empty. The first line must contain the column names.' };
  if (body.length === 0) return { problem: 'There are no rows below the header line.' };
  if (width > MOST_COLUMNS) {
    return {
      problem: `It has ${width} columns; ${MOST_COLUMNS} is the maximum. Delete the ones you do not need.`,
    };
  }
  if (body.length > MOST_ROWS) {
    return {
      problem: `It has ${count(body.length)} rows; ${count(MOST_ROWS)} is the maximum per import. Split the file.`,
    };
  }
  const wide = body.findIndex((row) => row.slice(width).some((cell) => cell.trim() !== ''));
  if (wide >= 0)
    return { problem: `Row ${wide + 1} has more cells than there are columns. Is a quotation mark missing?` };
  const rows = body.map((row) => row.slice(0, width).map(withoutGuard));
  if (new TextEncoder().encode(JSON.stringify(rows)).length > LARGEST_TABLE) {
    return { problem: `It holds more than ${count(LARGEST_TABLE / 1000)} kB of text. Split the file.` };
  }
  return { table: { columns: header.slice(0, width).map((name) => name.trim()), rows } };
}

const withoutGuard = (cell: string) => (/^'[=+\-@\t\r|%]/.test(cell) ? cell.slice(1) : cell);
