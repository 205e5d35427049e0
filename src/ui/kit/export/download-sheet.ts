import { csvRows } from '@/core/sheets/csv-rows';
import type { Sheet } from '@/core/sheets/sheet';
import { downloadCsv } from '@/ui/kit/files/download-csv';
import { downloadFile } from '@/ui/kit/files/download-file';
import { xlsxFile } from './xlsx-file';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Downloads a table as a file. The file writers are loaded on first use. */
export async function downloadSheet(sheet: Sheet, format: 'csv' | 'xlsx', moment: Date): Promise<void> {
  if (format === 'csv') return downloadCsv(sheet.name, csvRows(sheet));
  downloadFile(`${sheet.name}.xlsx`, XLSX, new Uint8Array(await xlsxFile(sheet, moment)));
}
