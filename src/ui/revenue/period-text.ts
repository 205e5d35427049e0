import { formatDate, formatMonth } from '@/ui/kit/figures/date-format';

/** A period of revenue as people read it: a month, or the last day of another fiscal period. */
export function periodText(period: string): string {
  return period.length === 10 ? `Period to ${formatDate(period)}` : formatMonth(period);
}

/** The period of a run: a month, or the label of a fiscal period with its last day. */
export function runPeriodText({
  period,
  periodLabel,
  postingDate,
}: {
  readonly period: string;
  readonly periodLabel: string;
  readonly postingDate: string;
}): string {
  if (periodLabel === period && period.length === 7) return formatMonth(period);
  return `${periodLabel}, to ${formatDate(period.length === 10 ? period : postingDate)}`;
}
