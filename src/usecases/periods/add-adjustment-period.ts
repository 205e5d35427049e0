import { z } from 'zod';
import { adjustmentPeriod } from '@/core/periods/fiscal-calendar';
import { PERIOD_WORDS } from '@/core/periods/period-status';
import { refuse } from '@/core/refusals';
import { insertPeriods } from '@/db/stores/founding';
import { lockPeriods, type PeriodRecord, periods } from '@/db/stores/structure/periods';
import { refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { effectiveStatus, type PeriodView, periodView } from './period-view';

/**
 * Adds a period for closing adjustments only to a subsidiary's fiscal year, after its last: open, on the year's last day
 * (accounting.md 1). Refuses NOT_FOUND for a year without periods, DUPLICATE when it already exists,
 * INVALID_STATUS_TRANSITION once the following year has begun to close, since periods close in sequence.
 */
export const addAdjustmentPeriod = defineUseCase({
  name: 'periods.addAdjustment',
  permission: 'gl.setup.write',
  mode: 'write',
  input: z.object({ fiscalYear: z.int().min(1950).max(2200), subsidiaryId: z.guid() }),
  async run(context, { fiscalYear, subsidiaryId }): Promise<PeriodView> {
    const { tenant, clock } = context;
    await lockPeriods(tenant);
    const year = await yearOf(context, fiscalYear, subsidiaryId);
    const last = year.at(-1) ?? refuseNotFound('fiscal year', String(fiscalYear));
    if (last.isAdjustment) {
      refuse('DUPLICATE', `Fiscal year ${fiscalYear} already has its adjustment period.`, {
        noun: 'period',
        field: 'label',
        value: last.label,
      });
    }
    const [next] = await yearOf(context, fiscalYear + 1, subsidiaryId);
    const after = next === undefined ? 'OPEN' : effectiveStatus(next, clock.now());
    if (after === 'CLOSED' || after === 'LOCKED') {
      const message = `The following year is already ${PERIOD_WORDS[after]} (${next?.label}). Periods close in order, so no earlier period can be opened.`;
      refuse('INVALID_STATUS_TRANSITION', message, { from: after, to: 'OPEN' });
    }
    await insertPeriods(tenant, subsidiaryId, [
      adjustmentPeriod(fiscalYear, last.periodNumber, last.endDate),
    ]);
    const made = (await yearOf(context, fiscalYear, subsidiaryId)).at(-1);
    if (made === undefined) throw new Error('a new period vanished');
    const view = periodView(made, clock.now());
    context.record({ noun: 'period', recordId: made.id, after: view });
    return view;
  },
});

function yearOf({ tenant }: Context, fiscalYear: number, subsidiaryId: string): Promise<PeriodRecord[]> {
  return periods.list(tenant, {
    where: { fiscalYear, subsidiaryId },
    orderBy: [{ periodNumber: 'asc' }],
  });
}
