import { allocateByWeight } from '@/core/money/allocate';
import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ONE, sum, toPlainString, ZERO } from '@/core/money/decimal';
import { granted, type Outcome } from '@/core/outcome';
import type { Refusal } from '@/core/refusals';
import {
  allocatePriceChange,
  type PriceChangeInput,
  type PriceChangeShare,
} from '../modifications/price-change';
import { keepItems } from './billed-items';
import { allocateMore } from './costs/materials';
import {
  breach,
  cancelFrom,
  type Draft,
  type DraftObligation,
  earnedBefore,
  emit,
  emitSchedule,
  keepBalance,
  roundedStep,
  settle,
  shareSinceReset,
} from './drafts/draft';
import { addVersion } from './drafts/draft-view';
import type { ContractEvent, EventOf } from './events';
import { keepJournal } from './postings/journals';
import { rebaseSupplier } from './suppliers';

/** Changes an obligation's share of the price: a catch-up for the satisfied part now, the rest with what remains. */
function addToAllocation(
  draft: Draft,
  obligation: DraftObligation,
  amount: Decimal,
  now: Decimal,
  event: ContractEvent,
): Refusal | null {
  allocateMore(obligation, amount);
  if (obligation.pattern.kind !== 'RATABLE') {
    settle(draft, obligation, event, true);
    return null;
  }
  const on = event.effectiveDate;
  const { key } = obligation;
  emit(draft, { key, amount: now, start: on, end: on, source: event.kind, eventId: event.id, catchUp: true });
  return emitSchedule(draft, obligation, amount.minus(now), on, event);
}

/** Which obligations a change of the price belongs to. */
type PriceChangeRule = {
  onlyTo?: readonly string[] | undefined;
  promisedBefore?: boolean | undefined;
  /** For a term added by a modification: the number of prospective modifications by then. */
  since?: number | undefined;
};

type Basis = Pick<PriceChangeInput, 'onlyTo' | 'promisedBefore' | 'inception' | 'modified'>;

/** The obligations and weights by which a change is shared (606-10-32-43 to 32-45). */
function basisOf(draft: Draft, rule: PriceChangeRule, on: string): Basis {
  const obligations = [...draft.obligations.values()];
  const { onlyTo, since } = rule;
  const share = (obligation: DraftObligation | undefined) =>
    obligation === undefined ? '0' : toPlainString(shareSinceReset(obligation, on).toDecimalPlaces(10));
  const weighed = (basis: Draft['modified']) =>
    basis?.map(({ key, weight }) => ({
      key,
      weight: toPlainString(weight),
      satisfied: share(draft.obligations.get(key)),
    }));
  const modified = weighed(draft.modified);
  if (since !== undefined && onlyTo !== undefined) {
    // A term added by a modification that names its obligations stays with them, whatever else is open (32-44).
    const named = obligations.filter(({ key }) => onlyTo.includes(key));
    const unpriced = named.every(({ ssp }) => ssp.isZero());
    return {
      inception: named.map((obligation) => ({
        key: obligation.key,
        weight: unpriced ? '1' : toPlainString(obligation.ssp),
        satisfied: share(obligation),
      })),
    };
  }
  if (since !== undefined && since >= draft.bases.length && modified !== undefined) {
    return { inception: modified, modified, promisedBefore: false };
  }
  const then = since === undefined ? undefined : draft.bases[since - 1];
  if (then !== undefined) {
    const later = draft.bases.slice(since).map((basis) => new Set(basis.map(({ key }) => key)));
    return {
      inception: (weighed(then) ?? []).map((line) => ({
        ...line,
        openAtModification: later.every((keys) => keys.has(line.key)),
      })),
      modified,
      promisedBefore: true,
    };
  }
  // Obligations added by a modification had no price at inception; they take part only when named.
  const atInception = (obligation: DraftObligation) =>
    obligation.sinceInception || onlyTo?.includes(obligation.key) === true;
  return {
    onlyTo,
    promisedBefore: rule.promisedBefore,
    inception: obligations.filter(atInception).map((obligation) => ({
      key: obligation.key,
      weight: toPlainString(obligation.ssp),
      satisfied: share(obligation),
      openAtModification: obligation.openAtModification,
    })),
    modified,
  };
}

