import { type TableRead, tableOf } from '@/core/imports/file-table';
import { delimitedRows } from '@/ui/kit/files/delimited';

/** Delimited text as a table, or a sentence saying why it is not one. Nothing is computed. */
export async function readTable(text: string): Promise<TableRead> {
  const read = await delimitedRows(text);
  return 'problem' in read ? read : tableOf(read.rows);
}
