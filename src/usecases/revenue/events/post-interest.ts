import { z } from 'zod';
import { dec } from '@/core/money/decimal';
import { performedPart } from '@/core/revenue/contracts/postings/interest-position';
import { interestDue, suppliersDue } from '@/db/revenue/contracts/estimates';
import { advancedContracts } from '@/db/revenue/runs/interest-moves';
import { findRun } from '@/db/revenue/runs/runs';
import { newId } from '@/lib/ids';
import { anId } from '@/usecases/kit/fields';
import { refuseNotFound } from '../../kit/crud';
import { type Context, defineUseCase } from '../../kit/define';
import { lockHistory } from '../contracts/lock-history';
import { recordFacts } from '../contracts/record-facts';
import { rateFor } from './booking-rules';
import { settleInterest } from './post-interest-move';

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
      const event = { id: newId(), kind: 'accrual' as const, effectiveDate: run.postingDate, runId: id };
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
    if (due.length > 0) return { contracts: due.length };
    return { contracts: await settleAdvances(context, run) };
  },
});

/**
 * Interest that accrued on advances becomes revenue with the rest of the price: what the run recognized of a contract takes its part
 * out of the account of that interest. Answers how many contracts it moved.
 */
async function settleAdvances(
  context: Context,
  run: { readonly subsidiaryId: string; readonly postingDate: string },
): Promise<number> {
  const { tenant } = context;
  const moved = (await advancedContracts(tenant, run.subsidiaryId)).filter((one) => {
    const expensed = dec(one.accrued);
    const [planned, recognised] = [dec(one.planned), dec(one.recognised)];
    return !expensed.minus(performedPart({ ...one, planned, expensed, recognised })).equals(one.standing);
  });
  let posted = 0;
  for (const { contractId } of moved.slice(0, STEP_CONTRACTS)) {
    const { contract, state } = await lockHistory(context, contractId);
    const hasPosted = await settleInterest(context, contract, state, async () => ({
      postingDate: run.postingDate,
      rate: await rateFor(tenant, contract.subsidiaryId, contract.currencyCode, run.postingDate),
      memo: `Interest earned with the revenue of contract ${contract.contractNumber}`,
      eventId: null,
    }));
    if (hasPosted) posted += 1;
  }
  return posted;
}
