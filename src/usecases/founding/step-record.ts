import { type FoundingStep, isSameAnswer, type Made, STEP_RIGHTS } from '@/core/founding/steps';
import { refuse } from '@/core/refusals';
import {
  type FoundingStepRow,
  listFoundingSteps,
  lockFounding,
  storeFoundingStep,
} from '@/db/stores/founding-steps';
import type { Context } from '../kit/define';
import { demandEverywhere } from '../kit/reach';

/** The right to found: the organization's own settings, for all its subsidiaries. */
export const FOUNDING = 'org.organization.write';

/**
 * Takes one step of founding: makes what the answers ask for, in the caller's transaction, and records it. The same answers sent
 * twice, or by two at once, make it once; the second call gets what the first one made. Other answers for a step that is done are
 * refused STALE_VERSION, unless the caller names the version it has seen: then what differs is made. Refuses FORBIDDEN for a
 * caller confined to subsidiaries or without the rights to what the step makes.
 */
export async function takeStep(
  context: Context,
  step: FoundingStep,
  answers: Readonly<Record<string, unknown>>,
  make: (context: Context) => Promise<Made[]>,
): Promise<FoundingStepRow> {
  const { tenant } = context;
  demandRights(context, step);
  await lockFounding(tenant);
  const before = (await listFoundingSteps(tenant)).find((row) => row.step === step);
  if (before?.stepState === 'DONE') {
    if (isSameAnswer(before.answers, answers)) return before;
    if (context.expectedVersion !== before.version) {
      const who = before.doneByName === null ? '' : ` by ${before.doneByName}`;
      refuse('STALE_VERSION', `This step was already done${who}. Review what it created, then change it.`, {
        expected: String(context.expectedVersion ?? ''),
        actual: String(before.version),
      });
    }
  }
  // The verbs below change other records, whose versions the caller did not name.
  const made = await make({ ...context, expectedVersion: undefined });
  return record(context, step, { stepState: 'DONE', answers, made }, before);
}

/** Records that the organization skips a step. Refuses INVALID_STATUS_TRANSITION for one that is done. */
export async function recordSkippedStep(context: Context, step: FoundingStep): Promise<FoundingStepRow> {
  demandRights(context, step);
  await lockFounding(context.tenant);
  const before = (await listFoundingSteps(context.tenant)).find((row) => row.step === step);
  if (before?.stepState === 'SKIPPED') return before;
  if (before !== undefined) {
    refuse('INVALID_STATUS_TRANSITION', 'This step is already done.', { from: 'DONE', to: 'SKIPPED' });
  }
  return record(context, step, { stepState: 'SKIPPED', answers: {}, made: [] }, before);
}

function demandRights({ principal }: Context, step: FoundingStep): void {
  demandEverywhere(principal, FOUNDING);
  const permission = STEP_RIGHTS[step].find((right) => !principal.permissions.has(right));
  if (permission === undefined) return;
  refuse('FORBIDDEN', `This step requires the permission ${permission}.`, { permission });
}

async function record(
  context: Context,
  step: FoundingStep,
  done: Pick<FoundingStepRow, 'stepState' | 'answers' | 'made'>,
  before: FoundingStepRow | undefined,
): Promise<FoundingStepRow> {
  const { actor } = context.principal;
  const after = await storeFoundingStep(context.tenant, {
    step,
    ...done,
    doneBy: actor.kind === 'user' ? actor.id : null,
    doneByName: actor.name,
  });
  context.record({
    noun: 'founding step',
    recordId: null,
    before: before && { step, state: before.stepState, answers: before.answers },
    after: { step, state: after.stepState, answers: after.answers, made: after.made.length },
  });
  return after;
}
