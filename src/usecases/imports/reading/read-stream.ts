import Papa from 'papaparse';
import { separatorOf, unclosedQuote } from '@/core/imports/file-table';

/** Text that is not a table, as one sentence. */
export class CsvRefused extends Error {}

/** Characters that are parsed at a time; fewer cost more calls, more only memory. */
const PIECE = 262_144;
/** The most characters of one row. A quotation mark that is never closed would otherwise make a row of the rest of the file. */
const LONGEST_ROW = 1_000_000;

interface Parsed {
  readonly data: string[][];
  readonly errors: readonly { readonly type: string; readonly row?: number }[];
  /** Where the last whole row ends. */
  readonly meta: { readonly cursor: number };
}

/**
 * The rows of delimited text (comma, semicolon, tab or bar; UTF-8) as it arrives, some at a time, cells as written, with line breaks inside
 * them as LF; empty rows are left out. Holds a piece of the text and never the whole. Throws CsvRefused for a quotation mark that
 * is never closed, a row of more than a million characters, and bytes that are not UTF-8.
 */
export async function* rowsOfCsvStream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[][], void> {
  let rest = '';
  let before = 0;
  let parser: Papa.Parser | null = null;
  const parse = (isLast: boolean): string[][] => {
    parser ??= new Papa.Parser({ delimiter: separatorOf(rest), newline: '\n' });
    const { data, errors, meta } = parser.parse(rest, 0, !isLast) as Parsed;
    // What is reported about the row that is still arriving may no longer be true once the rest of it is there.
    const quote = errors.find(({ type, row }) => type === 'Quotes' && (isLast || (row ?? 0) < data.length));
    if (quote !== undefined) throw unclosed(before + (quote.row ?? 0) + 1);
    rest = isLast ? '' : rest.slice(meta.cursor);
    if (rest.length > LONGEST_ROW) {
      throw rest.startsWith('"') || rest.includes('"')
        ? unclosed(before + data.length + 1)
        : new CsvRefused(`Row ${before + data.length + 1} has more than ${LONGEST_ROW} characters.`);
    }
    before += data.length;
    return data.filter((row) => row.some((cell) => cell.trim() !== ''));
  };
  for await (const text of textOf(bytes)) {
    rest += text;
    if (rest.length < PIECE) continue;
    const rows = parse(false);
    if (rows.length > 0) yield rows;
  }
  // A line break at the end begins no row.
  if (rest.endsWith('\n')) rest = rest.slice(0, -1);
  if (rest === '') return;
  const rows = parse(true);
  if (rows.length > 0) yield rows;
}

const unclosed = (row: number) => new CsvRefused(unclosedQuote(row));

/** Bytes as text without a byte order mark, whose lines end with LF. */
async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (piece?: Uint8Array) => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch {
      throw new CsvRefused('The file is not UTF-8 text. Save it as CSV in UTF-8.');
    }
  };
  let held = '';
  for await (const piece of bytes) {
    const text = held + decoded(piece);
    // A carriage return at the end of a piece may be half of a line break.
    held = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n');
  }
  yield (held + decoded()).replace(/\r\n?/g, '\n');
}