/** The transaction price changes (606-10-32-42 to 32-45). */
export function changePrice(
  draft: Draft,
  event: ContractEvent,
  change: Decimal,
  rule: PriceChangeRule,
): Refusal | null {
  const shares = sharesOf(draft, event, change, rule);
  if (!shares.ok) return shares.refusal;
  for (const { key, amount, recogniseNow } of shares.value) {
    const obligation = draft.obligations.get(key);
    if (obligation === undefined) continue;
    const refused = addToAllocation(draft, obligation, dec(amount), dec(recogniseNow), event);
    if (refused !== null) return refused;
  }
  addVersion(draft, event, null);
  return null;
}

/**
 * The transaction price changes by one of many small amounts under the same name. They are shared as their sum, less what
 * each obligation was already given of it, so that many amounts give the same result to the cent as one of their sum.
 */
export function addToPrice(
  draft: Draft,
  event: ContractEvent,
  step: Decimal,
  rule: PriceChangeRule,
  name: string,
): Refusal | null {
  const on = event.effectiveDate;
  // Amounts shared on another basis stay where they are.
  const pot = `${name} ${basisName(basisOf(draft, rule, on))}`;
  const total = step.plus(draft.exact.get(pot) ?? ZERO);
  draft.exact.set(pot, total);
  const shares = sharesOf(draft, event, total, rule);
  if (!shares.ok) return shares.refusal;
  for (const { key, amount } of shares.value) {
    const obligation = draft.obligations.get(key);
    if (obligation === undefined) continue;
    const given = `${pot} of ${key}`;
    const more = roundedStep(draft, given, dec(amount).minus(draft.exact.get(given) ?? ZERO));
    if (more.isZero()) continue;
    // The share satisfied before that day's first change, whose catch-up is not performance.
    const share = draft.exact.get(`${given} satisfied on ${on}`) ?? shareSinceReset(obligation, on);
    draft.exact.set(`${given} satisfied on ${on}`, share);
    const now = roundedStep(draft, `${given} on ${on}`, more.times(share));
    const refused =
      addToAllocation(draft, obligation, more, now, event) ?? planAnew(draft, obligation, event);
    if (refused !== null) return refused;
  }
  addVersion(draft, event, null);
  return null;
}

/** Spreads the rest of a term as one amount, so that many small additions round like their sum. */
function planAnew(draft: Draft, obligation: DraftObligation, event: ContractEvent): Refusal | null {
  if (obligation.pattern.kind !== 'RATABLE') return null;
  const on = event.effectiveDate;
  const left = obligation.allocated.minus(earnedBefore(draft, obligation.key, on));
  cancelFrom(draft, obligation.key, on, event);
  return emitSchedule(draft, obligation, left, on, event);
}

/** The identity of a basis, regardless of how much of it is satisfied. */
function basisName({ onlyTo, promisedBefore, inception, modified }: Basis): string {
  const weights = (lines: Basis['inception'] = []) =>
    lines.map(({ key, weight, openAtModification }) => [key, weight, openAtModification ?? null]);
  return JSON.stringify([onlyTo ?? null, promisedBefore ?? null, weights(inception), weights(modified)]);
}

function sharesOf(
  draft: Draft,
  event: ContractEvent,
  change: Decimal,
  rule: PriceChangeRule,
): Outcome<readonly PriceChangeShare[]> {
  const result = allocatePriceChange({
    currencyCode: draft.currencyCode,
    change: toAmountString(change, draft.currencyCode),
    ...basisOf(draft, rule, event.effectiveDate),
  });
  return result.ok ? granted(result.value.allocations) : result;
}

