import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { defineUseCase } from '../kit/define';
import { moment, reasonText } from '../kit/fields';
import { stepPeriod } from './move-period';

/** The longest a period may stay reopened, in days. */
const LONGEST_DAYS = 31;
const DAY = 24 * 60 * 60 * 1000;

/**
 * Reopens a period by one step, with a reason and until a given time, after which it automatically returns to
 * its earlier status (accounting.md 1). A locked period stays locked. Where four eyes are enforced,
 * refused to the person who closed it.
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
