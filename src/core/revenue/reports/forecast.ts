import { toAmountString } from '@/core/money/currency';
import type { DecimalString } from '@/core/money/decimal';
import { MONTHS, type PeriodGrid } from '../../periods/period-grid';
import type { PeriodString } from '../days';
import { columnOf, columnsBetween } from './columns';
import { Tally } from './tally';

/** The source of a period's revenue: recognized, scheduled, or expected from obligations without a schedule (weighted by the caller). */
export type ForecastSource = 'RECOGNISED' | 'SCHEDULED' | 'EXPECTED';
export type ForecastInputRow = { period: PeriodString; amount: DecimalString; source: ForecastSource };

export type ForecastRow = {
  period: PeriodString;
  recognised: DecimalString;
  scheduled: DecimalString;
  expected: DecimalString;
  total: DecimalString;
  cumulative: DecimalString;
};

/** The revenue forecast, period by period (months, or those of `grid`) without gaps; what is due and not posted counts in its own. */
export function forecast(input: {
  currencyCode: string;
  grid?: PeriodGrid | undefined;
  from: PeriodString;
  to: PeriodString;
  rows: readonly ForecastInputRow[];
}): ForecastRow[] {
  const { currencyCode, grid = MONTHS, from, to, rows } = input;
  const cells = new Tally();
  for (const { period, amount, source } of rows) {
    cells.add(`${columnOf(grid, period)}|${source}`, amount);
  }
  const running = new Tally();
  return columnsBetween(grid, from, to).map((period) => {
    const of = (source: ForecastSource) => cells.get(`${period}|${source}`);
    const total = of('RECOGNISED').plus(of('SCHEDULED')).plus(of('EXPECTED'));
    running.add('all', total);
    const text = (value: typeof total) => toAmountString(value, currencyCode);
    return {
      period,
      recognised: text(of('RECOGNISED')),
      scheduled: text(of('SCHEDULED')),
      expected: text(of('EXPECTED')),
      total: text(total),
      cumulative: text(running.get('all')),
    };
  });
}
