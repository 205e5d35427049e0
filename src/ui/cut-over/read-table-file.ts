import { LARGEST_TABLE, MOST_COLUMNS, MOST_ROWS, MOST_ROWS_IN_ALL } from '@/core/imports/importable';
import { decodedText, delimitedRows } from '@/ui/kit/delimited';

/** A table as read from a file; every cell is text. */
export interface FileTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const count = (value: number) => value.toLocaleString('en-US');

/** Reads a CSV file or the first sheet of an XLSX workbook, up to 300,000 rows, or says in a sentence why it is not a table. */
export async function readTableFile(file: File): Promise<FileTable | { readonly problem: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read = /\.xlsx$/i.test(file.name) ? await sheetRows(bytes) : await textRows(bytes);
  if ('problem' in read) return read;
  const [header = [], ...body] = read.rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  const width = header.findLastIndex((name) => name.trim() !== '') + 1;
  if (width === 0) return { problem: 'The file is empty. The first line must contain the column names.' };
  if (body.length === 0) return { problem: 'There are no rows below the header line.' };
  if (width > MOST_COLUMNS) return { problem: `It has ${width} columns; ${MOST_COLUMNS} is the maximum.` };
  if (body.length > MOST_ROWS_IN_ALL) {
    return {
      problem: `It has ${count(body.length)} rows; ${count(MOST_ROWS_IN_ALL)} is the maximum. Split the file.`,
    };
  }
  return {
    columns: header.slice(0, width).map((name) => name.trim()),
    rows: body.map((row) => row.slice(0, width)),
  };
}

async function textRows(bytes: Uint8Array) {
  const read = await delimitedRows(decodedText(bytes));
  return 'quoteInRow' in read
    ? { problem: `Row ${read.quoteInRow} has an opening quotation mark without a matching closing one.` }
    : read;
}

async function sheetRows(bytes: Uint8Array): Promise<{ readonly rows: readonly (readonly string[])[] }> {
  const { readXlsx } = await import('hucre/xlsx');
  const { sheets } = await readXlsx(bytes);
  return { rows: (sheets[0]?.rows ?? []).map((row) => row.map(cellText)) };
}

/** A number or day of a workbook as the text it stands for. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}

/** The parts in which rows are sent: few enough rows and characters for one request each. */
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
