import { workbookCell } from '@/core/imports/file-table';

/** Rows of a sheet that become text at a time. */
const PIECE = 5_000;

/** The first sheet of a workbook as delimited text, row by row: a million rows take no more memory than their text. Empty rows are left out. */
export async function firstSheetText(bytes: Uint8Array): Promise<Blob> {
  const { streamXlsxRows } = await import('hucre/xlsx');
  const { default: Papa } = await import('papaparse');
  const text: string[] = [];
  let rows: string[][] = [];
  let width = 0;
  for await (const { values } of streamXlsxRows(bytes)) {
    width ||= values.length;
    rows.push(Array.from({ length: Math.max(width, values.length) }, (_, at) => workbookCell(values[at])));
    if (rows.length < PIECE) continue;
    text.push(Papa.unparse(rows), '\r\n');
    rows = [];
  }
  return new Blob([...text, Papa.unparse(rows)]);
}
