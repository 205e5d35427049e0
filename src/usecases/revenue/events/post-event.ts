import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { bearsInterest } from '@/core/revenue/contracts/postings/interest-position';
import { differingFields } from '@/core/revenue/contracts/same-fact';
import { later } from '@/core/revenue/days';
import { entryLinesOfEvent, openRowsOf, postEventRows } from '@/db/revenue/contracts/event-postings';
import type { RecordedEvent } from '@/db/revenue/contracts/events';
import { insertRun } from '@/db/revenue/runs/runs';
import { openPeriods } from '@/db/stores/structure/open-periods';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import type { Context } from '../../kit/define';
import { demand } from '../../kit/run';
import { demandCurrency } from '../contracts/create-contract';
import { type History, lockHistory } from '../contracts/lock-history';
import { recordFacts } from '../contracts/record-facts';

import { bookingDay, rateFor } from './booking-rules';
import { settleInterest } from './post-interest-move';
import { settleWaitingOf, waitsForPerformance } from './post-waiting';

/** An entry posted by an event; in a dry run, the entry that would be posted. */
export interface EventEntry {
  readonly id: string;
  readonly entryNumber: string;
  readonly postingDate: string;
  readonly currencyCode: string;
  readonly lines: readonly {
    readonly accountId: string;
    readonly accountCode: string;
    readonly accountName: string;
    readonly debit: string;
    readonly credit: string;
    readonly memo: string | null;
  }[];
}

/** A fact as a caller sends it; the currency is the contract's and may be given as a check. */
type SaidEvent = Omit<ContractEvent, 'id'> & { readonly currencyCode?: string | undefined };

/** The result of recording one event. */
export interface ToldEvent {
  readonly eventId: string;
  /** The same reference was already recorded, so nothing was recorded now. */
  readonly isRepeated: boolean;
  /** The run that posted its revenue; null: it waits for the month's run. */
  readonly runId: string | null;
  /** The contract as its facts now determine it, and the facts before this one. */
  readonly state: ContractState;
  readonly recorded: readonly RecordedEvent[];
}

/**
 * Records one fact of a locked contract and, when asked, posts the revenue it makes at once, in a run of kind EVENT.
 * A reference that was recorded before with the same content records nothing; its revenue is posted if it is asked for and still open.
 * With other content it is refused DUPLICATE, with both.
 * Refuses what recordFacts refuses, REVENUE_RULE CONTRACT_COMBINED and CURRENCY_FIXED, FORBIDDEN without revenue.run when posting.
 */
export async function recordContractEvent(
  context: Context,
  contractId: string,
  reported: { event: SaidEvent; reference?: string | undefined; post: boolean },
): Promise<ToldEvent> {
  const { reference, post } = reported;
  const { currencyCode, ...event } = reported.event;
  // For what a second person approves, the permission was asked of the one who prepared it.
  if (post && context.second?.kind !== 'APPROVED') demand(context.principal, 'revenue.run');
  const history = await lockHistory(context, contractId);
  if (history.contract.contractStatus === 'COMBINED') {
    refuse('REVENUE_RULE', 'The contract was combined into another one. Record the event there.', {
      rule: 'CONTRACT_COMBINED',
      into: history.contract.combinedIntoId,
    });
  }
  demandCurrency(history.contract, currencyCode);
  const said = { ...event, id: newId() } as ContractEvent;
  const known = reference === undefined ? undefined : toldBefore(history, reference, said);
  const fact = known ?? said;
  const state = known === undefined ? await record(context, history, fact, reference) : history.state;
  return {
    eventId: fact.id,
    isRepeated: known !== undefined,
    state,
    recorded: history.recorded,
    runId: post ? await postRevenueOf(context, history, fact, state) : null,
  };
}

/**
 * The fact that stands for a reference recorded before with the same content: what was recorded under it, or in its place.
 * Undefined for a reference that is new. Refuses DUPLICATE with both where the content is another, or the fact is void.
 */
