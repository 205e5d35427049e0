import { z } from 'zod';
import { dec } from '@/core/money/decimal';
import { performedPart } from '@/core/revenue/contracts/postings/interest-position';
import { interestDue, suppliersDue } from '@/db/revenue/contracts/estimates';
import { type AdvancedContract, advancedContracts } from '@/db/revenue/runs/interest-moves';
import { findRun } from '@/db/revenue/runs/runs';
import { holdPeriodsOpen, openPeriods } from '@/db/stores/structure/open-periods';
import { newId } from '@/lib/ids';
import { anId } from '@/usecases/kit/fields';
import { refuseNotFound } from '../../kit/crud';
import { type Context, defineUseCase } from '../../kit/define';
import { runForOutput } from '../../kit/run';
import { lockHistory } from '../contracts/lock-history';
import { recordFacts } from '../contracts/record-facts';
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
    return { contracts: due.length };
  },
});

/**
 * One step of settling the interest on advances that a run moved, in one transaction: it becomes revenue with the rest of the price, so
 * what the run recognized, or took back, of a contract takes its part out of the account of that interest, or puts it back. The next of
 * its contracts after `after`.
 */
export const settleInterestStep = defineUseCase({
  name: 'revenue.runs.settleInterest',
  permission: 'revenue.run',
  mode: 'sql',
  input: z.object({ id: anId, after: anId.nullable() }),
  async run(context, { id, after }): Promise<{ last: string | null }> {
    const { tenant } = context;
    await holdPeriodsOpen(tenant);
    const moved = await advancedContracts(tenant, id, after, STEP_CONTRACTS);
    for (const one of moved.filter(mayDiffer)) {
      const { contract, state } = await lockHistory(context, one.contractId);
      const open = await openPeriods(tenant, contract.subsidiaryId);
      const memo = `Interest earned with the revenue of contract ${contract.contractNumber}`;
      await settleInterest(context, contract, state, open, { fact: null, memo });
    }
    return { last: moved.at(-1)?.contractId ?? null };
  },
});

/**
 * Whether a run may have left interest of a contract where it does not belong, without its facts: where nothing is dated after the run,
 * only what stands by now can differ.
 */
function mayDiffer(one: AdvancedContract): boolean {
  if (one.goesOn) return true;
  const expensed = dec(one.accrued);
  const [planned, recognised] = [dec(one.planned), dec(one.recognised)];
  return !expensed.minus(performedPart({ ...one, planned, expensed, recognised })).equals(one.standing);
}

/** All its steps. Asked again it changes nothing. */
export async function settleInterestOfRun(
  call: Pick<Context, 'principal' | 'clock' | 'requestId' | 'surface'>,
  id: string,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const { last }: { last: string | null } = await runForOutput(settleInterestStep, call, { id, after });
    if (last === null) return;
    after = last;
  }
}
