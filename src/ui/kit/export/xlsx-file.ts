import type { Cell, CellStyle, WriteSheet } from 'hucre/xlsx';
import { isDate } from '@/core/periods/calendar';
import { exactNumber } from '@/core/sheets/exact-number';
import type { Sheet, SheetCell } from '@/core/sheets/sheet';
import { moneyFormat, tabName } from '@/core/sheets/spreadsheet';

/** Text that the writer would turn into a formula error; written as rich-text runs it stays text. */
const ERROR_WORDS = /^#(?:VALUE!|REF!|N\/A|NAME\?|NULL!|DIV\/0!|NUM!|GETTING_DATA|SPILL!|CALC!)$/;
const MOST_WIDE = 48;

/**
 * A table as an Office Open XML workbook of one sheet. The description and `moment` (UTC) are above it; the bold row of
 * column names stays in view and is printed on every page. Money is a number with the places of its currency and
 * parentheses for negatives, or text where a spreadsheet would lose digits (more than 15); dates are dates; text is
 * text, whatever character it begins with.
 */
export async function xlsxFile(sheet: Sheet, moment: Date): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx');
  return writeXlsx({
    sheets: [worksheet(sheet, moment)],
    properties: { title: sheet.title, created: moment },
  });
}

function worksheet(sheet: Sheet, moment: Date): WriteSheet {
  const cells = new Map<string, Partial<Cell>>();
  const put = (row: number, column: number, cell: Partial<Cell> | null) => {
    if (cell !== null) cells.set(`${row},${column}`, cell);
  };
  const facts = [...sheet.facts, ['Exported', `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`]];
  put(0, 0, textCell(sheet.title, { font: { bold: true, size: 14 } }));
  for (const [index, [label = '', value = '']] of facts.entries()) {
    put(index + 1, 0, textCell(label, { font: { bold: true } }));
    put(index + 1, 1, textCell(value, {}));
  }
  const head = facts.length + 1;
  for (const [column, title] of sheet.columns.entries()) {
    put(head, column, textCell(title, headStyle(isRight(sheet, column))));
  }
  for (const [index, line] of sheet.lines.entries()) {
    const style: CellStyle = line.isStrong ? { font: { bold: true } } : {};
    for (const [column, cell] of line.cells.entries()) put(head + 1 + index, column, written(cell, style));
  }
  return {
    name: tabName(sheet.title),
    rows: Array.from({ length: head + 1 + sheet.lines.length }, () => []),
    cells,
    columns: sheet.columns.map((title, column) => ({ width: widthOf(sheet, title, column) })),
    freezePane: { rows: head + 1 },
    pageSetup: {
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: `$${head + 1}:$${head + 1}`,
    },
  };
}

function written(cell: SheetCell, style: CellStyle): Partial<Cell> | null {
  if (cell === null) return null;
  if (cell.kind === 'words') return textCell(cell.text, style);
  if (cell.kind === 'day') return dayCell(cell.day, style);
  const number = exactNumber(cell.value);
  return number === null
    ? textCell(cell.value, { ...style, alignment: { horizontal: 'right' } })
    : { value: number, type: 'number', style: { ...style, numFmt: moneyFormat(cell.currency) } };
}

function dayCell(day: string, style: CellStyle): Partial<Cell> {
  if (!isDate(day)) return textCell(day, style);
  const value = new Date(`${day}T00:00:00Z`);
  return {
    value,
    type: 'date',
    style: { ...style, numFmt: 'yyyy-mm-dd', alignment: { horizontal: 'left' } },
  };
}

function textCell(text: string, style: CellStyle): Partial<Cell> {
  return ERROR_WORDS.test(text)
    ? { value: text, type: 'richText', richText: [{ text }], style }
    : { value: text, type: 'string', style };
}

function headStyle(isFigures: boolean): CellStyle {
  return {
    font: { bold: true },
    border: { bottom: { style: 'thin' } },
    ...(isFigures ? { alignment: { horizontal: 'right' } } : {}),
  };
}

function isRight(sheet: Sheet, column: number): boolean {
  return sheet.lines.some(({ cells }) => cells[column]?.kind === 'money');
}

function widthOf(sheet: Sheet, title: string, column: number): number {
  const lengths = sheet.lines.map(({ cells }) => lengthOf(cells[column] ?? null));
  // The labels above the table are in the first column.
  const least = column === 0 ? 14 : 8;
  return lengths.reduce(
    (most, length) => Math.max(most, Math.min(length + 2, MOST_WIDE)),
    Math.max(least, title.length + 2),
  );
}

function lengthOf(cell: SheetCell): number {
  if (cell === null) return 0;
  if (cell.kind === 'words') return cell.text.length;
  if (cell.kind === 'day') return cell.day.length;
  // Allows for thousands separators and parentheses in addition to the digits.
  return Math.ceil(cell.value.length * 1.3) + 2;
}
