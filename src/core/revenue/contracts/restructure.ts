import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ONE, ZERO } from '@/core/money/decimal';
import type { Refusal } from '@/core/refusals';
import type { DateString } from '../days';
import type { RequiredTreatment } from '../modifications/modification';
import { roundPercent } from '../schedules/progress';
import { worthOn } from './changes/obligation-state';
import { changeMinimum, minimumMeasure } from './committed';
import { treatChange } from './comparison';
import { type ChosenChange, chosenChange, type ObligationChange } from './drafts/chosen-change';
import {
  breach,
  cancelFrom,
  type Draft,
  type DraftObligation,
  earnedBefore,
  emit,
  emitSchedule,
  keepBalance,
  planned,
  satisfiedShare,
  settle,
} from './drafts/draft';
import { draftObligation } from './drafts/draft-obligation';
import { addVersion } from './drafts/draft-view';
import { settleEnd, unearned } from './ended';
import type { EventOf, ModificationTerms } from './events';
import { rebase } from './reprice';
import { bookSupplier, endSupplier, rebaseSupplier } from './suppliers';

/** Starts the schedules of obligations recognized over time, with a catch-up for the part before the contract. */
export function activate(draft: Draft, event: EventOf<'activated'>): Refusal | null {
  if (draft.status !== 'DRAFT') return breach('NOT_DRAFT', 'Only a draft contract can be activated.');
  draft.status = 'ACTIVE';
  for (const obligation of draft.obligations.values()) {
    const refused = emitSchedule(draft, obligation, obligation.allocated, '0000-00-00', event);
    if (refused !== null) return refused;
    if (obligation.refund.isZero()) continue;
    obligation.rebate = obligation.refund;
    draft.refund = draft.refund.plus(obligation.refund);
    keepBalance(draft, event, obligation.refund, { kind: 'REFUND' });
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
  const { catchUp } = change;
  const wasRatable = obligation.pattern.kind === 'RATABLE';
  const recognised = earnedBefore(draft, key, on);
  if (change.removed === true) endSupplier(draft, obligation, event);
  rebaseSupplier(draft, obligation, on);
  if (change.supplier !== undefined && obligation.supplier !== null) {
    obligation.supplier = { ...obligation.supplier, amount: change.supplier };
  }
  if (wasRatable) cancelFrom(draft, key, on, event);
  if (change.startsAgain !== undefined) obligation.resetOn = change.startsAgain ? on : null;
  obligation.allocated = change.after;
  obligation.taken = obligation.taken.minus(change.past ?? ZERO);
  const before = obligation.pattern;
  obligation.pattern = change.pattern ?? before;
  const kept = changeMinimum(draft, obligation, before, event);
  if (kept !== null) return kept;
  obligation.measure = minimumMeasure(obligation, obligation.pattern) ?? obligation.measure;

  const measured = change.measure !== undefined && obligation.pattern.kind !== 'RATABLE';
  if (measured) {
    // 25-13(b): one obligation on the new scope, measured from its beginning.
    obligation.measure = change.measure ?? ZERO;
    obligation.base = ZERO;
    obligation.baseMeasure = ZERO;
    obligation.baseMaterials = null;
    if (change.keepsMaterials !== true) obligation.materials = null;
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
  const { pattern: now, measure } = obligation;
  // Of another number of rights the same ones were used; those that have lapsed stay satisfied.
  if (change.pattern !== undefined && now.kind === 'RIGHTS' && before.kind === 'RIGHTS' && measure.lt(ONE))
    obligation.measure = obligation.units.div(now.expectedUsed);
  if (obligation.measure.gt(ONE)) {
    return breach('PROGRESS_OVER_100', `${key} would be more than 100% satisfied.`, { key });
  }
  obligation.supplierBase = { ...obligation.supplierBase, measure: obligation.measure };
  rebase(draft, obligation, on);
  return null;
}

/** The basis of later price changes (32-45): the remaining allocation of each obligation. */
function remainderOf(draft: Draft, event: EventOf<'modification'>): { key: string; weight: Decimal }[] {
  return [...draft.obligations.values()]
    .map(({ key, allocated }) => ({
      key,
      weight: allocated.minus(earnedBefore(draft, key, event.effectiveDate)),
    }))
    .filter(({ weight }) => weight.gt(ZERO));
}

/**
 * A modification on its effective date under the chosen treatment (606-10-25-10 to 25-13): its effect is computed from the
 * contract as it is by then. If another treatment is required than when it was chosen, that is noted; the chosen one stands.
 */
export function modify(draft: Draft, event: EventOf<'modification'>): Refusal | null {
  const { effectiveDate: on, treatment, decidedFor } = event;
  if (on < draft.inception) return beforeInception(draft);
  const treated = treatChange(draft, on, event, treatment);
  if (!treated.ok) return treated.refusal;
  const { effect, required } = treated.value;
  if (!effect.applicable) {
    return breach('TREATMENT_IMPOSSIBLE', `The change cannot be treated as ${treatment}: ${effect.why}`, {
      treatment,
    });
  }
  if (required.treatment !== decidedFor && required.treatment !== treatment) {
    keepQuestion(draft, event, required);
  }
  return applyChange(draft, event, chosenChange(draft, on, event, treatment, treated.value));
}

/**
 * A separate contract that is one of its own (606-10-25-12): nothing of this one changes. If the facts known now require that it be
 * treated as part of this one, that is noted; the chosen treatment stands. After the end of this contract nothing asks any more.
 */
export function noteApart(
  draft: Draft,
  event: EventOf<'modification'>,
  terms: ModificationTerms,
): Refusal | null {
  const { effectiveDate: on, decidedFor } = event;
  if (on < draft.inception) return beforeInception(draft);
  if (draft.status !== 'ACTIVE') return null;
  const treated = treatChange(draft, on, terms, 'separate');
  if (!treated.ok) return null;
  const { required } = treated.value;
  if (required.treatment !== decidedFor && required.treatment !== 'separate')
    keepQuestion(draft, event, required);
  return null;
}

const beforeInception = ({ inception }: Draft): Refusal =>
  breach('MODIFICATION_BEFORE_INCEPTION', 'A contract cannot be modified before its inception.', {
    inception,
  });

/** The treatment of a modification must be decided again. */
function keepQuestion(
  draft: Draft,
  { id: eventId, effectiveDate, treatment: chosen, decidedFor }: EventOf<'modification'>,
  { treatment: required, paragraph, why }: RequiredTreatment,
): void {
  draft.open.push({ eventId, effectiveDate, chosen, decidedFor, required, paragraph, why });
}

function applyChange(draft: Draft, event: EventOf<'modification'>, chosen: ChosenChange): Refusal | null {
  for (const change of chosen.changes) {
    const obligation = draft.obligations.get(change.key);
    if (obligation === undefined) continue;
    const transferred = satisfiedShare(obligation, event.effectiveDate);
    const refused = changeObligation(draft, obligation, change, event);
    if (refused !== null) return refused;
    if (change.removed === true) takeOut(obligation, transferred, event.effectiveDate);
  }
  for (const terms of chosen.additions) {
    const obligation = draftObligation(terms, false, event.id);
    obligation.apart = event.treatment === 'separate';
    draft.obligations.set(terms.key, obligation);
    const refused = emitSchedule(draft, obligation, obligation.allocated, event.effectiveDate, event);
    if (refused !== null) return refused;
  }
  if (event.treatment === 'prospective' || event.treatment === 'mixed') {
    const remainder = remainderOf(draft, event);
    // Nothing remains, so later changes belong to past performance, on the basis of inception.
    draft.modified = remainder.length === 0 ? null : remainder;
    draft.bases = remainder.length === 0 ? [] : [...draft.bases, remainder];
    const open = new Set(remainder.map(({ key }) => key));
    for (const obligation of draft.obligations.values()) {
      obligation.openAtModification = obligation.openAtModification && open.has(obligation.key);
    }
  }
  addPriceTerms(draft, chosen, event.effectiveDate);
  estimateAgain(draft, event, chosen);
  addVersion(draft, event, event.treatment);
  return null;
}

/**
 * Variable elements, royalties and interest that come with the change. Later estimates of them are shared as the price of
 * the modified contract was (606-10-32-45(b)), so the modification with which they were agreed is noted.
 */
function addPriceTerms(
  draft: Draft,
  { variable, royalties, interest, installments }: ChosenChange,
  on: string,
): void {
  const since = draft.bases.length;
  for (const element of variable) {
    draft.variable.set(element.key, { ...element, since, agreedOn: on, judgedOn: on });
  }
  for (const element of royalties) draft.royalties.set(element.key, { ...element, since });
  draft.interest = [...draft.interest, ...interest];
  draft.installments = [...draft.installments, ...installments];
}

/**
 * What was transferred of an obligation is all that is left of it (25-13): it is satisfied, and counts in later changes of the price
 * with the standalone price of what was transferred (32-43).
 */
function takeOut(obligation: DraftObligation, transferred: Decimal, on: DateString): void {
  obligation.removedOn = on;
  const worth = worthOn(obligation, obligation.pattern);
  obligation.ssp = worth.times(transferred.gt(ONE) ? ONE : transferred).toDecimalPlaces(4);
  obligation.pricedFor = obligation.pattern;
  obligation.estimate = null;
  obligation.materials = null;
  obligation.apart = true;
  if (obligation.pattern.kind === 'RATABLE') return;
  obligation.measure = ONE;
  obligation.base = obligation.allocated.plus(obligation.taken);
  obligation.baseMeasure = ONE;
  obligation.supplierBase = { ...obligation.supplierBase, measure: ONE };
  if (obligation.committed !== null) obligation.committed = { ...obligation.committed, waiting: ZERO };
}

/** The costs expected after a modification, where it states them. */
function estimateAgain(
  draft: Draft,
  { id, obligations = [] }: EventOf<'modification'>,
  { changes }: ChosenChange,
): void {
  for (const { key, costs } of obligations) {
    const obligation = draft.obligations.get(key);
    if (obligation === undefined || costs === undefined) continue;
    const isMeasured = changes.some((one) => one.key === key && one.measure !== undefined);
    const { toDate, totalAfter, percentDecimals } = costs;
    // The materials among them are those that were reported.
    const { materials } = obligation;
    const uninstalled = materials === null ? undefined : obligation.measuredBy?.uninstalled;
    const [bought, installable] = [materials?.costToDate ?? ZERO, materials?.totalCost ?? ZERO];
    const share = dec(toDate).minus(bought).div(dec(totalAfter).minus(installable));
    const performed = roundPercent(share, percentDecimals);
    if (materials !== null && isMeasured) obligation.materials = { ...materials, performed };
    obligation.measuredBy = { costToDate: toDate, uninstalled, percentDecimals };
    obligation.estimate = {
      totalCost: dec(totalAfter),
      performed,
      scope: obligation.estimate?.scope ?? null,
      exitCost: obligation.estimate?.exitCost ?? null,
      eventId: id,
    };
  }
}

/**
 * The contract ends. Schedules stop the day before; what was billed, not earned and not refunded is earned now, shared by
 * the remaining allocation of each obligation; obligations beyond that leave the transaction price. Suppliers are owed
 * for what they supplied by then.
 */
export function terminate(draft: Draft, event: EventOf<'termination'>): Refusal | null {
  const on = event.effectiveDate;
  const refund = dec(event.refund);
  // Of a contract that was never agreed not even the days before count.
  const from = event.withdrawn === true ? '0000-00-00' : on;
  if (on < draft.inception) {
    return breach('TERMINATION_BEFORE_INCEPTION', 'A contract cannot end before its inception.', {
      inception: draft.inception,
    });
  }
  const open = [...draft.obligations.values()].map((obligation) => {
    const earned = earnedBefore(draft, obligation.key, from);
    endSupplier(draft, obligation, event);
    if (obligation.pattern.kind === 'RATABLE') cancelFrom(draft, obligation.key, from, event);
    const left = obligation.allocated.minus(earned);
    return { obligation, left: left.lt(ZERO) ? ZERO : left };
  });
  const left = unearned(draft, ZERO);
  if (refund.gt(left.lt(ZERO) ? ZERO : left)) {
    return breach('REFUND_OVER_UNEARNED', 'The refund exceeds the amount billed but not earned.', {
      unearned: toAmountString(left.lt(ZERO) ? ZERO : left, draft.currencyCode),
    });
  }
  for (const { obligation } of open) {
    obligation.allocated = planned(draft, obligation.key);
    rebase(draft, obligation, on);
  }
  if (!refund.isZero()) {
    draft.billed = draft.billed.minus(refund);
    keepBalance(draft, event, refund, { kind: 'CREDIT', keepRefund: true });
  }
  draft.status = 'TERMINATED';
  draft.ended = {
    eventId: event.id,
    on,
    shares: open.map((one) => ({ key: one.obligation.key, weight: one.left })),
    kept: new Map(),
  };
  settleEnd(draft, event);
  addVersion(draft, event, null);
  return null;
}
