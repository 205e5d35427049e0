import { movePeriod, PERIOD_STATUSES, PERIOD_WORDS, type PeriodStatus } from '@/core/periods/period-status';
import type { Permission } from '@/core/permissions';
import { refuse } from '@/core/refusals';
import { KIND_FACTS, TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { isOwnWork } from '@/db/stores/documents/own-work';
import { organizationSettings } from '@/db/stores/organization-settings';
import {
  closeDocuments,
  lockPeriods,
  type PeriodRecord,
  periods,
  periodsAround,
} from '@/db/stores/structure/periods';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { expectVersion, refuseNotFound } from '../kit/crud';
import type { Context } from '../kit/define';
import { blockersOf } from './period-blockers';
import { effectiveStatus, type PeriodView, periodView } from './period-view';

const rank = (status: PeriodStatus) => PERIOD_STATUSES.indexOf(status);
const SETTLEABLE = TRANSACTION_KINDS.filter((kind) => KIND_FACTS[kind].settleable);

/** A status change of a period. `to` 'back': one step back, with a reason, until a given time. */
export interface PeriodStep {
  readonly id: string;
  readonly to: PeriodStatus | 'back';
  readonly permission: Permission;
  readonly action: string;
  readonly reason: string | null;
  readonly until: Date | null;
}

/**
 * Moves a period one step, while no posting is under way. Refuses NOT_FOUND, STALE_VERSION, INVALID_STATUS_TRANSITION
 * (steps, sequence, close blockers), INVALID_INPUT (a step back without a reason), FORBIDDEN (four eyes).
 */
export async function stepPeriod(context: Context, step: PeriodStep): Promise<PeriodView> {
  const { tenant, principal, clock } = context;
  await lockPeriods(tenant);
  const period = (await periods.find(tenant, step.id)) ?? refuseNotFound('period', step.id);
  expectVersion(context, period);
  const now = clock.now();
  const from = effectiveStatus(period, now);
  const to = await demandMove(context, period, step);
  if (step.to === 'back') await demandSecondPerson(context, period);
  if (step.to === 'CLOSED') await demandNoBlockers(context, period, from);
  const after = await periods.update(tenant, period.id, {
    periodStatus: to,
    statusReason: step.reason,
    statusChangedBy: principal.actor.id,
    statusChangedAt: now,
    ...reopening(period, from, to, step.until),
  });
  if (after === null) throw new Error('a locked period vanished');
  if (to === 'LOCKED') {
    const { kind, id, name } = principal.actor;
    const { surface, requestId } = context;
    await closeDocuments(tenant, after, SETTLEABLE, { kind, id, name, surface, requestId });
  }
  const { label, subsidiaryId } = after;
  context.record({
    noun: 'period',
    recordId: period.id,
    before: { status: from },
    after: { status: to, label, subsidiaryId, reason: step.reason, reopenedUntil: after.reopenedUntil },
    event: { type: step.action, payload: { periodId: period.id, label, subsidiaryId, status: to } },
  });
  return periodView(after, now);
}

async function demandMove(context: Context, period: PeriodRecord, step: PeriodStep): Promise<PeriodStatus> {
  const now = context.clock.now();
  const from = effectiveStatus(period, now);
  // Closing verbs never move a period back: that requires reopening it, with a reason and an end.
  if (step.to !== 'back' && rank(step.to) <= rank(from)) {
    const { to } = step;
    refuse('INVALID_STATUS_TRANSITION', `Period ${period.label} is already ${PERIOD_WORDS[from]}.`, {
      from,
      to,
    });
  }
  const around = await periodsAround(context.tenant, period);
  const place = around.findIndex(({ id }) => id === period.id);
  const statusAt = (index: number) => {
    const other = around[index];
    return other === undefined ? null : effectiveStatus(other, now);
  };
  return valueOrThrow(
    movePeriod({
      from,
      to: step.to === 'back' ? (PERIOD_STATUSES[rank(from) - 1] ?? from) : step.to,
      reason: step.reason,
      previous: place > 0 ? statusAt(place - 1) : null,
      next: statusAt(place + 1),
    }),
  );
}

/** Where the organization requires four eyes, the person who closed a period may not reopen it. */
async function demandSecondPerson({ tenant, principal }: Context, period: PeriodRecord): Promise<void> {
  const { actor } = principal;
  if (!(await organizationSettings(tenant)).enforceSegregation) return;
  if (!(await isOwnWork(tenant, [period.statusChangedBy], actor.id))) return;
  refuse('FORBIDDEN', 'Someone else must reopen this period because you closed it.', {
    permission: 'gl.period.close',
    reason: 'SELF_APPROVAL',
  });
}

async function demandNoBlockers(
  { tenant }: Context,
  period: PeriodRecord,
  from: PeriodStatus,
): Promise<void> {
  const blockers = await blockersOf(tenant, period);
  if (blockers.length === 0) return;
  const sentences = blockers
    .map(({ message, examples }) => (examples.length === 0 ? message : `${message} (${examples.join(', ')})`))
    .join(' ');
  refuse('INVALID_STATUS_TRANSITION', `Period ${period.label} cannot be closed yet. ${sentences}`, {
    from,
    to: 'CLOSED',
  });
}

/**
 * A reopened period remembers the status it returns to, even over a second step back; it is cleared once the period is
 * closed that far again or its time has run out.
 */
function reopening(period: PeriodRecord, from: PeriodStatus, to: PeriodStatus, until: Date | null) {
  const running = from === period.periodStatus ? period.reopenedFrom : null;
  if (rank(to) < rank(from)) return { reopenedFrom: running ?? from, reopenedUntil: until };
  return running !== null && rank(to) < rank(running as PeriodStatus)
    ? {}
    : { reopenedFrom: null, reopenedUntil: null };
}
