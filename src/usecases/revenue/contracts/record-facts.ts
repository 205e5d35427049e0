import { dec } from '@/core/money/decimal';
import type { PeriodGrid } from '@/core/periods/period-grid';
import { refuse } from '@/core/refusals';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import { unsaidScopes } from '@/core/revenue/contracts/costs/loss-scopes';
import { effectOf } from '@/core/revenue/contracts/effect';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { picture } from '@/core/revenue/contracts/picture';
import { type BalanceDifference, balanceDifference } from '@/core/revenue/contracts/postings/balance-shifts';
import { bearsInterest } from '@/core/revenue/contracts/postings/interest-position';
import { journalDifferences, rowDifferences } from '@/core/revenue/contracts/postings/postings';
import { type ContractRow, writeContract } from '@/db/revenue/contracts/contracts';
import { appendEvents } from '@/db/revenue/contracts/events';
import {
  agreeAgain,
  insertObligations,
  listObligations,
  type ObligationRow,
  writeObligations,
} from '@/db/revenue/contracts/obligations';
import { type BooksOfContract, readBooks } from '@/db/revenue/contracts/read-together';
import { insertPositions } from '@/db/revenue/runs/positions';
import { appendBookings, appendRows, appendVersions, storedSums } from '@/db/revenue/runs/rows';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '@/usecases/kit/crud';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import type { Context } from '../../kit/define';
import { demandSecondPerson } from '../approvals/second-person-rules';
import { baseSizeOf, bookingDay, demandNotLocked, rateInto } from '../events/booking-rules';
import { postFactJournals } from '../events/post-carried';
import { settleInterest } from '../events/post-interest-move';
import type { Booking } from '../events/post-move';
import { postPayout, postPosition, postShift, postSupplierShare } from '../events/post-position';
import { isCancellable, settleWaiting } from '../events/post-waiting';
import { ensureContractPolicy } from '../setup/ensure-policy';
import { demandAgreement, questionOf } from './answer-rules';
import { recordCostMonths } from './costs/record-cost-months';
import { documentFacts, isFromDocument } from './document-facts';
import { eventsOf, type History, keepRecorded } from './lock-history';
import {
  firstOpenPeriod,
  keptPicture,
  newBookings,
  newPosition,
  newVersions,
  standingObligations,
} from './picture-record';

/** A fact to record; a document's event carries what the document already posted. */
export interface Fact {
  readonly event: ContractEvent;
  readonly sourceKind?: string | undefined;
  readonly sourceId?: string | undefined;
  /** Base amount the document credited to the contract liability; its entry is already in the ledger. */
  readonly document?: { readonly base: string } | undefined;
}

/**
 * Records facts about a locked contract and stores their consequences in the same transaction. The contract is folded
 * again from all its facts, and only the differences to its stored state are written: rows, a version, bookings,
 * obligations, status, and the entries of balance movements. Revenue waits for a run. Amounts of closed periods
 * are booked in the first open one. Refuses what the fold refuses (naming the id of a recorded fact that the new one
 * contradicts), PERIOD_NOT_OPEN for a fact of a locked month or when the books have no open period, RATE_MISSING, FORBIDDEN
 * where its effect needs a second person.
 */
