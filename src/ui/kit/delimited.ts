/** The separators of tables: comma, semicolon (spreadsheets in much of Europe), tab (what a spreadsheet copies), bar. */
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Larger files are not opened at all; the limits of a table are checked when it is read. */
const LARGEST_FILE = 5_000_000;

/** The text of a delimited file. */
export async function textOfFile(
  file: File,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  if (/\.(xlsx?|ods|numbers)$/i.test(file.name)) {
    return { problem: 'This is a workbook. Save the sheet as CSV, or copy its cells and paste them below.' };
  }
  if (file.size > LARGEST_FILE) {
    return {
      problem: `The file is ${Math.ceil(file.size / 1000).toLocaleString('en-US')} kB. Split it into smaller ones.`,
    };
  }
  return { text: decodedText(new Uint8Array(await file.arrayBuffer())) };
}

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
 * The rows of a delimited table, cells as written, empty lines left out; or the number of the row (the header is row 1)
 * with an opening quotation mark that has no matching closing one. Nothing is calculated.
 */
export async function delimitedRows(
  text: string,
): Promise<{ readonly rows: readonly (readonly string[])[] } | { readonly quoteInRow: number }> {
  const { default: Papa } = await import('papaparse');
  const plain = text.replace(/^\uFEFF/, '');
  const { data, errors } = Papa.parse<string[]>(plain, {
    skipEmptyLines: 'greedy',
    delimiter: separatorOf(plain),
  });
  const quote = errors.find(({ type }) => type === 'Quotes');
  return quote === undefined ? { rows: data } : { quoteInRow: (quote.row ?? 0) + 1 };
}
