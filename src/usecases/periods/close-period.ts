import { z } from 'zod';
import { defineUseCase } from '../kit/define';
import { stepPeriod } from './move-period';

const input = z.object({ id: z.guid(), reason: z.string().max(1000).nullish() });

/** OPEN → SOFT_CLOSED: only users with gl.period.postSoftClosed may post into it, and they are warned. */
export const softClosePeriod = defineUseCase({
  name: 'periods.softClose',
  permission: 'gl.period.close',
  mode: 'write',
  input,
  run: (context, { id, reason }) =>
    stepPeriod(context, {
      id,
      to: 'SOFT_CLOSED',
      permission: 'gl.period.close',
      action: 'periods.soft_closed',
      reason: reason ?? null,
      until: null,
    }),
});

/** SOFT_CLOSED → CLOSED: in sequence, and not while it contains drafts. */
export const closePeriod = defineUseCase({
  name: 'periods.close',
  permission: 'gl.period.close',
  mode: 'write',
  input,
  run: (context, { id, reason }) =>
    stepPeriod(context, {
      id,
      to: 'CLOSED',
      permission: 'gl.period.close',
      action: 'periods.closed',
      reason: reason ?? null,
      until: null,
    }),
});

/** CLOSED → LOCKED: final; its documents become CLOSED (decisions.md, "PAID, CLOSED, CANCELLED"). */
export const lockPeriod = defineUseCase({
  name: 'periods.lock',
  permission: 'gl.period.lock',
  mode: 'write',
  input,
  run: (context, { id, reason }) =>
    stepPeriod(context, {
      id,
      to: 'LOCKED',
      permission: 'gl.period.lock',
      action: 'periods.locked',
      reason: reason ?? null,
      until: null,
    }),
});
