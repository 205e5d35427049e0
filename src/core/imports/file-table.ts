import { LARGEST_TABLE, MOST_COLUMNS, MOST_ROWS, MOST_ROWS_IN_ALL } from './importable';

/** A table as it stands in a file or was pasted; every cell is text. */
export interface FileTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The table, or a sentence saying why it is not one. */
export type TableRead = { readonly table: FileTable } | { readonly problem: string };

/**
 * The separators of tables: tab (what a spreadsheet copies), semicolon (spreadsheets in much of Europe), bar, comma. In this order: a text
 * that two of them would divide alike is divided by the one that words and amounts contain least.
 */
const SEPARATORS = ['\t', ';', '|', ','] as const;

/** Lines that are looked at to find the separator: the title of a report may stand above its table. */
const LINES_TRIED = 12;

/**
 * Text in UTF-8, in UTF-16 with a byte order mark or without one where it is mostly Latin letters, or in the encoding of older Western
 * European spreadsheets.
 */
export function decodedText(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return westernText(bytes);
  }
}

/** What windows-1252 has from 0x80 to 0x9f, where ISO 8859-1 has no letters; what is not assigned there stays as it is. */
const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Text in windows-1252. Node 20 decodes these letters as if they were ISO 8859-1, so they are written again here. */
function westernText(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes);
  return text.replace(/[\u0080-\u009f]/g, (sign) => WESTERN[sign.charCodeAt(0) - 0x80] ?? sign);
}

/**
 * The encoding of text whose letters take two bytes: identified by its mark, or by every other byte at its beginning being zero; otherwise
 * null.
 */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 64);
  if (start.length < 4) return null;
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even === 0 && odd > start.length / 4) return 'utf-16le';
  return odd === 0 && even > start.length / 4 ? 'utf-16be' : null;
}

/**
 * What the first bytes of a file say it is, if it is not text at all: a workbook (or another packed file), a workbook as spreadsheets saved
 * them before 2007, or a PDF.
 */
export function packedKind(bytes: Uint8Array): 'workbook' | 'old workbook' | 'PDF' | null {
  const begins = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04)) return 'workbook';
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return 'old workbook';
  return begins(0x25, 0x50, 0x44, 0x46) ? 'PDF' : null;
}

/** Why a file cannot be read as a table whose bytes say that it is something else. */
export const NOT_TEXT = {
  'old workbook': 'This is a workbook in the format before 2007. Save it as XLSX or as CSV.',
  PDF: 'This is a PDF. Export the table as XLSX or as CSV.',
} as const;

/** How a separator divides the lines it divides into the same number of cells. */
interface Division {
  readonly sign: string;
  /** The lines that have as many cells as each other. */
  readonly alike: number;
  /** The first of them. */
  readonly first: number;
  readonly cells: number;
}

/**
 * The separator that divides the first lines into the same number of cells most often, outside quotes; of two that do, the one that
 * divides the very first line, or makes more cells. A first line `sep=;`, which spreadsheets understand, says it.
 */
export function separatorOf(text: string): string {
  const said = /^sep=(.)\r?\n/.exec(text)?.[1];
  if (said !== undefined) return said;
  const lines = text
    .slice(0, 100_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_TRIED);
  const [best] = SEPARATORS.flatMap((sign) => divisionsOf(lines, sign)).sort(
    (a, b) => b.alike - a.alike || Number(b.first === 0) - Number(a.first === 0) || b.cells - a.cells,
  );
  return best?.sign ?? ',';
}

function divisionsOf(lines: readonly string[], sign: string): Division[] {
  const found = new Map<number, Division>();
  for (const [at, line] of lines.entries()) {
    const cells = line.split(sign).length;
    if (cells < 2) continue;
    const before = found.get(cells) ?? { sign, alike: 0, first: at, cells };
    found.set(cells, { ...before, alike: before.alike + 1 });
  }
  return [...found.values()];
}

/** The digits of a number that a spreadsheet shows; the sixteenth and seventeenth of what it stores are the noise of a calculation. */
const SHOWN_DIGITS = 15;

/**
 * The cell of a workbook as text. A workbook stores every number as a binary double; its shortest decimal text of at most 15 digits is what
 * was typed into the cell, or what the spreadsheet shows of a formula's result. It is written without an exponent, and nothing is computed
 * with it. Days are written YYYY-MM-DD, and yes or no in these words.
 */
export function workbookCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberText(value);
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}

function numberText(value: number): string {
  const [digits = '', power] = String(Number(value.toPrecision(SHOWN_DIGITS))).split('e');
  if (power === undefined) return digits;
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d)(?:\.(\d+))?$/.exec(digits) ?? [];
  const exponent = Number(power);
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${whole}${fraction}`;
  return `${sign}${whole}${fraction.padEnd(exponent, '0')}`;
}

/** Why a delimited text cannot be read: the row (the header is row 1) whose quotation is never closed. */
export function unclosedQuote(row: number): string {
  return `Row ${row} has an opening quotation mark without a matching closing one.`;
}

const count = (value: number) => value.toLocaleString('en-US');

/** Why rows are not a table, in sentences, whether they are read at once or as they arrive. */
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
 * The table of a file's rows: the first row with a filled cell names the columns, unless `headerAt` finds another one below a title; empty
 * rows are left out. An apostrophe
 * that an export put before a formula is removed. Says in a sentence why it is not a table: nothing in it, more columns
 * or rows than one import takes, or cells to the right of the last column, which would be lost.
 */
export function tableOf(
  all: readonly (readonly string[])[],
  headerAt: (rows: readonly (readonly string[])[]) => number = () => 0,
): TableRead {
  const filled = all.filter((row) => row.some((cell) => cell.trim() !== ''));
  const [header = [], ...body] = filled.slice(headerAt(filled.slice(0, TITLE_ROWS)));
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

/** Rows among which the names of the columns are looked for: reports have the company, the title and the day above them. */
export const TITLE_ROWS = 20;

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
