import { type Decimal, sum } from '@/core/money/decimal';
import type { DateString } from '../../days';
import { type Draft, partFrom } from './draft';

/** What the period of a day earned before that day: all its rows, less the part of its schedule from the day on. */
export function earnedInPeriodBefore(draft: Draft, date: DateString): Decimal {
  const { key } = draft.grid.on(date);
  const own = draft.rows.filter(({ period }) => period === key).map(({ amount }) => amount);
  const left = [...draft.tallies.values()].flatMap(({ spans }) =>
    [...spans.values()]
      .filter(({ start }) => draft.grid.on(start).key === key)
      .map((span) => partFrom(span, date, draft.currencyCode)),
  );
  return sum(own).minus(sum(left));
}
