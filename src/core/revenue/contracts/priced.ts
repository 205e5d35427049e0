import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ONE, sum, toPlainString, ZERO } from '@/core/money/decimal';
import type { Refusal } from '@/core/refusals';
import { later } from '../days';
import { usageAmount } from '../usage';
import { estimateVariable } from '../variable-consideration';
import { breach, type Draft, type DraftObligation, emit } from './draft';
import type { EventOf } from './events';
import { changePrice } from './reprice';
import { find, isObligation, wrongPattern } from './satisfy';
import { shareUsage } from './suppliers';

/** Usage adds to the price and is recognized as it happens (606-10-55-18, 55-65). */
export function recordUsage(draft: Draft, event: EventOf<'usage'>): Refusal | null {
  const obligation = find(draft, event.key);
  if (!isObligation(obligation)) return obligation;
  if (obligation.pattern.kind !== 'USAGE') return wrongPattern(obligation, 'usage');
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

/** Adds to the price of a usage obligation and recognizes it. */
function earn(
  draft: Draft,
  obligation: DraftObligation,
  gross: Decimal,
  event: EventOf<'usage'>,
  catchUp: boolean,
): void {
  const on = event.effectiveDate;
  const amount = shareUsage(draft, obligation, gross, event);
  obligation.allocated = obligation.allocated.plus(amount);
  obligation.base = obligation.allocated;
  obligation.measure = ONE;
  obligation.baseMeasure = ONE;
  emit(draft, {
    key: obligation.key,
    amount,
    start: on,
    end: on,
    source: 'usage',
    eventId: event.id,
    catchUp,
  });
}

function recordByTiers(draft: Draft, obligation: DraftObligation, event: EventOf<'usage'>): Refusal | null {
  const { pattern, units } = obligation;
  if (pattern.kind !== 'USAGE' || event.quantity === undefined) return wrongPattern(obligation, 'usage');
  const amount = usageAmount({
    currencyCode: draft.currencyCode,
    quantity: event.quantity,
    usedBefore: toPlainString(units),
    tiers: pattern.tiers ?? [],
  });
  if (!amount.ok) return amount.refusal;
  obligation.units = units.plus(event.quantity);
  earn(draft, obligation, dec(amount.value), event, false);
  return null;
}

/**
 * Units at the price expected to remain (606-10-32-10): the rest of what is invoiced is a refund liability. A new
 * expected price holds for all units so far, the earlier ones caught up at once (32-14, 32-43; Example 24).
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
  const money = (quantity: Decimal, price: Decimal) =>
    roundToCurrency(quantity.times(price), draft.currencyCode);
  const after = units.plus(event.quantity ?? ZERO);
  earn(draft, obligation, money(units, expected).minus(money(units, before)), event, true);
  earn(draft, obligation, money(after, expected).minus(money(units, expected)), event, false);
  const rebate = money(after, invoiced).minus(money(after, expected));
  const change = rebate.minus(obligation.rebate);
  obligation.units = after;
  obligation.rebate = rebate;
  obligation.pattern = { ...pattern, expectedPrice: toPlainString(expected) };
  draft.refund = draft.refund.plus(change);
  if (!change.isZero()) {
    const amount = toAmountString(change, draft.currencyCode);
    draft.balanceEvents.push({ kind: 'REFUND', on: event.effectiveDate, amount });
  }
  return null;
}

/**
 * Sales or usage on which a royalty is due enter the price and are shared as a price change is: what is satisfied is
 * recognized now, the rest with its license, so at the later of the two (606-10-55-65; Example 35).
 */
export function earnRoyalty(draft: Draft, event: EventOf<'royalty'>): Refusal | null {
  const terms = draft.royalties.get(event.key);
  if (terms === undefined) {
    return breach('UNKNOWN_ELEMENT', `The price has no royalty ${event.key}.`, { key: event.key });
  }
  const amount = roundToCurrency(dec(event.sales).times(terms.rate), draft.currencyCode);
  if (amount.isZero()) return null;
  const [only, ...more] = terms.to ?? [];
  const licence = more.length === 0 ? draft.obligations.get(only ?? '') : undefined;
  if (licence?.pattern.kind !== 'RATABLE') {
    return changePrice(draft, event, amount, { onlyTo: terms.to, promisedBefore: true, since: terms.since });
  }
  // Of a license over time the royalty belongs to the part of the term in which it was earned (606-10-32-40, 55-65).
  const on = later(event.effectiveDate, licence.pattern.start);
  licence.allocated = licence.allocated.plus(amount);
  emit(draft, {
    key: licence.key,
    amount,
    start: on,
    end: on,
    source: 'royalty',
    eventId: event.id,
    catchUp: false,
  });
  return null;
}

/** A variable element is estimated anew: the price changes by what is now included more or less (606-10-32-14). */
export function reassess(draft: Draft, event: EventOf<'reassessment'>): Refusal | null {
  const element = draft.variable.get(event.key);
  if (element === undefined) {
    return breach('UNKNOWN_ELEMENT', `The price has no variable element ${event.key}.`, { key: event.key });
  }
  const { method, outcomes, constraint } = event;
  const estimate = estimateVariable({
    currencyCode: draft.currencyCode,
    method,
    outcomes,
    constraint,
    previous: element.included,
  });
  if (!estimate.ok) return estimate.refusal;
  const { change, included } = estimate.value;
  draft.variable.set(event.key, { ...element, included });
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
