import { rateOn } from '@/core/fx/rates';
import { dec, toPlainString } from '@/core/money/decimal';
import type { Outcome } from '@/core/outcome';
import { RefusalError, refuse } from '@/core/refusals';
import type { BalanceEvent } from '@/core/revenue/balances';
import type { ContractJournal, ContractState } from '@/core/revenue/contracts/contract-state';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { replay } from '@/core/revenue/contracts/replay';
import { addPeriods, periodOf } from '@/core/revenue/days';
import {
  holdPeriodsOpen,
  lockedDay,
  type OpenPeriod,
  openPeriods,
  ratesBetween,
} from '@/db/revenue/calendar';
import { type ContractRow, lockContract, subsidiaryOf, writeContract } from '@/db/revenue/contracts';
import { appendEvents, listEvents, type RecordedEvent } from '@/db/revenue/events';
import { insertObligations, type ObligationRow, writeObligations } from '@/db/revenue/obligations';
import { insertPosition, lockPosition } from '@/db/revenue/positions';
import { appendBookings, appendRows, appendVersions, countDerived } from '@/db/revenue/rows';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { refuseNotFound } from '../../kit/crud';
import type { Context } from '../../kit/define';
import { demandSubsidiary } from '../../kit/run';
import { postContractJournal } from '../events/journal-context';
import { type Booking, postPayout, postPosition, postSupplierShare } from '../events/position-context';
import { accountOf, policyOf } from '../setup/policy-context';

/** A contract with its facts, locked for one more. */
export interface History {
  readonly contract: ContractRow;
  readonly recorded: readonly RecordedEvent[];
  readonly state: ContractState;
}

/** A fact to record; a document's event says what the document already posted. */
export interface Fact {
  readonly event: ContractEvent;
  readonly sourceKind?: string | undefined;
  readonly sourceId?: string | undefined;
  /** Base amount the document credited to the contract liability; its entry is in the ledger already. */
  readonly document?: { readonly base: string } | undefined;
}

export function granted<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new RefusalError(outcome.refusal);
  return outcome.value;
}

/** Locks a contract the caller may touch and replays its events. Refuses NOT_FOUND and FORBIDDEN (scope). */
export async function lockHistory(context: Context, contractId: string): Promise<History> {
  const contract = (await lockContract(context.tenant, contractId)) ?? refuseNotFound('contract', contractId);
  demandSubsidiary(context.principal, 'revenue.write', contract.subsidiaryId);
  const recorded = await listEvents(context.tenant, contractId);
  return { contract, recorded, state: granted(replay(eventsOf(contract, recorded))) };
}

/**
 * The events in the order of the replay. Before activation a contract may hold money (606-10-25-8) but no promises: its
 * creation is recorded with activation, at place 0, and until then stands empty.
 */
export function eventsOf(contract: ContractRow, recorded: readonly RecordedEvent[]): ContractEvent[] {
  const events = recorded.map(({ event }) => event);
  return events[0]?.kind === 'created' ? events : [emptyCreation(contract), ...events];
}

function emptyCreation(contract: ContractRow): ContractEvent {
  return {
    id: contract.id,
    kind: 'created',
    effectiveDate: contract.contractDate,
    currencyCode: contract.currencyCode,
    obligations: [],
  };
}

/**
 * Records facts about a locked contract and keeps everything that follows from them in the same transaction: rows,
 * versions, bookings, obligations, status, and the entries of invoices, payments, refunds and credits. Revenue waits for
 * a run. What falls into closed months is labelled late by a `periodClosed` fact before it.
 * Refuses what the replay refuses, PERIOD_NOT_OPEN for a fact of a locked month or when the books have no open period,
 * RATE_MISSING.
 */
