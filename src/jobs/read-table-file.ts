import { readFileSync } from 'node:fs';
import { readXlsx } from 'hucre/xlsx';
import Papa from 'papaparse';
import {
  decodedText,
  type FileTable,
  separatorOf,
  tableOf,
  unclosedQuote,
  workbookCell,
} from '@/core/imports/file-table';

/** A file that is not a table, as one sentence. */
export class TableRefused extends Error {}

/** A CSV file or the first sheet of an XLSX workbook, by the same rules as the screen's. Throws TableRefused. */
export async function readTableFile(file: string): Promise<FileTable> {
  const bytes = readFileSync(file);
  const read = tableOf(/\.xlsx$/i.test(file) ? await sheetRows(bytes) : textRows(decodedText(bytes), file));
  if ('problem' in read) throw new TableRefused(`${file}: ${read.problem}`);
  return read.table;
}

function textRows(text: string, file: string): string[][] {
  const plain = text.replace(/^\uFEFF/, '');
  const { data, errors } = Papa.parse<string[]>(plain, {
    skipEmptyLines: 'greedy',
    delimiter: separatorOf(plain),
  });
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (quote !== undefined) throw new TableRefused(`${file}: ${unclosedQuote((quote.row ?? 0) + 1)}`);
  return data;
}

async function sheetRows(bytes: Uint8Array): Promise<string[][]> {
  const { sheets } = await readXlsx(bytes);
  return (sheets[0]?.rows ?? []).map((row) => row.map(workbookCell));
}
