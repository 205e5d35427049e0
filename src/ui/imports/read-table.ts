import { LARGEST_TABLE, MOST_COLUMNS, MOST_ROWS } from '@/core/imports/importable';

/** A table as it was found in a file or a paste: every cell the text it is. */
export type ReadTable = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};
export type TableRead = { readonly table: ReadTable } | { readonly problem: string };

const count = (value: number) => value.toLocaleString('en-US');

/** Larger files are not even opened; what a table may hold at most is judged when it is read. */
const LARGEST_FILE = 5_000_000;

/** The text of a file: UTF-8, UTF-16 with its mark, or what older spreadsheets of Western Europe write. */
export async function textOfFile(
  file: File,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  if (/\.(xlsx?|ods|numbers)$/i.test(file.name)) {
    return { problem: 'This is a workbook. Save the sheet as CSV, or copy its cells and paste them below.' };
  }
  if (file.size > LARGEST_FILE) {
    return { problem: `The file has ${count(Math.ceil(file.size / 1000))} kB. Split it into smaller ones.` };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes) };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes) };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) };
  }
}

/**
 * Reads delimited text: comma, semicolon, tab or bar, quotes and line breaks within cells kept, empty lines left out. Nothing is
 * computed; an apostrophe that a download put before a formula is taken away again. Or says in a sentence why it is no table.
 */
export async function readTable(text: string): Promise<TableRead> {
  const { default: Papa } = await import('papaparse');
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (quote !== undefined) {
    return { problem: `In row ${(quote.row ?? 0) + 1} a quotation mark is opened and not closed rightly.` };
  }
  const [header = [], ...body] = data;
  const width = header.findLastIndex((name) => name.trim() !== '') + 1;
  if (width === 0) return { problem: 'There is nothing in it. The first line must name the columns.' };
  if (body.length === 0) return { problem: 'There is no line below the one that names the columns.' };
  if (width > MOST_COLUMNS) {
    return { problem: `It has ${width} columns; ${MOST_COLUMNS} is the most. Delete those you do not need.` };
  }
  if (body.length > MOST_ROWS) {
    return {
      problem: `It has ${count(body.length)} rows; ${count(MOST_ROWS)} is the most at once. Split the file.`,
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
