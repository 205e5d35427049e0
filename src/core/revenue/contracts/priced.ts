import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ONE, sum, toPlainString, ZERO } from '@/core/money/decimal';
import type { Refusal } from '@/core/refusals';
import { later } from '../days';
import { usagePrice } from '../usage';
import { estimateVariable, recordedConstraint } from '../variable-consideration';
import { drawCommitted } from './committed';
import {
  breach,
  type Draft,
  type DraftObligation,
  emit,
  keepBalance,
  periodOfFact,
  roundedStep,
} from './drafts/draft';
import type { EventOf } from './events';
import { addToPrice, changePrice } from './reprice';
import { findObligation, isObligation, wrongPattern } from './satisfy';
import { shareUsage } from './suppliers';

/** Usage adds to the price and is recognized as it happens (606-10-55-18, 55-65). */
export function recordUsage(draft: Draft, event: EventOf<'usage'>): Refusal | null {
  const obligation = findObligation(draft, event.key);
  if (!isObligation(obligation)) return obligation;
  if (obligation.pattern.kind !== 'USAGE') return wrongPattern(obligation, 'Usage');
  const priced = event.quantity !== undefined || event.expectedPrice !== undefined;
  if (priced === (event.amount !== undefined)) {
    return breach(
      'USAGE_NOT_PRICED',
      'Usage needs either an amount or a quantity at the prices of the obligation.',
      {
        key: event.key,
      },
    );
  }
  if (event.amount !== undefined) {
    earn(draft, obligation, dec(event.amount), event, false);
    return null;
  }
  return obligation.pattern.tiers === undefined
    ? recordAtExpectedPrice(draft, obligation, event)
    : recordByTiers(draft, obligation, event);
}

/** Adds an exact amount to the price of a usage obligation and recognizes it; its month is rounded once. A minimum comes first. */
function earn(
  draft: Draft,
  obligation: DraftObligation,
  exact: Decimal,
  event: EventOf<'usage'>,
  catchUp: boolean,
): void {
  if (drawCommitted(draft, obligation, exact, event)) return;
  const on = event.effectiveDate;
  const { key } = obligation;
  const gross = roundedStep(draft, `usage ${key} ${periodOfFact(draft, event)}`, exact);
  const passedOn = shareUsage(draft, obligation, exact, event);
  const amount = obligation.supplier?.capacity === 'AGENT' ? gross.minus(passedOn) : gross;
  obligation.allocated = obligation.allocated.plus(amount);
  obligation.base = obligation.allocated;
  obligation.measure = ONE;
  obligation.baseMeasure = ONE;
  emit(draft, { key, amount, start: on, end: on, source: 'usage', eventId: event.id, catchUp });
}

function recordByTiers(draft: Draft, obligation: DraftObligation, event: EventOf<'usage'>): Refusal | null {
  const { pattern, units } = obligation;
  if (pattern.kind !== 'USAGE' || event.quantity === undefined) return wrongPattern(obligation, 'Usage');
  const amount = usagePrice({
    currencyCode: draft.currencyCode,
    quantity: event.quantity,
    usedBefore: toPlainString(units),
    tiers: pattern.tiers ?? [],
  });
  if (!amount.ok) return amount.refusal;
  obligation.units = units.plus(event.quantity);
  earn(draft, obligation, amount.value, event, false);
  return null;
}

/**
 * Units at the price expected to be kept (606-10-32-10): the rest of what is invoiced is a refund liability. A new expected
 * price applies to all units so far, with an immediate catch-up for the earlier ones (32-14, 32-43; Example 24).
 */
