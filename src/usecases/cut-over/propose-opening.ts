import { z } from 'zod';
import { refuse } from '@/core/refusals';
import {
  accountsOfCutOver,
  type CutOverRecord,
  contractsOfCutOver,
  setProposal,
} from '@/db/stores/cut-overs';
import { isOwnWork } from '@/db/stores/documents/own-work';
import { gridOfBooks } from '@/db/stores/structure/fiscal-calendars';
import type { Tenant } from '@/db/tenancy';
import { byId } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { reasonText } from '../kit/fields';
import { createRun } from '../revenue/runs/create-run';
import { discardRun } from '../revenue/runs/discard-run';
import { getRun } from '../revenue/runs/get-run';
import {
  demandBalanced,
  demandNothingWaits,
  demandNotMade,
  demandTrialBalance,
  isProposed,
  reachCutOver,
} from './cut-over-rules';

/** The period of the books in which contracts that were taken over are recognized; null without contracts. */
export async function periodOfContracts(tenant: Tenant, cutOver: CutOverRecord): Promise<string | null> {
  const contracts = await contractsOfCutOver(tenant, cutOver);
  if (contracts.length === 0) return null;
  return (await gridOfBooks(tenant, cutOver.subsidiaryId)).on(cutOver.cutOverDate).key;
}

/**
 * Proposes to open the books, for someone else to carry out: the figures imported so far may not change until it is carried out or
 * withdrawn, and the recognition run that precedes the opening entry is proposed with it, under the same name. Nothing is posted. Asked again
 * by whoever proposed it, it changes nothing. Refuses IN_USE when the books are open, someone else proposed it, or a file is being worked on;
 * NOT_BALANCED; INCOMPLETE_DOCUMENT without a trial balance; what proposing the run refuses.
 */
export const proposeOpening = defineUseCase({
  name: 'cutOver.propose',
  permission: 'gl.transaction.submit',
  mode: 'sql',
  input: byId,
  async run(context, { id }): Promise<CutOverRecord> {
    const { tenant, principal, clock } = context;
    const cutOver = await reachCutOver(tenant, id, true);
    demandNotMade(cutOver, 'Opening the books cannot be proposed');
    if (isProposed(cutOver)) {
      if (await isOwnWork(tenant, [cutOver.openingProposedBy], principal.actor.id)) return cutOver;
      refuse('IN_USE', `${cutOver.openingProposedByName} has already proposed to open the books.`, {
        noun: 'cut-over',
        id,
        by: 'the proposal to open the books',
      });
    }
    await demandNothingWaits(tenant, cutOver);
    const accounts = await accountsOfCutOver(tenant, cutOver);
    demandTrialBalance(accounts);
    demandBalanced(cutOver, accounts);
    const runId = await proposeRun(context, cutOver);
    const { id: by, name: byName } = principal.actor;
    await setProposal(tenant, id, { by, byName, at: clock.now(), runId });
    context.record({ noun: 'cut-over', recordId: id, after: { openingProposedBy: byName } });
    return reachCutOver(tenant, id);
  },
});

/** Whoever approves the opening posts this run, too, so it is the proposer's: no one posts a run of their own. */
async function proposeRun(context: Context, cutOver: CutOverRecord): Promise<string | null> {
  const period = await periodOfContracts(context.tenant, cutOver);
  if (period === null) return null;
  const asked = createRun.input.parse({ period, subsidiaryId: cutOver.subsidiaryId });
  return (await createRun.run(within(context, createRun.name), asked)).id;
}

/**
 * Withdraws the proposal to open the books, or sends it back to whoever made it, so that files can change again. The run proposed with it
 * is discarded. Refuses NOT_FOUND, INVALID_STATUS_TRANSITION where nothing is proposed.
 */
export const withdrawOpening = defineUseCase({
  name: 'cutOver.withdraw',
  permission: 'gl.transaction.submit',
  mode: 'sql',
  input: z.object({ id: byId.shape.id, reason: reasonText }),
  async run(context, { id, reason }): Promise<CutOverRecord> {
    const { tenant } = context;
    const cutOver = await reachCutOver(tenant, id, true);
    if (!isProposed(cutOver)) {
      refuse('INVALID_STATUS_TRANSITION', 'Opening the books is not proposed.', {
        from: cutOver.openingTransactionId === null ? 'OPEN' : 'OPENED',
        to: 'WITHDRAWN',
      });
    }
    await discardProposedRun(context, cutOver, reason);
    await setProposal(tenant, id, null);
    context.record({
      noun: 'cut-over',
      recordId: id,
      before: { openingProposedBy: cutOver.openingProposedByName },
      after: { openingProposedBy: null, reason },
    });
    return reachCutOver(tenant, id);
  },
});

async function discardProposedRun(
  context: Context,
  { openingRunId: id }: CutOverRecord,
  reason: string,
): Promise<void> {
  if (id === null) return;
  const { runStatus } = await getRun.run(context, { id });
  // One that is being posted goes on: what the contracts earned by the day stays recognized.
  if (runStatus === 'PREVIEW') await discardRun.run(within(context, discardRun.name), { id, reason });
}

/** The context of another verb's body, whose changes are audited under that verb's name. */
const within = (context: Context, name: string): Context => ({
  ...context,
  expectedVersion: undefined,
  record: (change) => context.record({ ...change, action: change.action ?? name }),
});
