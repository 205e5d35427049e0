import { type TableRead, tableOf } from '@/core/imports/file-table';
import { headerRow } from '@/core/imports/header-row';
import type { ImportNoun } from '@/core/imports/import-noun';
import { delimitedRows } from '@/ui/kit/files/delimited';

/** Delimited text as a table of the noun's columns, or a sentence saying why it is not one. Nothing is computed. */
export async function readTable(text: string, noun: ImportNoun): Promise<TableRead> {
  const read = await delimitedRows(text);
  return 'problem' in read ? read : tableOf(read.rows, (rows) => headerRow(noun, rows));
}
