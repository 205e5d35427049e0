import { z } from 'zod';
import { type GridPeriod, isPeriodName, type PeriodGrid, periodNamed } from '@/core/periods/period-grid';
import { refuse } from '@/core/refusals';
import { isPeriod } from '@/core/revenue/days';

/** A calendar month. */
export const periodText = z.string().refine(isPeriod, 'must be a month YYYY-MM');

/** A period of books: a month, or a fiscal period by its label or its last day. */
export const periodName = z
  .string()
  .max(10)
  .refine(isPeriodName, 'must be a month YYYY-MM, or a fiscal period by its label or its last day');

/** The period of the books a caller names. Refuses INVALID_INPUT with the period that the books have instead. */
export function periodOfBooks(grid: PeriodGrid, name: string, field = 'period'): GridPeriod {
  const found = periodNamed(grid, name);
  if (found !== null) return found;
  const message = isPeriod(name)
    ? `is not a period of these books, which follow a fiscal calendar: ${shown(grid.on(`${name}-01`))}, ...`
    : grid.isMonths
      ? 'must be a month YYYY-MM: these books follow calendar months'
      : 'is not the label or the last day of a period of these books';
  refuse('INVALID_INPUT', `${field}: ${name} ${message}`, { issues: [{ path: [field], message }] });
}

const shown = ({ label, startDate, endDate }: GridPeriod) => `${label} (${startDate} to ${endDate})`;
