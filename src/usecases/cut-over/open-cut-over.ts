import { z } from 'zod';
import { openingEntry } from '@/core/cut-over/opening-entry';
import { refuse } from '@/core/refusals';
import { accountsOfCutOver, setOpening, setProposal } from '@/db/stores/cut-overs';
import { documentDefaults } from '@/db/stores/documents/document-references';
import { byId } from '../kit/crud';
import { type Call, type Context, defineUseCase } from '../kit/define';
import { reasonText } from '../kit/fields';
import { demand, runForOutput } from '../kit/run';
import { demandSecondPerson } from '../revenue/approvals/second-person-rules';
import { createRun } from '../revenue/runs/create-run';
import { postAllSteps } from '../revenue/runs/post-run';
import { postDocuments } from '../transactions/posting/post-transaction';
import { reverseTransaction } from '../transactions/posting/reverse-transaction';
import { type StoreWish, storeDocuments } from '../transactions/store-documents';
import {
  demandBalanced,
  demandNothingWaits,
  demandNotMade,
  demandTrialBalance,
  isProposed,
  openingAsPrepared,
  reachCutOver,
} from './cut-over-rules';
import { periodOfContracts } from './propose-opening';

/** Lines of an opening entry: elsewhere an entry for the largest charts would be several documents, but a single one is easier to verify. */
const MOST_LINES = 20_000;

/**
 * Makes the opening entry: brings every account from what documents and contracts made of it to the imported trial balance. Where four
 * eyes are required, it is recorded under the name of the person who proposed it, and someone else makes it. Refuses NOT_BALANCED for a
 * trial balance that does not balance, INCOMPLETE_DOCUMENT without one, IN_USE when it is made already, FORBIDDEN where it needs a second
 * person.
 */
export const postOpening = defineUseCase({
  name: 'cutOver.postOpening',
  permission: 'gl.transaction.post',
  mode: 'sql',
  input: byId,
  async run(context, { id }): Promise<{ readonly transactionId: string }> {
    const { tenant } = context;
    demand(context.principal, 'gl.transaction.create');
    const cutOver = await reachCutOver(tenant, id, true);
    demandNotMade(cutOver, 'The opening entry cannot be made again');
    await demandNothingWaits(tenant, cutOver);
    const accounts = await accountsOfCutOver(tenant, cutOver);
    demandTrialBalance(accounts);
    demandBalanced(cutOver, accounts);
    await demandSecondPerson(context, openingAsPrepared(cutOver, accounts));
    const lines = openingEntry(accounts, cutOver.clearingAccountId);
    if (lines.length === 0 || lines.length > MOST_LINES) {
      refuse(
        'INCOMPLETE_DOCUMENT',
        'The books already agree with the trial balance, so no opening entry is required.',
        {
          missing: ['lines'],
        },
      );
    }
    const { transactionTypeId } = await documentDefaults(tenant, 'JOURNAL');
    const wish: StoreWish = {
      header: {
        transactionTypeId: transactionTypeId ?? '',
        subsidiaryId: cutOver.subsidiaryId,
        transactionDate: cutOver.cutOverDate,
        currencyCode: cutOver.baseCurrency,
        memo: `Opening balances of ${cutOver.cutOverDate}`,
      },
      lines: lines.map(({ accountId, amount, description }, at) => ({
        lineNumber: at + 1,
        lineType: 'ITEM',
        description,
        quantity: '1',
        unitPrice: amount,
        accountId,
      })),
      status: 'APPROVED',
      ...(isProposed(cutOver) ? { authorId: cutOver.openingProposedBy } : {}),
      confirmedRate: null,
      call: context,
    };
    const transactionId = await storedAndPosted(context, wish, cutOver.cutOverDate);
    await setOpening(tenant, id, transactionId);
    context.record({ noun: 'cut-over', recordId: id, after: { openingTransactionId: transactionId } });
    return { transactionId };
  },
});

async function storedAndPosted(context: Context, wish: StoreWish, postingDate: string): Promise<string> {
  const [stored] = await storeDocuments(context.tenant, [wish]);
  if (stored === undefined) throw new Error('nothing was stored');
  if (!stored.ok) throw stored.error;
  for (const change of stored.changes) context.record(change);
  const { id } = stored.output;
  const [posted] = await postDocuments(context.tenant, [
    { input: { id, postingDate, overrideChecks: true }, call: { ...context, expectedVersion: undefined } },
  ]);
  if (posted === undefined) throw new Error('a posting lost its answer');
  if (!posted.ok) throw posted.error;
  return id;
}

