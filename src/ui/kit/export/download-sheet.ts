import { downloadCsv } from '@/ui/kit/download-csv';
import { downloadFile } from '@/ui/kit/download-file';
import { csvRows } from './csv-rows';
import type { Sheet } from './sheet';
import { xlsxFile } from './xlsx-file';

export type SheetFormat = 'csv' | 'xlsx';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Downloads a table as a file. The file writers are loaded on first use. */
export async function downloadSheet(sheet: Sheet, format: SheetFormat, moment: Date): Promise<void> {
  if (format === 'csv') return downloadCsv(sheet.name, csvRows(sheet));
  downloadFile(`${sheet.name}.xlsx`, XLSX, new Uint8Array(await xlsxFile(sheet, moment)));
}