export async function recordFacts(
  context: Context,
  history: History,
  facts: readonly Fact[],
  added: readonly ObligationRow[] = [],
): Promise<ContractState> {
  const { tenant } = context;
  const { contract, recorded, grid, state: before } = history;
  const books = await readBooks(tenant, contract);
  const { open, kept } = books;
  await demandNotLocked(tenant, contract.subsidiaryId, books.lastLocked, judgedDays(facts));
  const creation = facts.find(({ event }) => event.kind === 'created');
  const reported = facts.filter((fact) => fact !== creation).map(({ event }) => event);
  const past = eventsOf(contract, recorded);
  const known = creation === undefined ? past : [creation.event, ...past.slice(1)];
  const next = creation === undefined ? valueOrThrow(history.picture.withFacts(reported)) : null;
  const after = next?.state ?? valueOrThrow(picture([...known, ...reported], grid));
  const cause = reported.at(-1) ?? known[0];
  if (cause === undefined) return after;

  await demandAgreement(tenant, contract, { facts: known, state: after }, reported);
  demandScope(known, reported);
  if (books.position === null) await createPosition(tenant, contract, grid);
  const contractId = contract.id;
  await addObligations(tenant, contractId, added);
  let seq = Math.max(0, ...recorded.map((one) => one.seq));
  await appendEvents(
    tenant,
    facts.map((fact) => {
      if (fact !== creation) seq += 1;
      return {
        contractId,
        seq: fact === creation ? 0 : seq,
        event: fact.event,
        sourceKind: fact.sourceKind,
        sourceId: fact.sourceId,
      };
    }),
    // What a second person approved is recorded under the name of the one who prepared it.
    context.second?.kind === 'APPROVED' ? context.second.preparedBy : context.principal.actor.id,
  );
  const firstOpen = firstOpenPeriod(grid, open, contract);
  const at = { grid, firstOpen, causeId: cause.id, nextSeq: kept.rows };
  const isKnown = history.stored?.count === kept.rows;
  const sums = (isKnown ? history.stored?.sums : undefined) ?? (await storedSums(tenant, contract.id));
  const rows = rowDifferences(after, sums, at);
  const { subsidiaryId } = contract;
  await appendRows(
    tenant,
    rows.map((row) => ({ ...row, contractId, subsidiaryId, effectiveOn: null })),
  );
  const stored = { count: kept.rows + rows.length, sums: [...sums, ...rows] };
  if (next !== null) keepRecorded(context, history, reported, { picture: next, stored });
  const change = { before, after, kept, cause, grid, firstOpen };
  await appendVersions(
    tenant,
    newVersions(change).map((one) => ({ contractId, ...one })),
  );
  await appendBookings(
    tenant,
    newBookings(change).map((one) => ({ contractId, ...one })),
  );
  await writeObligations(
    tenant,
    standingObligations(before, after).map((one) => ({ contractId, ...one })),
  );
  await writeContract(tenant, contract.id, {
    contractStatus: after.status,
    // A draft keeps the price of its terms; it has no obligations yet.
    transactionPrice: after.status === 'DRAFT' ? contract.transactionPrice : after.transactionPrice,
    picture: {
      ...keptPicture(after),
      financingQuestion: questionOf(contract, [...known, ...reported], after),
    },
  });
  await recordCostMonths(context, contract, {
    before,
    after,
    cause,
    costs: reported.filter((event) => event.kind === 'cost'),
    firstOpen,
    open,
  });
  const documents = documentFacts(recorded, facts);
  const balances = balanceDifference(before.balanceEvents, after.balanceEvents, documents);
  const journals = journalDifferences(before, after);
  if (facts.some(isToldByHand)) {
    const { transactionPrice: priceBefore } = before;
    const priceAfter = after.transactionPrice;
    const effect = effectOf({ priceBefore, priceAfter, rows, balances, before, after, journals });
    const day = bookingDay(cause.effectiveDate, open, contract.subsidiaryId);
    await demandSecondPerson(context, {
      baseAmount: baseSizeOf(tenant, contract, effect, day),
      preparedBy: null,
      permission: 'revenue.write',
      settings: books.settings,
    });
  }
  await postBalances(context, contract, balances, { facts, cause, books });
  await postFactJournals(context, contract, journals, {
    causeId: cause.id,
    recorded: facts.map(({ event }) => event.id),
    open,
  });
  if (bearsInterest(before) || bearsInterest(after)) {
    await settleInterest(context, contract, after, open, { fact: cause, memo: memoOf(cause, contract) });
  }
  const all = [...known, ...reported];
  if (all.some(isCancellable)) {
    await settleWaiting(context, contract, { state: after, facts: all, documents }, open);
  }
  return after;
}

/** Stores obligations that facts add; one that a void or replaced fact had added has its new terms. */
async function addObligations(
  tenant: Tenant,
  contractId: string,
  added: readonly ObligationRow[],
): Promise<void> {
  if (added.length === 0) return;
  const known = new Set((await listObligations(tenant, contractId)).map(({ key }) => key));
  const fresh = added.filter(({ key }) => !known.has(key));
  await insertObligations(
    tenant,
    fresh.map((one) => ({ contractId, ...one })),
  );
  if (fresh.length === added.length) return;
  await agreeAgain(
    tenant,
    contractId,
    added.filter(({ key }) => known.has(key)),
  );
}

/**
 * No loss is provided for work that no one stated to be construction-type or production-type (605-35-15-2), and none is left
 * out silently: the first estimate of an obligation's costs states it. Estimates recorded before that was required are read as before.
 * Refuses REVENUE_RULE LOSS_SCOPE_UNSAID.
 */
