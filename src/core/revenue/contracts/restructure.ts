import { allocateByWeight } from '@/core/money/allocate';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ONE, sum, ZERO } from '@/core/money/decimal';
import type { Refusal } from '@/core/refusals';
import {
  breach,
  cancelFrom,
  type Draft,
  type DraftObligation,
  draftObligation,
  earnedBefore,
  emit,
  emitSchedule,
  planned,
  settle,
} from './draft';
import { addVersion } from './draft-view';
import type { EventOf, ObligationChange } from './events';
import { rebase } from './reprice';
import { bookSupplier, endSupplier, rebaseSupplier } from './suppliers';

/** Starts the schedules of the obligations that recognize by time. */
export function activate(draft: Draft, event: EventOf<'activated'>): Refusal | null {
  if (draft.status !== 'DRAFT') return breach('NOT_DRAFT', 'Only a draft contract can be activated.');
  draft.status = 'ACTIVE';
  for (const obligation of draft.obligations.values()) {
    const refused = emitSchedule(draft, obligation, obligation.allocated, draft.inception, event);
    if (refused !== null) return refused;
    if (obligation.refund.isZero()) continue;
    obligation.rebate = obligation.refund;
    draft.refund = draft.refund.plus(obligation.refund);
    draft.balanceEvents.push({
      kind: 'REFUND',
      on: event.effectiveDate,
      amount: toAmountString(obligation.refund, draft.currencyCode),
    });
  }
  addVersion(draft, event, null);
  return null;
}

function changeObligation(
  draft: Draft,
  obligation: DraftObligation,
  change: ObligationChange,
  event: EventOf<'modification'>,
): Refusal | null {
  const on = event.effectiveDate;
  const { key } = obligation;
  const catchUp = dec(change.catchUp);
  const wasRatable = obligation.pattern.kind === 'RATABLE';
  const recognised = earnedBefore(draft, key, on);
  if (change.removed === true) endSupplier(draft, obligation, event);
  rebaseSupplier(draft, obligation, on);
  if (change.supplier !== undefined && obligation.supplier !== null) {
    obligation.supplier = { ...obligation.supplier, amount: change.supplier };
  }
  if (wasRatable) cancelFrom(draft, key, on, event);
  obligation.allocated = dec(change.after);
  obligation.pattern = change.pattern ?? obligation.pattern;

  const measured = change.measure !== undefined && obligation.pattern.kind !== 'RATABLE';
  if (measured) {
    // 25-13(b): one obligation on the new scope, measured from its beginning.
    obligation.measure = dec(change.measure ?? '0');
    obligation.base = ZERO;
    obligation.baseMeasure = ZERO;
    if (obligation.pattern.kind === 'UNITS') {
      obligation.units = obligation.measure.times(obligation.pattern.quantity);
    }
    settle(draft, obligation, event, true);
    obligation.supplierBase = { owed: ZERO, earned: ZERO, measure: ZERO };
    bookSupplier(draft, obligation, event);
    return null;
  }
  emit(draft, {
    key,
    amount: catchUp,
    start: on,
    end: on,
    source: event.kind,
    eventId: event.id,
    catchUp: true,
  });
  obligation.supplierBase = { ...obligation.supplierBase, earned: recognised.plus(catchUp) };
  if (obligation.pattern.kind === 'RATABLE') {
    const left = obligation.allocated.minus(recognised).minus(catchUp);
    return emitSchedule(draft, obligation, left, on, event);
  }
  if (obligation.pattern.kind === 'UNITS')
    obligation.measure = obligation.units.div(obligation.pattern.quantity);
  if (obligation.measure.gt(ONE)) {
    return breach('PROGRESS_OVER_100', `${key} would be more than 100% satisfied.`, { key });
  }
  obligation.supplierBase = { ...obligation.supplierBase, measure: obligation.measure };
  rebase(draft, obligation, on);
  return null;
}

/** The basis of later price changes (32-45): as given, or else what each obligation has left of its allocation. */
function remainderOf(draft: Draft, event: EventOf<'modification'>): { key: string; weight: Decimal }[] {
  if (event.basis !== undefined) return event.basis.map(({ key, weight }) => ({ key, weight: dec(weight) }));
  return [...draft.obligations.values()]
    .map(({ key, allocated }) => ({
      key,
      weight: allocated.minus(earnedBefore(draft, key, event.effectiveDate)),
    }))
    .filter(({ weight }) => weight.gt(ZERO));
}

