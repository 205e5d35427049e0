import type { CellStyle, CellValue, ColumnDef } from 'hucre/xlsx';
import { isDate } from '@/core/periods/calendar';
import { exactNumber } from '@/core/sheets/exact-number';
import type { SheetCell, SheetLine } from '@/core/sheets/sheet';
import { moneyFormat, tabName } from '@/core/sheets/spreadsheet';
import type { StreamedSheet } from '@/core/sheets/streamed-sheet';
import { piecesOf } from '@/lib/pieces';

/** The most rows a spreadsheet can have; what is beyond continues on a further sheet of the same workbook. */
const MOST_ROWS = 1_048_576;
const BOLD: CellStyle = { font: { bold: true } };
const DAY_STYLE: CellStyle = { numFmt: 'yyyy-mm-dd', alignment: { horizontal: 'left' } };

type Styled = readonly [value: CellValue, style?: CellStyle];

/**
 * A table as an Office Open XML workbook, written while its lines arrive, so that one of a million lines takes no more memory than one of a
 * thousand. The description and `moment` (UTC) are above it, the bold row of column names stays in view, both again on each further
 * sheet. Money is a number with the places of its currency and parentheses for negatives, or text where a spreadsheet would lose digits
 * (more than 15); dates are dates; text is text, whatever character it begins with.
 */
export async function* xlsxPieces(
  sheet: StreamedSheet,
  moment: Date,
  mostRows = MOST_ROWS,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  // The writer asks a column for its style as it writes each cell, and takes one row at a time.
  let styles: readonly (CellStyle | undefined)[] = [];
  const columns = sheet.columns.map(({ title, isFigure, width }, at) => ({
    width: width ?? Math.max(at === 0 ? 14 : 8, title.length + 2, isFigure ? 16 : 12),
    get style() {
      return styles[at];
    },
  })) as ColumnDef[];
  const head = headOf(sheet, moment);
  let written = 0;
  const next = (row: readonly Styled[]) => {
    styles = row.map(([, style]) => style);
    written += 1;
    return row.map(([value]) => value);
  };
  async function* rows(): AsyncGenerator<CellValue[], void, undefined> {
    for (const row of head) yield next(row);
    for await (const some of sheet.lines) {
      for (const line of some) {
        if (written === mostRows) {
          written = 0;
          for (const row of head) yield next(row);
        }
        yield next(styledLine(line));
      }
    }
  }
  const file = writeXlsxStream(rows(), {
    name: tabName(sheet.title),
    columns,
    freezePane: { rows: sheet.facts.length + 3 },
    maxRowsPerSheet: mostRows,
    repeatHeaders: false,
  });
  yield* piecesOf(file);
}

function headOf({ title, facts, columns }: StreamedSheet, moment: Date): (readonly Styled[])[] {
  const exported = ['Exported', `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`] as const;
  return [
    [[title, { font: { bold: true, size: 14 } }]],
    ...[...facts, exported].map(([label, value]): readonly Styled[] => [[label, BOLD], [value]]),
    columns.map(
      ({ title: name, isFigure }): Styled => [
        name,
        {
          font: { bold: true },
          border: { bottom: { style: 'thin' } },
          ...(isFigure ? { alignment: { horizontal: 'right' } } : {}),
        },
      ],
    ),
  ];
}

const styledLine = ({ cells, isStrong }: SheetLine): Styled[] =>
  cells.map((cell) => styled(cell, isStrong === true));

function styled(cell: SheetCell, isStrong: boolean): Styled {
  if (cell === null) return [null];
  if (cell.kind === 'words') return isStrong ? [cell.text, BOLD] : [cell.text];
  if (cell.kind === 'day') return dayCell(cell.day, isStrong);
  const number = exactNumber(cell.value);
  const { figure, digits } = moneyStyles(cell.currency, isStrong);
  return number === null ? [cell.value, digits] : [number, figure];
}

function dayCell(day: string, isStrong: boolean): Styled {
  if (!isDate(day)) return isStrong ? [day, BOLD] : [day];
  const value = new Date(`${day}T00:00:00Z`);
  return [value, isStrong ? { ...BOLD, ...DAY_STYLE } : DAY_STYLE];
}

interface MoneyStyles {
  readonly figure: CellStyle;
  /** For an amount with more digits than a spreadsheet keeps, which stays text. */
  readonly digits: CellStyle;
}

/** Made once for each currency: a table of a million lines has few of them. */
const knownStyles = new Map<string, MoneyStyles>();

function moneyStyles(currency: string, isStrong: boolean): MoneyStyles {
  const key = isStrong ? `${currency}!` : currency;
  let styles = knownStyles.get(key);
  if (styles === undefined) {
    const base = isStrong ? BOLD : {};
    styles = {
      figure: { ...base, numFmt: moneyFormat(currency) },
      digits: { ...base, alignment: { horizontal: 'right' } },
    };
    knownStyles.set(key, styles);
  }
  return styles;
}
