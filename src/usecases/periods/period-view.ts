import { isPeriodStatus, type PeriodStatus } from '@/core/periods/period-status';
import type { PeriodRecord } from '@/db/stores/structure/periods';

/** A period as screens show it: `status` is the effective one, after any reopening that has expired. */
export type PeriodView = Omit<PeriodRecord, 'periodStatus'> & { readonly status: PeriodStatus };

/** The effective status at a moment: a period reopened for a limited time returns to its earlier status afterward. */
export function effectiveStatus(
  period: Pick<PeriodRecord, 'periodStatus' | 'reopenedFrom' | 'reopenedUntil'>,
  now: Date,
): PeriodStatus {
  const over = period.reopenedUntil !== null && period.reopenedUntil.getTime() <= now.getTime();
  const status = over && period.reopenedFrom !== null ? period.reopenedFrom : period.periodStatus;
  if (!isPeriodStatus(status)) throw new Error(`a period has the unknown status ${status}`);
  return status;
}

export function periodView(period: PeriodRecord, now: Date): PeriodView {
  const { periodStatus: _stored, ...rest } = period;
  return { ...rest, status: effectiveStatus(period, now) };
}
