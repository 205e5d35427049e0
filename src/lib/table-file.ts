import { readFileSync } from 'node:fs';
import { readXlsx } from 'hucre/xlsx';
import Papa from 'papaparse';

/** A table as it stands in a file: every cell as text. */
export interface FileTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A file that is not a table, as one sentence. */
export class TableRefused extends Error {}

/**
 * Reads a CSV file (comma, semicolon, tab or bar; UTF-8) or the first sheet of an XLSX workbook. The first row names the columns; empty rows
 * are left out. Numbers and days of a workbook become the text they stand for. Throws TableRefused.
 */
export async function readTableFile(file: string): Promise<FileTable> {
  const bytes = readFileSync(file);
  const all = /\.xlsx$/i.test(file) ? await sheetRows(bytes) : delimitedRows(bytes.toString('utf8'), file);
  const filled = all.filter((row) => row.some((cell) => cell.trim() !== ''));
  const [header = [], ...body] = filled;
  const width = header.findLastIndex((name) => name.trim() !== '') + 1;
  if (width === 0) throw new TableRefused(`${file} is empty; its first row must name the columns.`);
  return {
    columns: header.slice(0, width).map((name) => name.trim()),
    rows: body.map((row) => row.slice(0, width)),
  };
}

function delimitedRows(text: string, file: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (quote !== undefined) {
    throw new TableRefused(
      `${file}: row ${(quote.row ?? 0) + 1} has an opening quotation mark without a closing one.`,
    );
  }
  return data;
}

async function sheetRows(bytes: Uint8Array): Promise<string[][]> {
  const { sheets } = await readXlsx(bytes);
  return (sheets[0]?.rows ?? []).map((row) => row.map(cellText));
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return String(value);
}