function demandScope(known: readonly ContractEvent[], reported: readonly ContractEvent[]): void {
  const before = new Set(unsaidScopes(known).map(({ eventId }) => eventId));
  const unsaid = unsaidScopes([...known, ...reported]).find(({ eventId }) => !before.has(eventId));
  if (unsaid === undefined) return;
  const { key, on, eventId } = unsaid;
  refuse(
    'REVENUE_RULE',
    `By ${on} the kind of work of ${key} has not been stated: a loss is provided for construction-type and production-type work (605-35-15-2). Give the estimate its scope: CONSTRUCTION, PRODUCTION or OTHER.`,
    { rule: 'LOSS_SCOPE_UNSAID', key, on, eventId, paragraph: '605-35-15-2' },
  );
}

/**
 * A fact that one person records and no one else has reviewed: documents have their own approval, activation judges the draft, and a
 * run accrues what its own approval covers.
 */
function isToldByHand({ event, document, sourceKind }: Fact): boolean {
  if (document !== undefined || isFromDocument(sourceKind ?? null)) return false;
  if (event.kind === 'accrual') return event.runId === undefined;
  // Its effect is that of the contract it made, which is judged there.
  if (event.kind === 'modification' && event.apart !== undefined) return false;
  return event.kind !== 'created' && event.kind !== 'activated';
}

/** The days of facts that must not be in a locked month: postings of a document dated then, and the start of a contract, are still accepted. */
export const judgedDays = (facts: readonly Fact[]): string[] =>
  facts
    .filter(({ event, document }) => document === undefined && !isOfAnyDay(event))
    .map(({ event }) => event.effectiveDate);

/**
 * The facts accepted for any date: those that begin a contract, a cost, and a void, which is always
 * booked in the first open month.
 */
const OF_ANY_DAY: readonly string[] = ['created', 'activated', 'voided', 'cost'];
const isOfAnyDay = (event: ContractEvent): boolean =>
  OF_ANY_DAY.includes(event.kind) ||
  // So do the beginning and the withdrawal of a contract of its own.
  (event.kind === 'modification' && event.apart !== undefined) ||
  (event.kind === 'termination' && event.withdrawn === true);

/** The position of a contract with the accounts of its policy, on its first fact. */
async function createPosition(tenant: Tenant, contract: ContractRow, grid: PeriodGrid): Promise<void> {
  const policy = await ensureContractPolicy(tenant, contract.policyId, contract.contractDate);
  await insertPositions(tenant, [newPosition(contract, policy, grid)]);
}

async function postBalances(
  context: Context,
  contract: ContractRow,
  difference: BalanceDifference,
  recorded: { facts: readonly Fact[]; cause: ContractEvent; books: BooksOfContract },
): Promise<void> {
  const at = (on: string) => bookingOf(context, contract, recorded, on);
  for (const event of difference.events) {
    if (event.kind === 'REVENUE' || event.kind === 'SETTLE' || dec(event.amount).isZero()) continue;
    const fact = recorded.facts.find(({ event: { id } }) => id === event.eventId);
    // What a document posted stands in the ledger on its day, also where that is before the contract.
    const booking = await at(fact?.document === undefined ? event.on : fact.event.effectiveDate);
    if (event.kind === 'PAYOUT') await postPayout(context, contract, event.amount, booking);
    else if (event.kind === 'SUPPLIER') await postSupplierShare(context, contract, event.amount, booking);
    else await postPosition(context, contract, event, fact?.document, booking);
  }
  for (const shift of difference.shifts) await postShift(context, contract, shift, await at(shift.on));
}

/**
 * When, at which rate and for which fact something is booked. What a fact changes of another of a later day, of a payment that now settles its bill, is in
 * effect from that day.
 */
async function bookingOf(
  { tenant }: Context,
  contract: ContractRow,
  { cause, books }: { readonly cause: ContractEvent; readonly books: BooksOfContract },
  on: string,
): Promise<Booking> {
  const postingDate = bookingDay(on, books.open, contract.subsidiaryId);
  return {
    postingDate,
    rate: await rateInto(
      tenant,
      books.baseCurrency ?? refuseNotFound('subsidiary', contract.subsidiaryId),
      contract.currencyCode,
      postingDate,
    ),
    memo: memoOf(cause, contract),
    eventId: cause.id,
    effectiveOn: on > cause.effectiveDate ? on : null,
  };
}

/** What the entries of a fact are called. */
export const memoOf = (
  cause: Pick<ContractEvent, 'kind'>,
  { contractNumber }: Pick<ContractRow, 'contractNumber'>,
) => `${cause.kind} of contract ${contractNumber}`;
