import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { closePeriod, lockPeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { listPeriods } from '@/usecases/periods/list-periods';
import type { SubsidiaryKey } from '../story/documents';
import type { StoryMonth } from '../story/timeline';
import type { Stage } from './stage';

/** Months at least this old are locked; those between them and last month are closed. */
const LOCKED_FROM_AGE = 10;
const CLOSED_FROM_AGE = 2;

/** Ended months revalued; old ones locked, recent ones closed, last month in close (soft-closed), this month open. */
export async function buildCloses(stage: Stage, subsidiaries: readonly SubsidiaryKey[]): Promise<void> {
  await Promise.all(subsidiaries.map((subsidiary) => closeCompany(stage, subsidiary)));
}

async function closeCompany(stage: Stage, subsidiary: SubsidiaryKey): Promise<void> {
  const subsidiaryId = stage.ids.get('subsidiary', subsidiary);
  const periods = await stage.run('controller', listPeriods, { subsidiaryId });
  for (const month of stage.timeline.months) {
    const period = periods.find(({ startDate, isAdjustment }) => startDate === month.start && !isAdjustment);
    if (period === undefined) throw new Error(`${subsidiary} has no period ${month.label}`);
    await closeMonth(stage, period.id, month);
  }
}

async function closeMonth(stage: Stage, id: string, { age, label }: StoryMonth): Promise<void> {
  if (age === 0) return;
  await stage.run('controller', revaluePeriod, { periodId: id });
  await stage.run('controller', softClosePeriod, { id, reason: `Month-end close ${label}` });
  if (age < CLOSED_FROM_AGE) return;
  await stage.run('controller', closePeriod, { id, reason: 'Checklist complete' });
  if (age < LOCKED_FROM_AGE) return;
  await stage.run('controller', lockPeriod, { id, reason: 'Reviewed by the auditors' });
}