/** Removes an amount from what is not yet recognized, in proportion. */
export function cancelRemaining(draft: Draft, amount: Decimal, event: ContractEvent): Refusal | null {
  const on = event.effectiveDate;
  const open = [...draft.obligations.values()].map((obligation) => {
    const left = obligation.allocated.minus(earnedBefore(draft, obligation.key, on));
    return { obligation, left: left.lt(ZERO) ? ZERO : left };
  });
  if (amount.gt(sum(open.map(({ left }) => left)))) {
    return breach('CREDIT_OVER_REMAINING', 'The credit exceeds the amount not yet recognized.', {
      remaining: toAmountString(sum(open.map(({ left }) => left)), draft.currencyCode),
    });
  }
  const shares = allocateByWeight(
    amount,
    open.map(({ left }) => left),
    draft.currencyCode,
  );
  for (const [index, { obligation, left }] of open.entries()) {
    const share = shares[index] ?? ZERO;
    // What has a remainder begins again, even where its share of the amount rounds to nothing.
    if (left.isZero() || amount.isZero()) continue;
    rebaseSupplier(draft, obligation, on);
    obligation.allocated = obligation.allocated.minus(share);
    if (obligation.pattern.kind === 'RATABLE') {
      cancelFrom(draft, obligation.key, on, event);
      const refused = emitSchedule(draft, obligation, left.minus(share), on, event);
      if (refused !== null) return refused;
    }
    rebase(draft, obligation, on);
  }
  addVersion(draft, event, null);
  return null;
}

/** From this date on, only the remainder is measured; what was recognized stays. One that is satisfied has no remainder. */
export function rebase(draft: Draft, obligation: DraftObligation, date: string): void {
  obligation.resetOn = date;
  if (obligation.pattern.kind === 'RATABLE' || obligation.measure.equals(ONE)) return;
  obligation.baseMaterials = obligation.materials;
  obligation.base = earnedBefore(draft, obligation.key, date).plus(obligation.taken);
  obligation.baseMeasure = obligation.measure;
}

/** Lowers (or raises) recognized revenue and the price by the same amount. */
export function takeFromRevenue(
  draft: Draft,
  key: string,
  amount: Decimal,
  event: ContractEvent,
): Refusal | null {
  const obligation = draft.obligations.get(key);
  if (obligation === undefined) {
    return breach('UNKNOWN_OBLIGATION', `The contract has no obligation ${key}.`, { key });
  }
  const on = event.effectiveDate;
  if (obligation.pattern.kind === 'RATABLE') rebaseSupplier(draft, obligation, on);
  obligation.allocated = obligation.allocated.minus(amount);
  emit(draft, {
    key,
    amount: amount.negated(),
    start: on,
    end: on,
    source: event.kind,
    eventId: event.id,
    catchUp: true,
  });
  obligation.taken = obligation.taken.plus(amount);
  return null;
}

/** Expected refunds are reassessed: the liability changes through revenue (606-10-55-26). */
export function estimateRefund(draft: Draft, event: EventOf<'refundEstimate'>): Refusal | null {
  const change = dec(event.liability).minus(draft.refund);
  const refused = takeFromRevenue(draft, event.key, change, event);
  if (refused !== null) return refused;
  draft.refund = draft.refund.plus(change);
  keepBalance(draft, event, change, { kind: 'REFUND' });
  return null;
}

