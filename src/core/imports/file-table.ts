import { LARGEST_TABLE, MOST_COLUMNS, MOST_ROWS, MOST_ROWS_IN_ALL } from './importable';

/** A table as it stands in a file or was pasted; every cell is text. */
export interface FileTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The table, or a sentence saying why it is not one. */
export type TableRead = { readonly table: FileTable } | { readonly problem: string };

/** The separators of tables: comma, semicolon (spreadsheets in much of Europe), tab (what a spreadsheet copies), bar. */
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Text in UTF-8, UTF-16 with a byte order mark, or the encoding of older Western European spreadsheets. */
export function decodedText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The separator that occurs most often in the first line, outside quotes. */
export function separatorOf(text: string): string {
  const [line = ''] = text.replace(/"[^"]*"/g, '').split(/\r?\n/, 1);
  const count = (sign: string) => line.split(sign).length;
  return SEPARATORS.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/**
 * The cell of a workbook as text. A workbook stores every number as a binary double; its shortest decimal text is what
 * was typed into the cell, up to 15 digits. Nothing is computed with it. Days are written YYYY-MM-DD.
 */
export function workbookCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}

/** Why a delimited text cannot be read: the row (the header is row 1) whose quotation is never closed. */
export function unclosedQuote(row: number): string {
  return `Row ${row} has an opening quotation mark without a matching closing one.`;
}

const count = (value: number) => value.toLocaleString('en-US');

/** Why rows are no table, in sentences, whether they are read at once or as they arrive. */
export const NOT_A_TABLE = {
  empty: 'The file is empty. The first line must contain the column names.',
  noRows: 'There are no rows below the header line.',
  tooManyColumns: (width: number) =>
    `It has ${width} columns; ${MOST_COLUMNS} is the maximum. Delete the ones you do not need.`,
  /** A cell that would be lost; rows are counted below the header. */
  moreCells: (row: number) =>
    `Row ${row} has more cells than there are columns. Is a quotation mark missing?`,
} as const;

/**
 * The table of a file's rows: the first row with a filled cell names the columns, and empty rows are left out. An apostrophe
 * that an export put before a formula is removed. Says in a sentence why it is not a table: nothing in it, more columns
 * or rows than one import takes, or cells to the right of the last column, which would be lost.
 */
export function tableOf(all: readonly (readonly string[])[]): TableRead {
  const [header = [], ...body] = all.filter((row) => row.some((cell) => cell.trim() !== ''));
  const width = header.findLastIndex((name) => name.trim() !== '') + 1;
  if (width === 0) return { problem: NOT_A_TABLE.empty };
  if (body.length === 0) return { problem: NOT_A_TABLE.noRows };
  if (width > MOST_COLUMNS) return { problem: NOT_A_TABLE.tooManyColumns(width) };
  if (body.length > MOST_ROWS_IN_ALL) {
    return {
      problem: `It has ${count(body.length)} rows; ${count(MOST_ROWS_IN_ALL)} is the maximum per import. Split the file.`,
    };
  }
  const wide = body.findIndex((row) => row.slice(width).some((cell) => cell.trim() !== ''));
  if (wide >= 0) return { problem: NOT_A_TABLE.moreCells(wide + 1) };
  return {
    table: {
      columns: header.slice(0, width).map((name) => name.trim()),
      rows: body.map((row) => row.slice(0, width).map(withoutGuard)),
    },
  };
}

/** A cell without the apostrophe that an export put before what a spreadsheet would take for a formula. */
export const withoutGuard = (cell: string) => (/^'[=+\-@\t\r|%]/.test(cell) ? cell.slice(1) : cell);

/** The parts in which the rows of a table are sent: few enough rows and characters for one request each. */
export function partsOf(rows: FileTable['rows']): FileTable['rows'][] {
  const parts: (readonly string[])[][] = [];
  let part: (readonly string[])[] = [];
  let size = 0;
  for (const row of rows) {
    const own = row.reduce((total, cell) => total + cell.length + 4, 4);
    if (part.length > 0 && (part.length >= MOST_ROWS || size + own > LARGEST_TABLE / 2)) {
      parts.push(part);
      part = [];
      size = 0;
    }
    part.push(row);
    size += own;
  }
  return part.length === 0 ? parts : [...parts, part];
}
