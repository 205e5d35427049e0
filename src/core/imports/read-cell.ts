import { readWrittenNumber } from '../money/written-number';
import { isDate } from '../periods/calendar';
import type { ImportField } from './import-field';
import { squeezed } from './mapping';
import { type DayStyle, dayOf, isSlashed } from './written-day';

/** A cell's value as the create verb expects it, or what is wrong with it. */
export type CellRead =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly message: string };

const said = (value: string): CellRead => ({ ok: true, value });
const wrong = (message: string): CellRead => ({ ok: false, message });

/**
 * Reads one cell that is not empty: numbers as people write them, days as `2026-09-30`, `30.09.2026`, `30-Sep-2026` and with slashes as its
 * file writes them, choices by their words. A formula is treated as text, and so is never a number.
 */
export function readCell(field: ImportField, cell: string, style: DayStyle = 'YMD'): CellRead {
  switch (field.kind) {
    case 'text':
    case 'reference':
      return said(field.name === 'currencyCode' ? cell.toUpperCase() : cell);
    case 'number': {
      const value = readWrittenNumber(cell);
      return value === null ? wrong(`${field.label}: “${shown(cell)}” is not a number.`) : said(value);
    }
    case 'day': {
      const value = readDay(dayOf(cell, style));
      if (value !== null) return said(value);
      return style === 'YMD' && isSlashed(cell)
        ? wrong(
            `${field.label}: “${shown(cell)}” may begin with the month or with the day. Say which, or write it as 2026-09-30.`,
          )
        : wrong(`${field.label}: “${shown(cell)}” is not a date. Write it as 2026-09-30.`);
    }
    case 'choice': {
      const { choices = [], words: others = {} } = field;
      const asked = squeezed(cell);
      const value =
        choices.find((one) => squeezed(one) === asked) ??
        (Object.hasOwn(others, asked) ? others[asked] : undefined);
      return value === undefined
        ? wrong(`${field.label}: “${shown(cell)}” is not one of ${choices.map(words).join(', ')}.`)
        : said(value);
    }
  }
}

/** `COST_OF_SALES` as `cost of sales`. */
export const words = (choice: string) => choice.toLowerCase().replaceAll('_', ' ');

const shown = (cell: string) => (cell.length > 60 ? `${cell.slice(0, 60)}…` : cell);

/** Year first, or with periods, which always mean day first. */
function readDay(cell: string): string | null {
  const first = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]0?0:00(?::00)?(?:\.0+)?Z?)?$/.exec(cell);
  const last = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(cell);
  const [year, month, date] =
    first === null ? [last?.[3], last?.[2], last?.[1]] : [first[1], first[2], first[3]];
  if (year === undefined || month === undefined || date === undefined) return null;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDate(day) ? day : null;
}
