import { csvText } from '../export/csv-text';
import { downloadFile } from './download-file';

/** Downloads exactly these rows as a CSV file. */
export async function downloadCsv(name: string, rows: readonly (readonly string[])[]): Promise<void> {
  downloadFile(`${name}.csv`, 'text/csv;charset=utf-8', await csvText(rows));
}