function toldBefore(
  { contract, recorded }: History,
  reference: string,
  said: ContractEvent,
): ContractEvent | undefined {
  const first = recorded.find(
    ({ sourceKind, sourceId }) => sourceKind === `REFERENCE:${contract.id}` && sourceId === reference,
  );
  if (first === undefined) return undefined;
  const voids = new Map(
    recorded.flatMap(({ event }) => (event.kind === 'voided' ? [[event.of, event.by]] : [])),
  );
  const reported = new Map(recorded.map(({ event }) => [event.id, event]));
  const versions = [first.event];
  let standing: ContractEvent | undefined = first.event;
  while (standing !== undefined && voids.has(standing.id)) {
    standing = reported.get(voids.get(standing.id) ?? '');
    if (standing !== undefined) versions.push(standing);
  }
  const recordedNow = standing ?? first.event;
  if (standing !== undefined && versions.some((version) => differingFields(version, said).length === 0)) {
    return standing;
  }
  const { id: _id, ...toldNow } = said;
  const differs = differingFields(recordedNow, said);
  refuse(
    'DUPLICATE',
    standing === undefined
      ? `Reference ${reference} belongs to a fact that was voided. Use another reference.`
      : `Reference ${reference} was already recorded with another ${differs.join(', ')}. Replace that fact, or use another reference.`,
    { noun: 'fact', field: 'reference', value: reference, recorded: recordedNow, told: toldNow },
  );
}

async function record(
  context: Context,
  history: History,
  fact: ContractEvent,
  reference: string | undefined,
): Promise<ContractState> {
  const { id } = history.contract;
  const state = await recordFacts(context, history, [
    {
      event: fact,
      sourceKind: reference === undefined ? undefined : `REFERENCE:${id}`,
      sourceId: reference,
    },
  ]);
  context.record({
    action: 'revenue.events.record',
    noun: 'revenue contract',
    recordId: id,
    before: { status: history.state.status, transactionPrice: history.state.transactionPrice },
    after: { event: fact, status: state.status, transactionPrice: state.transactionPrice },
    event: {
      type: 'revenue.event.recorded',
      payload: { contractId: id, eventId: fact.id, kind: fact.kind },
    },
  });
  return state;
}

/** Posts an event's revenue, on its day or the first open one after; null when there is nothing to post. */
async function postRevenueOf(
  context: Context,
  { contract, grid }: History,
  { id: eventId, effectiveDate }: ContractEvent,
  state: ContractState,
): Promise<string | null> {
  const { tenant, principal } = context;
  const open = await openRowsOf(tenant, contract.id, eventId);
  if (open.rows === 0 || open.period === null) return null;
  const { subsidiaryId, currencyCode } = contract;
  const periods = await openPeriods(tenant, subsidiaryId);
  const postingDate = bookingDay(effectiveDate, periods, subsidiaryId);
  const actorId = principal.actor.kind === 'user' ? principal.actor.id : null;
  const runId = newId();
  const amount = toAmountString(dec(open.amount), currencyCode);
  const period = later(open.period, grid.on(postingDate).key);
  await insertRun(tenant, {
    id: runId,
    kind: 'EVENT',
    contractId: contract.id,
    subsidiaryId,
    period,
    postingDate,
    grouping: 'CONTRACT',
    rates: { [currencyCode]: await rateFor(tenant, subsidiaryId, currencyCode, postingDate) },
    proposal: {
      lines: [],
      held: [],
      costs: [],
      totals: [{ currencyCode, amount, rows: open.rows }],
    },
    createdBy: actorId,
  });
  await postEventRows(tenant, runId, eventId, actorId);
  if (bearsInterest(state)) {
    const memo = `Interest earned with the revenue of contract ${contract.contractNumber}`;
    await settleInterest(context, contract, state, periods, { fact: { id: eventId, effectiveDate }, memo });
  }
  if (state.balanceEvents.some(waitsForPerformance)) await settleWaitingOf(context, contract.id);
  context.record({
    action: 'revenue.runs.post',
    noun: 'revenue run',
    recordId: runId,
    after: { status: 'POSTED', period, contractId: contract.id, eventId, amount },
    event: { type: 'revenue.run.posted', payload: { runId, period } },
  });
  return runId;
}

/** The entries of an event. */
export async function entriesOfEvent(tenant: Tenant, eventId: string): Promise<EventEntry[]> {
  const entries = new Map<string, EventEntry & { lines: EventEntry['lines'][number][] }>();
  for (const line of await entryLinesOfEvent(tenant, eventId)) {
    const { entryId, entryNumber, postingDate, currencyCode, debit, credit, ...rest } = line;
    const entry = entries.get(entryId) ?? { id: entryId, entryNumber, postingDate, currencyCode, lines: [] };
    const money = (text: string) => toAmountString(dec(text), currencyCode);
    entry.lines.push({ ...rest, debit: money(debit), credit: money(credit) });
    entries.set(entryId, entry);
  }
  return [...entries.values()];
}