/** Applies the chosen treatment of a modification as a new version (606-10-25-10 to 25-13). */
export function modify(draft: Draft, event: EventOf<'modification'>): Refusal | null {
  if (event.effectiveDate < draft.inception) {
    return breach('MODIFICATION_BEFORE_INCEPTION', 'A contract cannot be modified before its inception.', {
      inception: draft.inception,
    });
  }
  for (const change of event.changes) {
    const obligation = draft.obligations.get(change.key);
    if (obligation === undefined) {
      return breach('UNKNOWN_OBLIGATION', `The contract has no obligation ${change.key}.`, {
        key: change.key,
      });
    }
    const refused = changeObligation(draft, obligation, change, event);
    if (refused !== null) return refused;
  }
  for (const terms of event.additions ?? []) {
    if (draft.obligations.has(terms.key)) {
      return breach('DUPLICATE_OBLIGATION', `${terms.key} already exists.`, { key: terms.key });
    }
    const obligation = draftObligation(terms, false);
    draft.obligations.set(terms.key, obligation);
    const refused = emitSchedule(draft, obligation, obligation.allocated, event.effectiveDate, event);
    if (refused !== null) return refused;
  }
  if (event.treatment === 'prospective' || event.treatment === 'mixed') {
    const remainder = remainderOf(draft, event);
    // Nothing left: later changes belong to what was performed, on the basis of inception.
    draft.modified = remainder.length === 0 ? null : remainder;
    draft.bases = remainder.length === 0 ? [] : [...draft.bases, remainder];
    const open = new Set(remainder.map(({ key }) => key));
    for (const obligation of draft.obligations.values()) {
      obligation.openAtModification = obligation.openAtModification && open.has(obligation.key);
    }
  }
  const refused = addPriceTerms(draft, event);
  if (refused !== null) return refused;
  addVersion(draft, event, event.treatment);
  return null;
}

/**
 * Variable elements, royalties and interest that come with the change. Later estimates of them are shared as the price
 * of the modified contract was (606-10-32-45(b)), so it is noted after which modification they were agreed.
 */
function addPriceTerms(draft: Draft, event: EventOf<'modification'>): Refusal | null {
  const { variable = [], royalties = [], interest = [] } = event;
  const since = draft.bases.length;
  for (const { key, to } of [...variable, ...royalties]) {
    if (draft.variable.has(key) || draft.royalties.has(key)) {
      return breach('DUPLICATE_ELEMENT', `The price already has an element ${key}.`, { key });
    }
    const unknown = to?.find((one) => !draft.obligations.has(one));
    if (unknown === undefined) continue;
    return breach('UNKNOWN_OBLIGATION', `The contract has no obligation ${unknown}.`, { key: unknown });
  }
  for (const element of variable) draft.variable.set(element.key, { ...element, since });
  for (const element of royalties) draft.royalties.set(element.key, { ...element, since });
  draft.interest = [...draft.interest, ...interest];
  return null;
}

const agentShare = ({ supplier, supplied }: DraftObligation): Decimal =>
  supplier?.capacity === 'AGENT' ? supplied : ZERO;

/**
 * The contract ends. Schedules stop the day before; what was billed, not earned and not given back is earned now,
 * shared by what each obligation still had; promises beyond that leave the transaction price. Suppliers are owed for what
 * they supplied by then.
 */
export function terminate(draft: Draft, event: EventOf<'termination'>): Refusal | null {
  const on = event.effectiveDate;
  const refund = dec(event.refund);
  if (on < draft.inception) {
    return breach('TERMINATION_BEFORE_INCEPTION', 'A contract cannot end before its inception.', {
      inception: draft.inception,
    });
  }
  const open = [...draft.obligations.values()].map((obligation) => {
    const earned = earnedBefore(draft, obligation.key, on);
    endSupplier(draft, obligation, event);
    if (obligation.pattern.kind === 'RATABLE') cancelFrom(draft, obligation.key, on, event);
    const left = obligation.allocated.minus(earned);
    return { obligation, left: left.lt(ZERO) ? ZERO : left };
  });
  const recognised = sum([...draft.obligations.keys()].map((key) => planned(draft, key)));
  // What an agent passed on to its supplier was never its own to earn or to keep.
  const passedOn = sum(open.map(({ obligation }) => agentShare(obligation)));
  const unearned = draft.billed.minus(recognised).minus(draft.refund).minus(passedOn);
  if (refund.gt(unearned.lt(ZERO) ? ZERO : unearned)) {
    return breach('REFUND_OVER_UNEARNED', 'The refund exceeds the amount billed but not earned.', {
      unearned: toAmountString(unearned.lt(ZERO) ? ZERO : unearned, draft.currencyCode),
    });
  }
  const kept = unearned.lt(ZERO) ? ZERO : unearned.minus(refund);
  const weights = open.map(({ left }) => left);
  const shares = allocateByWeight(kept, weights, draft.currencyCode);
  for (const [index, { obligation }] of open.entries()) {
    const { key } = obligation;
    const amount = shares[index] ?? ZERO;
    emit(draft, { key, amount, start: on, end: on, source: event.kind, eventId: event.id, catchUp: false });
    obligation.allocated = planned(draft, key);
    rebase(draft, obligation, on);
  }
  if (!refund.isZero()) {
    draft.billed = draft.billed.minus(refund);
    const amount = toAmountString(refund, draft.currencyCode);
    draft.balanceEvents.push({ kind: 'CREDIT', on, amount, keepRefund: true });
  }
  draft.status = 'TERMINATED';
  addVersion(draft, event, null);
  return null;
}
