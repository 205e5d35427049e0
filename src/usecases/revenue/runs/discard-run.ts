import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { discardPreview, findRun, lockRunsOf, type RunRow } from '@/db/revenue/runs/runs';
import { anId, reasonText } from '@/usecases/kit/fields';
import { expectVersion, refuseNotFound } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';
import { type RunView, viewRun } from './run-view';

export const discardFields = z.object({ reason: reasonText });

/**
 * Discards a proposed run, also a proposed reversal, that will not be posted: because its figures are not those wanted, or the second
 * person does not agree. Nothing was posted and nothing is; what was due stays due for the next run. The run keeps its number and
 * says who discarded it and why. The person who proposed it may discard it. Asked again, it returns the discarded run.
 * Refuses NOT_FOUND, REVENUE_RULE RUN_BEGUN for a run of which something is posted: that is resumed, then reversed.
 */
export const discardRun = defineUseCase({
  name: 'revenue.runs.discard',
  permission: 'revenue.run',
  mode: 'sql',
  input: discardFields.extend({ id: anId }),
  async run(context, { id, reason }): Promise<RunView> {
    const { tenant, principal } = context;
    const { subsidiaryId } = (await findRun(tenant, id)) ?? refuseNotFound('run', id);
    // Posting takes the same lock: of two at once, one posts the run or one discards it.
    await lockRunsOf(tenant, subsidiaryId);
    const run = (await findRun(tenant, id)) ?? refuseNotFound('run', id);
    expectVersion(context, run);
    if (run.runStatus === 'DISCARDED') return viewRun(tenant, id);
    if (run.runStatus !== 'PREVIEW') {
      refuse(
        'REVENUE_RULE',
        `${run.runNumber} is ${run.runStatus === 'POSTED' ? 'posted' : 'partly posted'}. Only a proposed run can be discarded; a posted one is reversed.`,
        { rule: 'RUN_BEGUN', runId: id, runNumber: run.runNumber },
      );
    }
    await discardPreview(tenant, id, { reason, by: principal.actor.id });
    context.record({
      noun: 'revenue run',
      recordId: id,
      before: { status: run.runStatus },
      after: { status: 'DISCARDED', period: run.period, reason },
      event: { type: 'revenue.run.discarded', payload: { runId: id, period: run.period } },
    });
    return viewRun(tenant, id);
  },
});

/** A discarded run is not posted; a new one is proposed. Refuses REVENUE_RULE RUN_DISCARDED. */
export function demandNotDiscarded({ id, runNumber, runStatus }: RunRow): void {
  if (runStatus !== 'DISCARDED') return;
  refuse('REVENUE_RULE', `${runNumber} was discarded. Propose a new run.`, {
    rule: 'RUN_DISCARDED',
    runId: id,
    runNumber,
  });
}
