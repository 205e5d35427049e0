import type { Sheet, SheetCell } from './sheet';

/** A table for a CSV file, column names first: every figure with all its digits, dates as YYYY-MM-DD. */
export function csvRows(sheet: Sheet): string[][] {
  return [[...sheet.columns], ...sheet.lines.map(({ cells }) => cells.map(cellText))];
}

/** A cell as the text of a CSV file. */
export function cellText(cell: SheetCell): string {
  if (cell === null) return '';
  if (cell.kind === 'words') return cell.text;
  if (cell.kind === 'day') return cell.day;
  return String(cell.value);
}
