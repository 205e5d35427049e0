import { granted, type Outcome, refused } from '@/core/outcome';
import { addPeriods, type PeriodString } from './days';

/**
 * A run may repeat the last month or continue with the next one. Refuses with REVENUE_RULE PERIOD_SKIPPED when months
 * with due slices would be left out: `lastPosted` is the last month run (null if none), `firstDue` the first month with
 * something not yet recognized (null if none).
 */
export function checkRunOrder(input: {
  period: PeriodString;
  lastPosted: PeriodString | null;
  firstDue: PeriodString | null;
}): Outcome<PeriodString> {
  const { period, lastPosted, firstDue } = input;
  const next = lastPosted === null ? (firstDue ?? period) : addPeriods(lastPosted, 1);
  if (period <= next) return granted(period);
  return refused('REVENUE_RULE', `Run ${next} first: a month cannot be skipped.`, {
    rule: 'PERIOD_SKIPPED',
    period,
    next,
  });
}