export async function recordFacts(
  context: Context,
  history: History,
  facts: readonly Fact[],
  added: readonly ObligationRow[] = [],
): Promise<ContractState> {
  const { tenant } = context;
  const { contract, recorded, state: before } = history;
  await holdPeriodsOpen(tenant);
  await demandNotLocked(tenant, contract.subsidiaryId, facts);
  const open = await openPeriods(tenant, contract.subsidiaryId);
  const all = withClosedMonths(before, facts, open, contract);
  const creation = all.find(({ event }) => event.kind === 'created');
  const past = recorded.map(({ event }) => event);
  const later = all.filter((fact) => fact !== creation).map(({ event }) => event);
  const first = creation?.event ?? (past[0]?.kind === 'created' ? null : emptyCreation(contract));
  const after = granted(replay([...(first === null ? [] : [first]), ...past, ...later]));

  await positionOf(tenant, contract);
  const kept = await countDerived(tenant, contract.id);
  await insertObligations(tenant, contract.id, added);
  let seq = Math.max(0, ...recorded.map((one) => one.seq));
  await appendEvents(
    tenant,
    contract.id,
    all.map((fact) => {
      if (fact !== creation) seq += 1;
      return {
        seq: fact === creation ? 0 : seq,
        event: fact.event,
        sourceKind: fact.sourceKind,
        sourceId: fact.sourceId,
      };
    }),
    context.principal.actor.id,
  );
  await appendRows(tenant, contract.id, contract.subsidiaryId, after.rows.slice(kept.rows));
  await keepVersions(tenant, contract.id, before, after, kept);
  await writeObligations(
    tenant,
    contract.id,
    after.obligations.map(({ key, pattern, allocated, measure, held }) => ({
      key,
      pattern,
      allocated,
      measure,
      held,
    })),
  );
  await writeContract(tenant, contract.id, {
    contractStatus: after.status,
    transactionPrice: after.transactionPrice,
  });
  await postBalances(context, contract, after.balanceEvents.slice(before.balanceEvents.length), facts, open);
  await postContractJournals(context, contract, after.journals.slice(before.journals.length), open);
  return after;
}

/**
 * A closed month takes a late fact as a catch-up after it; a locked one is final, and the fact is dated when it became
 * known. What a document posted in its time, and a contract begun then, come in as they are.
 */
async function demandNotLocked(tenant: Tenant, subsidiaryId: string, facts: readonly Fact[]): Promise<void> {
  const days = facts
    .filter(({ event, document }) => document === undefined && !BEGINNINGS.includes(event.kind))
    .map(({ event }) => event.effectiveDate);
  const locked = days.length === 0 ? null : await lockedDay(tenant, subsidiaryId, days);
  if (locked === null) return;
  refuse('PERIOD_NOT_OPEN', `${locked.period} is locked. Date the event in a month that is not locked.`, {
    date: locked.date,
    period: locked.period,
    status: 'LOCKED',
    subsidiaryId,
  });
}

const BEGINNINGS: readonly string[] = ['created', 'activated', 'periodClosed'];

/** Puts `periodClosed` before facts that reach into months the books have closed. */
function withClosedMonths(
  state: ContractState,
  facts: readonly Fact[],
  open: readonly OpenPeriod[],
  contract: ContractRow,
): Fact[] {
  const firstOpen = open[0] ?? refuseNoPeriod(contract.contractDate, contract.subsidiaryId);
  const through = addPeriods(periodOf(firstOpen.startDate), -1);
  const reached = facts.some(({ event }) => periodOf(event.effectiveDate) <= through);
  if (!reached || (state.closedThrough !== null && state.closedThrough >= through)) return [...facts];
  const closing: Fact = {
    event: { id: newId(), kind: 'periodClosed', effectiveDate: firstOpen.startDate, through },
  };
  const creation = facts.filter(({ event }) => event.kind === 'created');
  return [...creation, closing, ...facts.filter(({ event }) => event.kind !== 'created')];
}

export function refuseNoPeriod(date: string, subsidiaryId: string): never {
  refuse(
    'PERIOD_NOT_OPEN',
    `No open fiscal period covers ${date}. Use a date in an open period or open one.`,
    {
      date,
      period: null,
      status: 'NONE',
      subsidiaryId,
    },
  );
}

/** The position of a contract with the accounts of its policy, locked; made on its first fact. */
async function positionOf(tenant: Tenant, contract: ContractRow): Promise<void> {
  if ((await lockPosition(tenant, contract.id)) !== null) return;
  const policy = await policyOf(tenant, contract.policyId, contract.contractDate);
  await insertPosition(tenant, {
    contractId: contract.id,
    subsidiaryId: contract.subsidiaryId,
    currencyCode: contract.currencyCode,
    cohort: periodOf(contract.contractDate),
    receivableAccountId: accountOf(policy, 'RECEIVABLE'),
    deferredAccountId: accountOf(policy, 'DEFERRED_REVENUE'),
    contractAssetAccountId: accountOf(policy, 'CONTRACT_ASSET'),
    refundAccountId: accountOf(policy, 'REFUND_LIABILITY'),
    cashAccountId: accountOf(policy, 'CASH'),
    exchangeAccountId: accountOf(policy, 'EXCHANGE'),
    interestExpenseAccountId: accountOf(policy, 'INTEREST_EXPENSE'),
    interestIncomeAccountId: accountOf(policy, 'INTEREST_INCOME'),
  });
}