function recordAtExpectedPrice(
  draft: Draft,
  obligation: DraftObligation,
  event: EventOf<'usage'>,
): Refusal | null {
  const { pattern, units } = obligation;
  if (pattern.kind !== 'USAGE' || pattern.invoicedPrice === undefined) {
    return breach('USAGE_NOT_PRICED', `${event.key} has no unit price.`, { key: event.key });
  }
  const invoiced = dec(pattern.invoicedPrice);
  const before = dec(pattern.expectedPrice ?? pattern.invoicedPrice);
  const expected = dec(event.expectedPrice ?? before);
  if (expected.gt(invoiced)) {
    return breach('EXPECTED_OVER_INVOICED', 'The expected price exceeds the invoiced price.', {
      key: event.key,
      invoicedPrice: pattern.invoicedPrice,
    });
  }
  const quantity = dec(event.quantity ?? ZERO);
  const after = units.plus(quantity);
  earn(draft, obligation, units.times(expected.minus(before)), event, true);
  earn(draft, obligation, quantity.times(expected), event, false);
  const rebate = roundToCurrency(after.times(invoiced.minus(expected)), draft.currencyCode);
  const change = rebate.minus(obligation.rebate);
  obligation.units = after;
  obligation.rebate = rebate;
  obligation.pattern = { ...pattern, expectedPrice: toPlainString(expected) };
  draft.refund = draft.refund.plus(change);
  if (!change.isZero()) keepBalance(draft, event, change, { kind: 'REFUND' });
  return null;
}

/**
 * Sales or usage on which a royalty is due are added to the price and shared like a price change: the satisfied part is
 * recognized now, the rest with its license, so at the later of the two (606-10-55-65; Example 35). A month's sales are
 * rounded and shared as one amount, however many facts record them.
 */
export function earnRoyalty(draft: Draft, event: EventOf<'royalty'>): Refusal | null {
  const terms = draft.royalties.get(event.key);
  if (terms === undefined) {
    return breach('UNKNOWN_ELEMENT', `The price has no royalty ${event.key}.`, { key: event.key });
  }
  const [only, ...more] = terms.to ?? [];
  const license = more.length === 0 ? draft.obligations.get(only ?? '') : undefined;
  const exact = dec(event.sales).times(terms.rate);
  if (drawCommitted(draft, license, exact, event)) return null;
  const name = `royalty ${event.key} ${periodOfFact(draft, event)}`;
  const step = roundedStep(draft, name, exact);
  if (step.isZero()) return null;
  if (license?.pattern.kind !== 'RATABLE') {
    const rule = { onlyTo: terms.to, promisedBefore: true, since: terms.since };
    return addToPrice(draft, event, step, rule, name);
  }
  // The royalty on a license over time belongs to the part of the term in which it was earned (606-10-32-40, 55-65).
  const on = later(event.effectiveDate, license.pattern.start);
  license.allocated = license.allocated.plus(step);
  license.taken = license.taken.minus(step);
  emit(draft, {
    key: license.key,
    amount: step,
    start: on,
    end: on,
    source: 'royalty',
    eventId: event.id,
    catchUp: false,
  });
  return null;
}

/** A variable element is re-estimated: the price changes by the change in the amount included (606-10-32-14). */
export function reassess(draft: Draft, event: EventOf<'reassessment'>): Refusal | null {
  const element = draft.variable.get(event.key);
  if (element === undefined) {
    return breach('UNKNOWN_ELEMENT', `The price has no variable element ${event.key}.`, { key: event.key });
  }
  const { method, outcomes } = event;
  const estimate = estimateVariable({
    currencyCode: draft.currencyCode,
    method,
    outcomes,
    constraint: recordedConstraint(event),
    previous: element.included,
  });
  if (!estimate.ok) return estimate.refusal;
  const { change, included } = estimate.value;
  draft.variable.set(event.key, { ...element, included, judgedOn: event.effectiveDate });
  if (dec(change).isZero()) return null;
  const price = sum([...draft.obligations.values()].map(({ allocated }) => allocated));
  if (price.plus(change).lt(ZERO)) {
    return breach('NEGATIVE_PRICE', 'The transaction price would be negative.', {
      total: toAmountString(price.plus(change), draft.currencyCode),
      paragraph: '606-10-32-25',
    });
  }
  const { to: onlyTo, since } = element;
  return changePrice(draft, event, dec(change), { onlyTo, promisedBefore: true, since });
}
