import { granted, type Outcome, refused } from '@/core/outcome';
import { MONTHS, type PeriodGrid } from '../../periods/period-grid';
import { type PeriodString, periodAfter } from '../days';

/**
 * A run may repeat the last period or continue with the next one. Refuses with REVENUE_RULE PERIOD_SKIPPED when periods
 * with due slices would be left out: `lastPosted` is the last period run (null if none), `firstDue` the first one with
 * something not yet recognized (null if none).
 */
export function checkRunOrder(input: {
  period: PeriodString;
  lastPosted: PeriodString | null;
  firstDue: PeriodString | null;
  /** The periods of the books; omitted: months. */
  grid?: PeriodGrid | undefined;
}): Outcome<PeriodString> {
  const { period, lastPosted, firstDue } = input;
  const next = lastPosted === null ? (firstDue ?? period) : periodAfter(input.grid ?? MONTHS, lastPosted);
  if (period <= next) return granted(period);
  return refused(
    'REVENUE_RULE',
    `Run ${next} first: a ${next.length === 7 ? 'month' : 'period'} cannot be skipped.`,
    {
      rule: 'PERIOD_SKIPPED',
      period,
      next,
    },
  );
}
