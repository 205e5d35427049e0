import { decodedText, workbookCell } from '@/core/imports/file-table';

/**
 * A file as delimited text in UTF-8: text in that encoding as it is, text in another one and the first sheet of an XLSX workbook written
 * again. A number or day of a workbook becomes the text it stands for.
 */
export async function delimitedText(file: File): Promise<Blob> {
  if (/\.xlsx$/i.test(file.name)) return sheetText(new Uint8Array(await file.arrayBuffer()));
  return (await isUtf8(file)) ? file : new Blob([decodedText(new Uint8Array(await file.arrayBuffer()))]);
}

/** Read piece by piece, so that a large file need not be held. */
async function isUtf8(file: File): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      decoder.decode(value, { stream: true });
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  } finally {
    await reader.cancel();
  }
}

/** Rows of a sheet that become text at a time. */
const PIECE = 5_000;

/** Row by row: a sheet of a million rows takes no more memory than its text, and the page answers meanwhile. Empty rows say nothing. */
async function sheetText(bytes: Uint8Array): Promise<Blob> {
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
