import { z } from 'zod';
import { toPlainString } from '@/core/money/decimal';
import type { ContractBalanceEvent, ContractState } from '@/core/revenue/contracts/contract-state';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { waitingBalances } from '@/core/revenue/contracts/postings/waiting-balances';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import { waitingContracts } from '@/db/revenue/runs/movements-of-runs';
import { lockPosition } from '@/db/revenue/runs/positions';
import { findRun } from '@/db/revenue/runs/runs';
import { gridOfBooks } from '@/db/stores/structure/fiscal-calendars';
import { holdPeriodsOpen, type OpenPeriod, openPeriods } from '@/db/stores/structure/open-periods';
import { anId } from '@/usecases/kit/fields';
import { type Context, defineUseCase } from '../../kit/define';
import { runForOutput } from '../../kit/run';
import { postedEarnings, postedMoves } from '../contracts/balance-record';
import { documentFacts } from '../contracts/document-facts';
import { lockHistory } from '../contracts/lock-history';
import { bookingDay, rateFor, refuseNoPeriod } from './booking-rules';
import { postMoveOf } from './post-move';

/** Whether a fact is a bill that the customer can still cancel. */
export const isCancellable = (fact: ContractEvent): boolean => fact.kind === 'invoice' && !fact.unconditional;

/** The same of what it changes. */
export const waitsForPerformance = (event: ContractBalanceEvent): boolean =>
  event.kind === 'DUE' && !event.unconditional;

/** The recorded state of a contract: its picture, all facts, and those whose document keeps its own receivable. */
interface Told {
  readonly state: Pick<ContractState, 'balanceEvents'>;
  readonly facts: readonly ContractEvent[];
  readonly documents: ReadonlySet<string>;
}

/**
 * Posts the difference between what should be due and refundable of a contract with bills that the customer can still cancel, and what is
 * posted (`waitingBalances`): what fell due with performance, or waits again because a fact was recorded late or voided. Each on
 * its day, or on the first open one. Does nothing where nothing differs. The caller holds the contract and the periods. `ranOn`: the day of the run that
 * it follows from; what that changes on days before is in effect from it.
 */
export async function settleWaiting(
  context: Context,
  contract: ContractRow,
  { state, facts, documents }: Told,
  open: readonly OpenPeriod[],
  ranOn: string | null = null,
): Promise<void> {
  const { tenant } = context;
  const { subsidiaryId, currencyCode } = contract;
  const position = await lockPosition(tenant, contract.id);
  if (position === null) return;
  const posted = await postedMoves(tenant, contract.id);
  const grid = await gridOfBooks(tenant, subsidiaryId);
  const earned = await postedEarnings(tenant, contract.id, grid);
  const days = new Map(facts.map(({ id, effectiveDate }) => [id, effectiveDate]));
  const { shifts, pending } = waitingBalances(
    { events: state.balanceEvents, documents, days, earned },
    posted,
    // Where no later period is open there is no such day, and none is needed unless something differs.
    (on) => (open.some(({ endDate }) => endDate >= on) ? bookingDay(on, open, subsidiaryId) : on),
  );
  const at = async (postingDate: string) => ({
    postingDate,
    rate: await rateFor(tenant, subsidiaryId, currencyCode, postingDate),
    memo: `Due with performance, contract ${contract.contractNumber}`,
    eventId: null,
    effectiveOn: ranOn !== null && ranOn > postingDate ? ranOn : null,
  });
  for (const { on, receivable, refund } of shifts) {
    const booking = await at(bookingDay(on, open, subsidiaryId));
    if (!refund.isZero())
      await postMoveOf(context, contract, booking, { kind: 'REFUND', amount: toPlainString(refund) });
    if (!receivable.isZero()) {
      const amount = toPlainString(receivable);
      await postMoveOf(context, contract, booking, { kind: 'DUE', amount, unconditional: true });
    }
  }
  const now = await lockPosition(tenant, contract.id);
  const waits = pending.minus(now?.pending ?? '0');
  if (waits.isZero()) return;
  // It is not due to anyone yet, so no amount is posted with it.
  const booking = await at(open.at(-1)?.startDate ?? refuseNoPeriod(contract.contractDate, subsidiaryId));
  await postMoveOf(context, contract, booking, { kind: 'DUE', amount: toPlainString(waits) });
}

/** The same for a contract by what is recorded of it, after a run moved it; `ranOn`: the day of the run, unless that was for one fact. */
export async function settleWaitingOf(
  context: Context,
  contractId: string,
  ranOn: string | null = null,
): Promise<void> {
  const { contract, recorded, state } = await lockHistory(context, contractId);
  const open = await openPeriods(context.tenant, contract.subsidiaryId);
  const facts = recorded.map(({ event }) => event);
  const documents = documentFacts(recorded, []);
  await settleWaiting(context, contract, { state, facts, documents }, open, ranOn);
}

/** Contracts in one step: each is folded and may get entries of its own. */
const STEP_CONTRACTS = 100;

/** One step of settling what a run made due of bills that customers can still cancel: the next of its contracts after `after`. */
export const settleWaitingStep = defineUseCase({
  name: 'revenue.runs.settleWaiting',
  permission: 'revenue.run',
  mode: 'sql',
  input: z.object({ id: anId, after: anId.nullable() }),
  async run(context, { id, after }): Promise<{ last: string | null }> {
    await holdPeriodsOpen(context.tenant);
    const contracts = await waitingContracts(context.tenant, id, after, STEP_CONTRACTS);
    const ranOn = contracts.length === 0 ? null : ((await findRun(context.tenant, id))?.postingDate ?? null);
    for (const contractId of contracts) await settleWaitingOf(context, contractId, ranOn);
    return { last: contracts.at(-1) ?? null };
  },
});

/** All its steps. Asked again it changes nothing. */
export async function settleWaitingOfRun(
  call: Pick<Context, 'principal' | 'clock' | 'requestId' | 'surface'>,
  id: string,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const { last }: { last: string | null } = await runForOutput(settleWaitingStep, call, { id, after });
    if (last === null) return;
    after = last;
  }
}
