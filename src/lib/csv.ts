import { stringify } from 'csv-stringify/sync';
import Papa from 'papaparse';

type Cell = string | number | boolean | null;

/**
 * One table as RFC 4180 text: quoted where needed, CRLF between lines. Text that a spreadsheet would read as a formula gets
 * a leading apostrophe; negative numbers stay numbers.
 */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: '\r\n',
      escape_formulas: true,
      quote_record_delimiter: true,
      cast: {
        boolean: String,
        string: (value) => (isBelowZero(value) ? { value, escape_formulas: false } : value),
      },
    },
  );
}

const isBelowZero = (text: string) => /^-\d+(\.\d+)?$/.test(text);

/**
 * The rows of RFC 4180 text: cells as written, with line breaks inside them as LF; empty lines are skipped. Null when a
 * quotation mark is never closed.
 */
export function rowsOfCsv(text: string): string[][] | null {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const { data, errors } = Papa.parse<string[]>(plain, {
    delimiter: ',',
    newline: '\n',
    skipEmptyLines: true,
  });
  return errors.some(({ type }) => type === 'Quotes') ? null : data;
}
