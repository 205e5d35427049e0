import { PERIOD_WORDS } from '@/core/periods/period-status';
import type { RouterOutputs } from '@/surfaces/trpc/react';

export type Period = RouterOutputs['periods']['list'][number];
export type Blocker = RouterOutputs['periods']['blockers'][number];

type Place = Pick<
  Period,
  'subsidiaryId' | 'fiscalYear' | 'periodNumber' | 'isAdjustment' | 'status' | 'label'
>;

/**
 * Why a year of a subsidiary cannot get its 13th period, determined before the request from the same facts the server
 * checks; null when nothing prevents it.
 */
export function adjustmentObstacle(
  periods: readonly Place[],
  { fiscalYear, subsidiaryId, name }: { fiscalYear: number; subsidiaryId: string; name: string },
): string | null {
  const own = periods.filter((period) => period.subsidiaryId === subsidiaryId);
  const year = own.filter((period) => period.fiscalYear === fiscalYear);
  if (year.length === 0) return `${name} has no periods in ${fiscalYear}.`;
  if (year.some(({ isAdjustment }) => isAdjustment)) {
    return `${name} already has a 13th period for ${fiscalYear}.`;
  }
  const next = own
    .filter((period) => period.fiscalYear === fiscalYear + 1)
    .reduce<Place | null>(
      (first, period) => (first && first.periodNumber < period.periodNumber ? first : period),
      null,
    );
  if (next === null || next.status === 'OPEN' || next.status === 'SOFT_CLOSED') return null;
  return `${next.label} is already ${PERIOD_WORDS[next.status]}, and a period cannot be reopened while a later one is closed. ${
    next.status === 'LOCKED'
      ? 'Book the adjustment in an open period.'
      : `Reopen ${next.label} first, or book the adjustment in an open period.`
  }`;
}

/**
 * The fiscal year a day is in, which is named after the calendar year it ends in where it does not begin in January: that of the day's
 * period; the latest one before periods reach the day, and the day's own without periods.
 */
export function yearOn(
  periods: readonly Pick<Period, 'fiscalYear' | 'startDate' | 'endDate'>[],
  day: string,
): number {
  const present = periods.find(({ startDate, endDate }) => startDate <= day && day <= endDate);
  if (present !== undefined) return present.fiscalYear;
  const past = periods.filter(({ startDate }) => startDate <= day).map(({ fiscalYear }) => fiscalYear);
  return past.length === 0 ? Number(day.slice(0, 4)) : Math.max(...past);
}

/** The periods of a subsidiary that are not closed yet, up to this one, oldest first. */
export function dueThrough<Row extends Place & { readonly id: string }>(
  periods: readonly Row[],
  last: Row,
): Row[] {
  const isBefore = (period: Row) =>
    period.fiscalYear < last.fiscalYear ||
    (period.fiscalYear === last.fiscalYear && period.periodNumber <= last.periodNumber);
  return periods
    .filter(
      (period) =>
        period.subsidiaryId === last.subsidiaryId &&
        isBefore(period) &&
        (period.status === 'OPEN' || period.status === 'SOFT_CLOSED'),
    )
    .sort((a, b) => a.fiscalYear - b.fiscalYear || a.periodNumber - b.periodNumber);
}

/** The screen where a blocking item can be cleared, and the text of its link. */
export function remedyOf(
  { blocker, documentStatus }: Blocker,
  {
    id,
    subsidiaryId,
    fiscalYear,
    startDate,
    endDate,
  }: Pick<Period, 'id' | 'subsidiaryId' | 'fiscalYear' | 'startDate' | 'endDate'>,
): { readonly place: string; readonly words: string } {
  switch (blocker) {
    case 'UNPOSTED_DOCUMENTS': {
      const search = new URLSearchParams({ subsidiary: subsidiaryId, from: startDate, to: endDate });
      if (documentStatus) search.set('status', documentStatus);
      return { place: `transactions?${search}`, words: 'Show them' };
    }
    case 'UNPOSTED_SCHEDULES':
      return { place: 'revenue/runs', words: 'Run the month' };
    case 'CALENDAR_PENDING':
      return { place: 'periods?calendars=true', words: 'Open the fiscal calendars' };
    case 'UNFINISHED_RUN':
      return { place: 'revenue/runs', words: 'Open the runs' };
    case 'OPEN_DECISIONS':
      return { place: 'revenue', words: 'Open the contracts' };
    case 'OPEN_JUDGEMENTS':
      return { place: 'revenue/judgments?topic=FINANCING&state=OPEN', words: 'Open the judgments' };
    case 'UNRECONCILED_CONTROL':
      return { place: 'verify', words: 'Verify the books' };
    case 'INTERCOMPANY': {
      const search = new URLSearchParams({ period: endDate.slice(0, 7), subsidiary: subsidiaryId });
      return { place: `reports/intercompany?${search}`, words: 'Show the pairs' };
    }
    case 'MISSING_RATES':
      return { place: 'setup?of=exchange-rates', words: 'Enter the rate' };
    case 'UNCONFIRMED_RATES': {
      const search = new URLSearchParams({ subsidiary: subsidiaryId, from: startDate, to: endDate });
      return { place: `transactions?${search}`, words: 'Show the transactions' };
    }
    case 'NOT_REVALUED':
      return {
        place: `periods?${new URLSearchParams({ year: String(fiscalYear), revalue: id })}`,
        words: 'Revalue the period',
      };
    case 'REVENUE_NOT_TIED':
      return { place: 'revenue/reports', words: 'Open the revenue reports' };
  }
}

/** Blockers whose examples are contracts. */
const OF_CONTRACTS: readonly Blocker['blocker'][] = [
  'UNPOSTED_SCHEDULES',
  'REVENUE_NOT_TIED',
  'OPEN_DECISIONS',
  'OPEN_JUDGEMENTS',
];

/** The page of one example where a list can be searched by its number; null if it is not a record. */
export function exampleOf({ blocker }: Blocker, example: string): string | null {
  const search = encodeURIComponent(example);
  if (blocker === 'UNPOSTED_DOCUMENTS' || blocker === 'UNCONFIRMED_RATES')
    return `transactions?search=${search}`;
  return OF_CONTRACTS.includes(blocker) ? `revenue?search=${search}` : null;
}
