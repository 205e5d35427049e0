import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { defineUseCase } from '../kit/define';
import { moment, reasonText } from '../kit/fields';
import { stepPeriod } from './move-period';

/** Longest a period may stand reopened. */
const LONGEST_DAYS = 31;
const DAY = 24 * 60 * 60 * 1000;

/**
 * One step back, for a reason and until a moment, after which the period is by itself what it was before
 * (accounting.md 1). A locked period stays locked. Where four eyes are enforced, not by whoever closed it.
 */
export const reopenPeriod = defineUseCase({
  name: 'periods.reopen',
  permission: 'gl.period.close',
  mode: 'write',
  input: z.object({ id: z.guid(), reason: reasonText, until: moment }),
  async run(context, { id, reason, until }) {
    const ahead = until.getTime() - context.clock.now().getTime();
    if (ahead <= 0 || ahead > LONGEST_DAYS * DAY) {
      const message = `must be within the next ${LONGEST_DAYS} days`;
      refuse('INVALID_INPUT', `until: ${message}`, { issues: [{ path: ['until'], message }] });
    }
    return stepPeriod(context, {
      id,
      to: 'back',
      permission: 'gl.period.close',
      action: 'periods.reopened',
      reason,
      until,
    });
  },
});
