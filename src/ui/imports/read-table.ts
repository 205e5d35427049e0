import { decodedText, type TableRead, tableOf, workbookCell } from '@/core/imports/file-table';
import { delimitedRows } from '@/ui/kit/delimited';

/** Delimited text as a table, or a sentence saying why it is not one. Nothing is computed. */
export async function readTable(text: string): Promise<TableRead> {
  const read = await delimitedRows(text);
  return 'problem' in read ? read : tableOf(read.rows);
}

/** A CSV file or the first sheet of an XLSX workbook as a table, or a sentence saying why it is not one. */
export async function readTableFile(file: File): Promise<TableRead> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!/\.xlsx$/i.test(file.name)) return readTable(decodedText(bytes));
  const { readXlsx } = await import('hucre/xlsx');
  const { sheets } = await readXlsx(bytes);
  return tableOf((sheets[0]?.rows ?? []).map((row) => row.map(workbookCell)));
}
