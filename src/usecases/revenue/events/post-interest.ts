import { z } from 'zod';
import { interestDue, suppliersDue } from '@/db/revenue/estimates';
import { findRun } from '@/db/revenue/runs';
import { newId } from '@/lib/ids';
import { anId } from '@/usecases/kit/fields';
import { refuseNotFound } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';
import { lockHistory } from '../contracts/lock-history';
import { recordFacts } from '../contracts/record-facts';

/** Contracts in one step: each is replayed and gets its own entry. */
const STEP_CONTRACTS = 100;

/**
 * One step of the accruals that depend only on time, in one transaction: the next contracts whose financing component
 * has accrued interest by the run's day (606-10-32-20), then those whose suppliers have earned a share by time, each
 * with its entries. Events record what has accrued, so nothing is posted twice.
 */
export const postInterestStep = defineUseCase({
  name: 'revenue.runs.interest',
  permission: 'revenue.run',
  mode: 'sql',
  input: z.object({ id: anId }),
  async run(context, { id }): Promise<{ contracts: number }> {
    const { tenant } = context;
    const run = (await findRun(tenant, id)) ?? refuseNotFound('run', id);
    if (run.kind !== 'PERIOD') return { contracts: 0 };
    const interest = await interestDue(tenant, run.subsidiaryId, run.postingDate, STEP_CONTRACTS);
    const due =
      interest.length > 0
        ? interest
        : await suppliersDue(tenant, run.subsidiaryId, run.postingDate, STEP_CONTRACTS);
    for (const { contractId } of due) {
      const history = await lockHistory(context, contractId);
      const event = { id: newId(), kind: 'accrual' as const, effectiveDate: run.postingDate };
      await recordFacts(context, history, [{ event }]);
      context.record({
        action: 'revenue.events.record',
        noun: 'revenue contract',
        recordId: contractId,
        after: { event, runId: id },
        event: {
          type: 'revenue.event.recorded',
          payload: { contractId, eventId: event.id, kind: event.kind },
        },
      });
    }
    return { contracts: due.length };
  },
});
