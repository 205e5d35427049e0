import { decodedText, separatorOf, unclosedQuote } from '@/core/imports/file-table';

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

/**
 * The rows of a delimited table, cells as written, empty lines left out; or a sentence that names the row
 * (the header is row 1) with an opening quotation mark that has no matching closing one. Nothing is calculated.
 */
export async function delimitedRows(
  text: string,
): Promise<{ readonly rows: readonly (readonly string[])[] } | { readonly problem: string }> {
  const { default: Papa } = await import('papaparse');
  const plain = text.replace(/^\uFEFF/, '');
  const { data, errors } = Papa.parse<string[]>(plain, {
    skipEmptyLines: 'greedy',
    delimiter: separatorOf(plain),
  });
  const quote = errors.find(({ type }) => type === 'Quotes');
  return quote === undefined ? { rows: data } : { problem: unclosedQuote((quote.row ?? 0) + 1) };
}
