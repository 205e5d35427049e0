import { z } from 'zod';
import { imbalanceOf, openingEntry } from '@/core/cut-over/opening-entry';
import { toAmountString } from '@/core/money/currency';
import { sum, toPlainString } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { accountsOfCutOver, type CutOverRecord, contractsOfCutOver, setOpening } from '@/db/stores/cut-overs';
import { documentDefaults } from '@/db/stores/document-references';
import { gridOfBooks } from '@/db/stores/fiscal-calendars';
import { byId } from '../kit/crud';
import { type Call, type Context, defineUseCase } from '../kit/define';
import { reasonText } from '../kit/fields';
import { demand, runForOutput } from '../kit/run';
import { createRun } from '../revenue/runs/create-run';
import { postAllSteps } from '../revenue/runs/post-run';
import { postDocuments } from '../transactions/post-transaction';
import { reverseTransaction } from '../transactions/reverse-transaction';
import { type StoreWish, storeDocuments } from '../transactions/store-documents';
import { demandNothingWaits, demandNotOpened, reachCutOver } from './cut-over-rules';

/** Lines of an opening entry: an entry of the largest charts is several documents elsewhere, but here one proves itself best. */
const MOST_LINES = 20_000;

/**
 * Makes the opening entry: brings every account from what documents and contracts made of it to the imported trial balance. Refuses
 * NOT_BALANCED for a trial balance that does not balance, INCOMPLETE_DOCUMENT without one, IN_USE when it is made already.
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
    demandNotOpened(cutOver, 'The opening entry cannot be made again');
    await demandNothingWaits(tenant, cutOver);
    const accounts = await accountsOfCutOver(tenant, cutOver);
    if (!accounts.some(({ isStated }) => isStated)) {
      refuse('INCOMPLETE_DOCUMENT', 'The opening trial balance is not imported yet.', {
        missing: ['openingBalances'],
      });
    }
    demandBalanced(cutOver, accounts);
    const lines = openingEntry(accounts, cutOver.clearingAccountId);
    if (lines.length === 0 || lines.length > MOST_LINES) {
      refuse(
        'INCOMPLETE_DOCUMENT',
        'The books agree with the trial balance already; there is nothing to open.',
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
      confirmedRate: null,
      call: context,
    };
    const transactionId = await storedAndPosted(context, wish, cutOver.cutOverDate);
    await setOpening(tenant, id, transactionId);
    context.record({ noun: 'cut-over', recordId: id, after: { openingTransactionId: transactionId } });
    return { transactionId };
  },
});

function demandBalanced(cutOver: CutOverRecord, accounts: readonly { readonly stated: string }[]): void {
  const off = imbalanceOf(accounts);
  if (off.isZero()) return;
  const { baseCurrency: currencyCode } = cutOver;
  const money = (amounts: readonly string[]) => toAmountString(sum(amounts), currencyCode);
  const stated = accounts.map((one) => one.stated);
  const difference = toAmountString(off.abs(), currencyCode);
  const side = off.isNegative() ? 'Credits' : 'Debits';
  refuse('NOT_BALANCED', `${side} of the trial balance exceed by ${difference} ${currencyCode}.`, {
    debits: money(stated.filter((text) => !text.startsWith('-'))),
    credits: money(stated.filter((text) => text.startsWith('-')).map((text) => text.slice(1))),
    difference: toPlainString(off),
    currencyCode,
  });
}

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

/** The period of the books in which contracts that were taken over are recognized; null without contracts. */
const periodToRun = defineUseCase({
  name: 'cutOver.periodToRun',
  permission: 'gl.setup.read',
  mode: 'report',
  input: byId,
  async run({ tenant }, { id }): Promise<{ subsidiaryId: string; period: string | null }> {
    const cutOver = await reachCutOver(tenant, id);
    const { subsidiaryId, cutOverDate } = cutOver;
    const contracts = await contractsOfCutOver(tenant, cutOver);
    const grid = await gridOfBooks(tenant, subsidiaryId);
    return { subsidiaryId, period: contracts.length === 0 ? null : grid.on(cutOverDate).key };
  },
});

/**
 * Opens the books: recognizes what the contracts earned by the cut-over, then makes the opening entry. Interrupted anywhere and
 * asked again it goes on where it stopped. Refuses what the run and the opening entry refuse.
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
    const { subsidiaryId, period } = await runForOutput(periodToRun, call, { id });
    if (period !== null) {
      const run = await runForOutput(createRun, call, { period, subsidiaryId });
      await postAllSteps(call, run.id);
    }
    await runForOutput(postOpening, call, { id });
    return { id };
  },
});

/** What a job that opens the books checks when it is asked for. Refuses NOT_FOUND, FORBIDDEN, IN_USE, NOT_BALANCED. */
export async function beginOpening(
  context: Context,
  id: string,
): Promise<{ readonly title: string; readonly total: number }> {
  demand(context.principal, 'gl.transaction.post');
  const cutOver = await reachCutOver(context.tenant, id);
  demandNotOpened(cutOver, 'The opening entry cannot be made again');
  await demandNothingWaits(context.tenant, cutOver);
  demandBalanced(cutOver, await accountsOfCutOver(context.tenant, cutOver));
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
      refuse('INVALID_STATUS_TRANSITION', 'There is no opening entry to take back.', {
        from: 'OPEN',
        to: 'REVERSED',
      });
    }
    await reverseTransaction.run(
      { ...context, expectedVersion: undefined },
      { id: opening, reversalReason: reason, reversalDate: cutOver.cutOverDate },
    );
    await setOpening(context.tenant, id, null);
    context.record({ noun: 'cut-over', recordId: id, before: { openingTransactionId: opening } });
    return { id };
  },
});
