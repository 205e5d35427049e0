import { z } from 'zod';
import { RefusalError } from '@/core/refusals';
import { lockPeriods, periods } from '@/db/stores/structure/periods';
import { refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { reasonText } from '../kit/fields';
import { runForOutput } from '../kit/run';
import { stepPeriod } from './move-period';
import { effectiveStatus } from './period-view';

const input = z.object({ id: z.guid(), reason: reasonText.nullish() });

/** Periods closed by one call: a year with its 13th period. What is left is closed by calling again. */
const MOST_AT_ONCE = 13;

/** What was closed, and why it stopped. */
export interface ClosedPeriods {
  /** The labels, oldest first. */
  readonly closed: readonly string[];
  /** The period that could not be closed, with the reason; it is as it was. Null: nothing stood in the way. */
  readonly stopped: { readonly id: string; readonly label: string; readonly message: string } | null;
  /** Periods up to the one named that are still to be closed. */
  readonly left: number;
}

/**
 * Closes a period and all earlier ones of its subsidiary that are open or soft-closed, oldest first, each by the same steps and checks as
 * alone and in a transaction of its own. It stops at the first that cannot be closed; those before it stay closed. Refuses NOT_FOUND.
 */
export const closePeriodsThrough = defineUseCase({
  name: 'periods.closeThrough',
  permission: 'gl.period.close',
  mode: 'steps',
  input,
  async run(context, { id, reason }): Promise<ClosedPeriods> {
    const { expectedVersion: _none, ...call } = { ...context };
    const due = await duePeriods(context, id);
    const closed: string[] = [];
    // A trial is undone step by step, so the second period would find the first one open.
    for (const period of due.slice(0, context.dryRun ? 1 : MOST_AT_ONCE)) {
      try {
        await runForOutput(closeWholePeriod, call, { id: period.id, reason });
      } catch (error) {
        if (!(error instanceof RefusalError) || error.refusal.code !== 'INVALID_STATUS_TRANSITION')
          throw error;
        const { id: at, label } = period;
        const { message } = error.refusal;
        return { closed, stopped: { id: at, label, message }, left: due.length - closed.length };
      }
      closed.push(period.label);
    }
    return { closed, stopped: null, left: due.length - closed.length };
  },
});

/** OPEN or SOFT_CLOSED → CLOSED, both steps or neither. A period that someone else has closed meanwhile stays as it is. */
const closeWholePeriod = defineUseCase({
  name: 'periods.closeWhole',
  permission: 'gl.period.close',
  mode: 'write',
  input,
  async run(context, { id, reason }): Promise<void> {
    const step = { id, permission: 'gl.period.close', reason: reason ?? null, until: null } as const;
    // Before it is read: of two that close it at once, the second finds it closed.
    await lockPeriods(context.tenant);
    const [present] = await duePeriods(context, id, true);
    if (present === undefined) return;
    if (effectiveStatus(present, context.clock.now()) === 'OPEN') {
      await stepPeriod(context, { ...step, to: 'SOFT_CLOSED', action: 'periods.soft_closed' });
    }
    await stepPeriod(context, { ...step, to: 'CLOSED', action: 'periods.closed' });
  },
});

/** The periods of a subsidiary that are not closed yet, up to this one, oldest first; or this one alone. Refuses NOT_FOUND. */
async function duePeriods({ tenant, clock }: Context, id: string, alone = false) {
  const last = (await periods.find(tenant, id)) ?? refuseNotFound('period', id);
  const own = alone
    ? [last]
    : await periods.list(tenant, {
        where: { subsidiaryId: last.subsidiaryId },
        orderBy: [{ fiscalYear: 'asc' }, { periodNumber: 'asc' }],
      });
  const place = own.findIndex((period) => period.id === last.id);
  return own
    .slice(0, place + 1)
    .filter((period) => ['OPEN', 'SOFT_CLOSED'].includes(effectiveStatus(period, clock.now())));
}