/**
 * The run that precedes the opening entry: the one proposed with it, or the period of one to be made; null without contracts. Refuses what
 * beginning to open refuses, so that no run is posted for books that cannot be opened.
 */
const runBefore = defineUseCase({
  name: 'cutOver.runBefore',
  permission: 'gl.transaction.post',
  mode: 'report',
  input: byId,
  async run(context, { id }): Promise<{ runId: string } | { subsidiaryId: string; period: string } | null> {
    const { tenant } = context;
    await beginOpening(context, id);
    const cutOver = await reachCutOver(tenant, id);
    if (isProposed(cutOver)) return cutOver.openingRunId === null ? null : { runId: cutOver.openingRunId };
    const period = await periodOfContracts(tenant, cutOver);
    return period === null ? null : { subsidiaryId: cutOver.subsidiaryId, period };
  },
});

/**
 * Opens the books: recognizes what the contracts earned by the cut-over, then makes the opening entry. Interrupted anywhere and
 * asked again it goes on where it stopped. Someone else's proposal is thereby approved. Refuses what the run and the opening entry refuse.
 */
export const openCutOver = defineUseCase({
  name: 'cutOver.open',
  permission: 'gl.transaction.post',
  mode: 'steps',
  input: byId,
  async run(context, { id }): Promise<{ readonly id: string }> {
    const { dryRun, expectedVersion: _none, ...call } = { ...context };
    if (dryRun) {
      await reachCutOver(context.tenant, id);
      return { id };
    }
    const before = await runForOutput(runBefore, call, { id });
    if (before !== null) {
      const runId = 'runId' in before ? before.runId : (await runForOutput(createRun, call, before)).id;
      await postAllSteps(call, runId);
    }
    await runForOutput(postOpening, call, { id });
    return { id };
  },
});

/**
 * What a job that opens the books checks when it is asked for. Refuses NOT_FOUND, FORBIDDEN, IN_USE,
 * INCOMPLETE_DOCUMENT without a trial balance, NOT_BALANCED.
 */
export async function beginOpening(
  context: Context,
  id: string,
): Promise<{ readonly title: string; readonly total: number }> {
  for (const permission of [
    'gl.transaction.post',
    'gl.transaction.create',
    'gl.transaction.approve',
  ] as const)
    demand(context.principal, permission);
  const cutOver = await reachCutOver(context.tenant, id);
  demandNotMade(cutOver, 'The opening entry cannot be made again');
  await demandNothingWaits(context.tenant, cutOver);
  const accounts = await accountsOfCutOver(context.tenant, cutOver);
  demandTrialBalance(accounts);
  demandBalanced(cutOver, accounts);
  await demandSecondPerson(context, openingAsPrepared(cutOver, accounts));
  return { title: `opening entry of ${cutOver.cutOverDate}`, total: 1 };
}

/** The work of that job, which is one portion: the opening entry is one transaction. */
export async function stepOfOpening(
  call: Call,
  id: string,
): Promise<{ readonly isDone: boolean; readonly done: number; readonly total: number }> {
  await runForOutput(openCutOver, call, { id });
  return { isDone: true, done: 1, total: 1 };
}

/**
 * Takes the opening entry back by a reversal on its own day, so that files can be corrected and imported again. Refuses NOT_FOUND,
 * INVALID_STATUS_TRANSITION when there is none, and what the reversal refuses.
 */
export const reverseOpening = defineUseCase({
  name: 'cutOver.reverseOpening',
  permission: 'gl.transaction.reverse',
  mode: 'sql',
  input: z.object({ id: byId.shape.id, reason: reasonText }),
  async run(context, { id, reason }): Promise<{ readonly id: string }> {
    const cutOver = await reachCutOver(context.tenant, id, true);
    const opening = cutOver.openingTransactionId;
    if (opening === null) {
      refuse('INVALID_STATUS_TRANSITION', 'There is no opening entry to reverse.', {
        from: 'OPEN',
        to: 'REVERSED',
      });
    }
    // First it is an opening entry no longer, because an opening entry is reversed here and nowhere else.
    await setOpening(context.tenant, id, null);
    await setProposal(context.tenant, id, null);
    await reverseTransaction.run(
      { ...context, expectedVersion: undefined },
      { id: opening, reversalReason: reason, reversalDate: cutOver.cutOverDate },
    );
    context.record({ noun: 'cut-over', recordId: id, before: { openingTransactionId: opening } });
    return { id };
  },
});