/** Goods were returned: credited to the customer out of the refund liability, the excess out of revenue. */
export function returnGoods(draft: Draft, event: EventOf<'return'>): Refusal | null {
  const amount = dec(event.amount);
  const expected = amount.lt(draft.refund) ? amount : draft.refund;
  const excess = amount.minus(expected);
  if (excess.gt(earnedBefore(draft, event.key, event.effectiveDate))) {
    return breach('RETURN_OVER_RECOGNISED', 'More is returned than was recognized.', { key: event.key });
  }
  const refused = takeFromRevenue(draft, event.key, excess, event) ?? takeGoodsBack(draft, event);
  if (refused !== null) return refused;
  draft.refund = draft.refund.minus(expected);
  const obligation = draft.obligations.get(event.key);
  if (obligation !== undefined) {
    const left = obligation.rebate.minus(expected);
    obligation.rebate = left.lt(ZERO) ? ZERO : left;
  }
  // What was neither billed nor paid is not credited: it was a contract asset, which is removed with its revenue.
  const gross = draft.billed.plus(draft.returned);
  const due = (gross.gt(draft.paid) ? gross : draft.paid).minus(draft.returned);
  const owed = due.lt(ZERO) ? ZERO : due;
  const credited = amount.lt(owed) ? amount : owed;
  draft.returned = draft.returned.plus(credited);
  draft.billed = draft.billed.minus(credited);
  if (!credited.isZero()) keepBalance(draft, event, credited, { kind: 'CREDIT' });
  const unbilled = expected.minus(credited);
  if (unbilled.gt(ZERO)) keepBalance(draft, event, unbilled.negated(), { kind: 'REFUND' });
  return null;
}

/** Returned goods go back into inventory at their carrying amount (606-10-55-27). */
function takeGoodsBack(draft: Draft, event: EventOf<'return'>): Refusal | null {
  const obligation = draft.obligations.get(event.key);
  if (event.quantity === undefined || obligation === undefined) return null;
  const { comingBack, returnAsset, cost } = obligation;
  if (comingBack === null) {
    return breach(
      'RETURN_NOT_ESTIMATED',
      `The cost of ${event.key} and its expected returns have not been estimated.`,
      {
        key: event.key,
      },
    );
  }
  const { units, unitCost } = comingBack;
  const quantity = dec(event.quantity);
  const expected = quantity.lt(units) ? quantity : units;
  const round = (value: Decimal) => roundToCurrency(value, draft.currencyCode);
  const fromAsset = expected.equals(units) ? returnAsset : round(returnAsset.times(expected).div(units));
  const fromCost = round(quantity.minus(expected).times(unitCost));
  if (fromCost.gt(cost)) {
    return breach('RETURN_OVER_RECOGNISED', 'More is returned than was sold.', { key: event.key });
  }
  obligation.comingBack = { units: units.minus(expected), unitCost };
  obligation.returnAsset = returnAsset.minus(fromAsset);
  obligation.cost = cost.minus(fromCost);
  keepJournal(draft, event, `Goods of ${event.key} were returned`, [
    ['INVENTORY', fromAsset.plus(fromCost)],
    ['RETURN_ASSET', fromAsset.negated()],
    ['COST_OF_SALES', fromCost.negated()],
  ]);
  return null;
}

/** A credit note reduces recognized and deferred amounts in the proportion its mode requires. */
export function credit(draft: Draft, event: EventOf<'creditNote'>): Refusal | null {
  const amount = dec(event.amount);
  let refused: Refusal | null = null;
  if (event.mode === 'REFUND_LIABILITY') {
    if (amount.gt(draft.refund)) {
      refused = breach('CREDIT_OVER_REFUND', 'The credit exceeds the refund liability.', {
        refundLiability: toAmountString(draft.refund, draft.currencyCode),
      });
    } else draft.refund = draft.refund.minus(amount);
  } else if (event.mode === 'CANCEL_REMAINING') refused = cancelRemaining(draft, amount, event);
  else if (amount.gt(sum([...draft.obligations.values()].map(({ allocated }) => allocated)))) {
    refused = breach('CREDIT_OVER_PRICE', 'The credit exceeds the transaction price.');
  } else refused = changePrice(draft, event, amount.negated(), {});
  return refused ?? keepCredit(draft, event);
}

/** A credit note reduces what the customer owes, for what it says it is for. Refuses what `keepItems` refuses. */
export function keepCredit(draft: Draft, event: EventOf<'creditNote'>): Refusal | null {
  const amount = dec(event.amount);
  draft.billed = draft.billed.minus(amount);
  keepBalance(draft, event, amount, { kind: 'CREDIT', keepRefund: event.mode !== 'REFUND_LIABILITY' });
  return keepItems(draft, event);
}
