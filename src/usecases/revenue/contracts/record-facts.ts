import { dec, toPlainString } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import type { BalanceEvent } from '@/core/revenue/balances';
import type { ContractJournal, ContractState } from '@/core/revenue/contracts/contract-state';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { replay } from '@/core/revenue/contracts/replay';
import { addPeriods, periodOf } from '@/core/revenue/days';
import { type ContractRow, writeContract } from '@/db/revenue/contracts';
import { appendEvents } from '@/db/revenue/events';
import { insertObligations, type ObligationRow, writeObligations } from '@/db/revenue/obligations';
import { insertPosition, lockPosition } from '@/db/revenue/positions';
import { appendBookings, appendRows, appendVersions, countDerived } from '@/db/revenue/rows';
import { firstLockedDay, holdPeriodsOpen, type OpenPeriod, openPeriods } from '@/db/stores/open-periods';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import type { Context } from '../../kit/define';
import { bookingDay, rateFor, refuseNoPeriod } from '../events/booking-rules';
import { postContractJournal } from '../events/post-journal';
import { type Booking, postPayout, postPosition, postSupplierShare } from '../events/post-position';
import { ensureContractPolicy } from '../setup/ensure-policy';
import { accountOf } from '../setup/policy-rules';
import { emptyCreation, type History } from './lock-history';

/** A fact to record; a document's event says what the document already posted. */
export interface Fact {
  readonly event: ContractEvent;
  readonly sourceKind?: string | undefined;
  readonly sourceId?: string | undefined;
  /** Base amount the document credited to the contract liability; its entry is in the ledger already. */
  readonly document?: { readonly base: string } | undefined;
}

/**
 * Records facts about a locked contract and keeps everything that follows from them in the same transaction: rows,
 * versions, bookings, obligations, status, and the entries of invoices, payments, refunds and credits. Revenue waits for
 * a run. What falls into closed months is labeled late by a `periodClosed` fact before it.
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
  const after = valueOrThrow(replay([...(first === null ? [] : [first]), ...past, ...later]));

  await ensurePosition(tenant, contract);
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
  const locked = days.length === 0 ? null : await firstLockedDay(tenant, subsidiaryId, days);
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

/** The position of a contract with the accounts of its policy, locked; made on its first fact. */
async function ensurePosition(tenant: Tenant, contract: ContractRow): Promise<void> {
  if ((await lockPosition(tenant, contract.id)) !== null) return;
  const policy = await ensureContractPolicy(tenant, contract.policyId, contract.contractDate);
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
    const policy = await ensureContractPolicy(context.tenant, contract.policyId, contract.contractDate);
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
