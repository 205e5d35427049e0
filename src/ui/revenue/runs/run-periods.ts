import { periodKey } from '@/core/periods/period-grid';
import { stepMonth } from '@/ui/finance/finance-scope';
import { formatDate, formatMonth } from '@/ui/kit/figures/date-format';

interface Period {
  readonly label: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly isAdjustment: boolean;
}

/** The periods offered for a run, and the one proposed: after the last one run, or the one of today. */
export interface PeriodChoices {
  readonly isMonths: boolean;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly proposed: string;
  /** The first day of one of them. */
  readonly beginsOn: (period: string) => string;
}

/** The most periods offered. */
const MOST = 26;

/**
 * The periods of a subsidiary for which a run may be asked, newest first, through the one after today's. Where all are calendar
 * months these are months, whether their periods exist or not.
 */
export function periodChoices(
  periods: readonly Period[],
  { today, last }: { readonly today: string; readonly last: string | null },
): PeriodChoices {
  const ordinary = periods
    .filter(({ isAdjustment }) => !isAdjustment)
    .map((period) => ({ ...period, key: periodKey(period.startDate, period.endDate) }))
    .sort((a, b) => (a.startDate < b.startDate ? -1 : 1));
  if (ordinary.every(({ key, label }) => key === label)) return monthChoices(today.slice(0, 7), last);
  const present = ordinary.findIndex(({ endDate }) => endDate >= today);
  const offered = ordinary.slice(0, present === -1 ? undefined : present + 2).slice(-MOST);
  const next = last === null ? undefined : ordinary.find(({ key }) => key > last);
  const proposed = next ?? ordinary[present] ?? ordinary.at(-1);
  const starts = new Map(ordinary.map(({ key, startDate }) => [key, startDate]));
  return {
    isMonths: false,
    choices: [...new Set([...offered, ...(proposed ? [proposed] : [])])]
      .sort((a, b) => (a.startDate > b.startDate ? -1 : 1))
      .map(({ key, label, endDate }) => ({
        value: key,
        label: key === label ? formatMonth(key) : `${label}, to ${formatDate(endDate)}`,
      })),
    proposed: proposed?.key ?? '',
    beginsOn: (period) => starts.get(period) ?? '',
  };
}

function monthChoices(today: string, last: string | null): PeriodChoices {
  const proposed = last === null ? today : stepMonth(last.slice(0, 7), 1);
  const months = [
    ...new Set([proposed, ...Array.from({ length: 24 }, (_, back) => stepMonth(today, 1 - back))]),
  ];
  return {
    isMonths: true,
    choices: months
      .sort()
      .reverse()
      .map((month) => ({ value: month, label: formatMonth(month) })),
    proposed,
    beginsOn: (period) => `${period}-01`,
  };
}
