import { allocateByWeight } from '@/core/money/allocate';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, sum, ZERO } from '@/core/money/decimal';
import type { Refusal } from '@/core/refusals';
import { breach, type Draft, type DraftObligation, emit, planned } from './drafts/draft';
import { addVersion } from './drafts/draft-view';
import type { ContractEvent, EventKind } from './events';

/**
 * What an ended contract still accepts: what corrects or settles its bills, payments, credits and refunds; the release of revenue that was
 * held when it ended; what a run accrued before the end of the contract was recorded; and answers to questions about it.
 */
const SETTLES: readonly EventKind[] = [
  'creditNote',
  'payout',
  'return',
  'refundEstimate',
  'estimateChange',
  'release',
  'accrual',
  'judgement',
];

/** Whether a fact may follow the end of a contract; bills and payments always may. */
export const settlesAnEnd = (kind: EventKind): boolean => SETTLES.includes(kind);

const atLeastZero = (amount: Decimal) => (amount.lt(ZERO) ? ZERO : amount);

/** What an agent passed on to its supplier was never its own to earn or to keep. */
const passedOn = ({ supplier, supplied }: DraftObligation): Decimal =>
  supplier?.capacity === 'AGENT' ? supplied : ZERO;

/**
 * Billed and not earned, nor to be refunded or passed on; `kept` of it is left out of what is earned. Interest that was accrued
 * on an advance is owed in performance like the advance itself; interest on what is paid later was earned as interest (32-20).
 */
export function unearned(draft: Draft, kept: Decimal): Decimal {
  const earned = sum([...draft.obligations.keys()].map((key) => planned(draft, key))).minus(kept);
  const interest = draft.balanceEvents.filter(({ kind }) => kind === 'INTEREST');
  return draft.billed
    .plus(sum(interest.map(({ amount }) => amount)))
    .minus(earned)
    .minus(draft.refund)
    .minus(sum([...draft.obligations.values()].map(passedOn)));
}

/** What was paid to the customer beyond its credits and what it had paid too much: consideration payable to it (606-10-32-25). */
function payableToCustomer({ balanceEvents, billed }: Draft): Decimal {
  const of = (wanted: string) =>
    sum(balanceEvents.filter(({ kind }) => kind === wanted).map(({ amount }) => amount));
  const [overpaid, credited] = [of('PAYMENT').minus(billed), of('CREDIT')];
  return atLeastZero(of('PAYOUT').minus(overpaid.gt(credited) ? overpaid : credited));
}

/**
 * Brings an ended contract to where it ends with all that was billed, credited, paid and paid out by now, whatever came first: what
 * was billed, not earned before and is not refunded is earned, by the shares of the end; what was paid ahead settles what is due, and beyond
 * that what is earned and not billed: of one contract no asset stands next to a credit of its customer (606-10-45-1).
 */
export function settleEnd(draft: Draft, event: ContractEvent): void {
  const { ended } = draft;
  if (ended === null) return;
  const on = event.effectiveDate;
  const rest = unearned(draft, sum([...ended.kept.values()]));
  const open = atLeastZero(rest);
  const paidOut = payableToCustomer(draft);
  // It reduces what is kept, as far as anything is; the customer owes the rest of it.
  const payable = paidOut.lt(open) ? paidOut : open;
  const keeps = open.minus(payable);
  const weights = ended.shares.map(({ weight }) => weight);
  const shares = allocateByWeight(keeps, weights, draft.currencyCode);
  let hasMoved = false;
  for (const [index, { key }] of ended.shares.entries()) {
    const obligation = draft.obligations.get(key);
    const amount = (shares[index] ?? ZERO).minus(ended.kept.get(key) ?? ZERO);
    if (obligation === undefined || amount.isZero()) continue;
    const catchUp = event.kind !== 'termination';
    emit(draft, { key, amount, start: on, end: on, source: event.kind, eventId: event.id, catchUp });
    ended.kept.set(key, shares[index] ?? ZERO);
    obligation.allocated = planned(draft, key);
    hasMoved = true;
  }
  if (hasMoved && event.kind !== 'termination') addVersion(draft, event, null);
  draft.balanceEvents.push({
    kind: 'SETTLE',
    on,
    amount: toAmountString(payable, draft.currencyCode),
    unbilled: toAmountString(atLeastZero(rest.negated()), draft.currencyCode),
    eventId: ended.eventId,
  });
}

/** The price of an ended contract changes: all of it is performed, so all of the change is revenue, shared as the price stands. */
export function changeEnded(draft: Draft, event: ContractEvent, change: Decimal): Refusal | null {
  const obligations = [...draft.obligations.values()];
  const price = sum(obligations.map(({ allocated }) => allocated));
  if (price.plus(change).lt(ZERO)) {
    return breach('CREDIT_OVER_PRICE', 'The credit exceeds the transaction price.', {
      transactionPrice: toAmountString(price, draft.currencyCode),
    });
  }
  const shares = allocateByWeight(
    change,
    obligations.map(({ allocated }) => atLeastZero(allocated)),
    draft.currencyCode,
  );
  const on = event.effectiveDate;
  for (const [index, obligation] of obligations.entries()) {
    const { key } = obligation;
    const amount = shares[index] ?? dec('0');
    emit(draft, { key, amount, start: on, end: on, source: event.kind, eventId: event.id, catchUp: true });
    obligation.allocated = planned(draft, key);
  }
  addVersion(draft, event, null);
  return null;
}