/** New versions, and what each obligation was promised more or less, in the month it was agreed. */
async function keepVersions(
  tenant: Tenant,
  contractId: string,
  before: ContractState,
  after: ContractState,
  kept: { versions: number; bookings: number },
): Promise<void> {
  await appendVersions(
    tenant,
    contractId,
    after.versions.slice(kept.versions).map((version) => ({
      ...version,
      transactionPrice: version.allocations
        .reduce((total, { allocated }) => total.plus(allocated), dec('0'))
        .toFixed(),
    })),
  );
  const known = new Map(before.obligations.map(({ key, allocated }) => [key, allocated]));
  const changed = after.obligations
    .map(({ key, allocated }) => ({ key, by: dec(allocated).minus(known.get(key) ?? '0') }))
    .filter(({ by }) => !by.isZero());
  const cause = after.versions.at(-1);
  const lastRow = after.rows.at(-1);
  const [eventId, date] =
    after.versions.length > kept.versions && cause !== undefined
      ? [cause.eventId, cause.effectiveDate]
      : [lastRow?.eventId ?? contractId, lastRow?.start ?? after.inception];
  const natural = periodOf(date);
  const closed = after.closedThrough;
  const period = closed !== null && natural <= closed ? addPeriods(closed, 1) : natural;
  await appendBookings(
    tenant,
    contractId,
    changed.map(({ key, by }, index) => ({
      seq: kept.bookings + index,
      obligationKey: key,
      period,
      amount: toPlainString(by),
      eventId,
    })),
  );
}

/** The day an entry of `on` is booked: itself when its period is open, else the first open day after it, or at all. */
export function bookingDay(on: string, open: readonly OpenPeriod[], subsidiaryId: string): string {
  if (open.some(({ startDate, endDate }) => startDate <= on && on <= endDate)) return on;
  const next = open.find(({ startDate }) => startDate > on);
  return next?.startDate ?? refuseNoPeriod(on, subsidiaryId);
}

/** The rate that brings a currency to the subsidiary's base on a day. Refuses RATE_MISSING: there is no fallback. */
export async function rateFor(
  tenant: Tenant,
  subsidiaryId: string,
  currencyCode: string,
  date: string,
): Promise<string> {
  const subsidiary = (await subsidiaryOf(tenant, subsidiaryId)) ?? refuseNotFound('subsidiary', subsidiaryId);
  const to = subsidiary.baseCurrency;
  if (to === currencyCode) return '1';
  const rates = await ratesBetween(tenant, [currencyCode, to], date);
  return granted(rateOn({ from: currencyCode, to, date }, rates)).rate;
}

async function postBalances(
  context: Context,
  contract: ContractRow,
  events: readonly BalanceEvent[],
  facts: readonly Fact[],
  open: readonly OpenPeriod[],
): Promise<void> {
  const cause = facts.find(({ event }) => event.kind !== 'created' && event.kind !== 'periodClosed');
  if (cause === undefined) return;
  for (const event of events) {
    if (event.kind === 'REVENUE' || dec(event.amount).isZero()) continue;
    const postingDate = bookingDay(event.on, open, contract.subsidiaryId);
    const at: Booking = {
      postingDate,
      rate: await rateFor(context.tenant, contract.subsidiaryId, contract.currencyCode, postingDate),
      memo: `${cause.event.kind} of contract ${contract.contractNumber}`,
      eventId: cause.event.id,
    };
    if (event.kind === 'PAYOUT') await postPayout(context, contract, event.amount, at);
    else if (event.kind === 'SUPPLIER') await postSupplierShare(context, contract, event.amount, at);
    else await postPosition(context, contract, event, cause.document, at);
  }
}

async function postContractJournals(
  context: Context,
  contract: ContractRow,
  journals: readonly ContractJournal[],
  open: readonly OpenPeriod[],
): Promise<void> {
  for (const { on, memo, lines } of journals) {
    const postingDate = bookingDay(on, open, contract.subsidiaryId);
    const policy = await policyOf(context.tenant, contract.policyId, contract.contractDate);
    await postContractJournal(context, {
      subsidiaryId: contract.subsidiaryId,
      currencyCode: contract.currencyCode,
      postingDate,
      rate: await rateFor(context.tenant, contract.subsidiaryId, contract.currencyCode, postingDate),
      sourceKind: 'REVENUE_EVENT',
      memo,
      lines: lines.map(({ account, debit, credit }) => ({
        accountId: accountOf(policy, account),
        debit,
        credit,
      })),
    });
  }
}
