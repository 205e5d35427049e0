import type { AccountingDate } from './calendar';
import { type FiscalCalendar, type FiscalPeriod, fiscalYearOf, periodsOfYear } from './fiscal-calendar';

/** The periods a new subsidiary starts with: the fiscal year of `today`, the year before and the year after. */
export function foundingPeriods(today: AccountingDate, calendar: FiscalCalendar): FiscalPeriod[] {
  const current = fiscalYearOf(today, calendar);
  return [current - 1, current, current + 1].flatMap((year) => periodsOfYear(year, calendar));
}
