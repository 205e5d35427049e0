import { amountInFull, toAmountString } from '@/core/money/currency';
import { type Decimal, sum, toPlainString, ZERO } from '@/core/money/decimal';
import { type Refusal, refusal } from '@/core/refusals';
import type { Candidate } from './allocate-input';
import type { AllocationInput } from './allocation';

/** Without an observed range, a residual below this share of the listed price is not accepted. */
const SUSPICIOUS_SHARE = '0.5';

/**
 * The residual approach must result in an amount that depicts what the entity expects to be entitled to
 * (606-10-32-28, 32-34(c)). An amount that is zero, negative or outside the observed prices does not:
 * RESIDUAL_NOT_FAITHFUL, as in Example 34 Case C.
 */
export function residualRefusal(
  residual: readonly Candidate[],
  left: Decimal,
  currency: string,
): Refusal | null {
  const names = residual.map((candidate) => candidate.key).join(', ');
  const amount = toAmountString(left, currency);
  const no = (reason: string, data: Record<string, unknown>) =>
    refusal(
      'REVENUE_RULE',
      `The residual of ${amount} for ${names} ${reason}; estimate its standalone selling price another way (606-10-32-34).`,
      { rule: 'RESIDUAL_NOT_FAITHFUL', paragraph: '606-10-32-34(c)', residual: amount, ...data },
    );
  if (left.lte(ZERO)) return no('is not above zero', { reason: 'NOT_POSITIVE' });
  if (residual.length > 1 && residual.some((candidate) => candidate.ssp.isZero())) {
    return no('cannot be divided: each one needs a standalone selling price or range', {
      reason: 'NOT_DIVISIBLE',
    });
  }
  const ranges = residual.flatMap((candidate) => (candidate.range === null ? [] : [candidate.range]));
  if (ranges.length === residual.length) {
    const low = sum(ranges.map((range) => range.low));
    const high = sum(ranges.map((range) => range.high));
    if (left.lt(low) || left.gt(high)) {
      const side = left.lt(low) ? 'below' : 'above';
      return no(
        `lies ${side} the observed range ${amountInFull(low, currency)} to ${amountInFull(high, currency)}`,
        {
          reason: side === 'below' ? 'BELOW_RANGE' : 'ABOVE_RANGE',
          low: toPlainString(low),
          high: toPlainString(high),
        },
      );
    }
    return null;
  }
  const listed = sum(residual.map((candidate) => candidate.ssp));
  if (left.lt(listed.times(SUSPICIOUS_SHARE))) {
    return no(`is less than half of the listed price ${amountInFull(listed, currency)}`, {
      reason: 'FAR_BELOW_LISTED',
      listed: toPlainString(listed),
    });
  }
  return null;
}

type Subset = {
  input: AllocationInput;
  candidates: readonly Candidate[];
  sharing: readonly Candidate[];
  residual: readonly Candidate[];
  discount: ReadonlyMap<string, Decimal>;
  gross: Decimal;
  sharedSsp: Decimal;
};

/** The refusal of a variable amount or subset discount that does not meet the conditions to be allocated; null when it does. */
export function subsetRefusal(subset: Subset): Refusal | null {
  const { input, candidates, sharing, residual, discount, gross, sharedSsp } = subset;
  const money = (value: Decimal) => toAmountString(value, input.currencyCode);
  if (gross.lt(ZERO)) {
    return refusal(
      'REVENUE_RULE',
      'The variable amounts exceed the transaction price they are part of (606-10-32-5, 32-40).',
      { rule: 'VARIABLE_EXCEEDS_PRICE', paragraph: '606-10-32-40' },
    );
  }
  if (residual.length === 0 && sharing.length > 1 && sharedSsp.isZero() && !gross.isZero()) {
    return refusal('REVENUE_RULE', 'No obligation has a standalone selling price to allocate by.', {
      rule: 'NO_SSP',
      paragraph: '606-10-32-32',
    });
  }
  for (const candidate of candidates) {
    const part = discount.get(candidate.key) ?? ZERO;
    const inSubset = !part.isZero();
    if (inSubset && (candidate.method === 'RESIDUAL' || !sharing.includes(candidate))) {
      return refusal(
        'REVENUE_RULE',
        `A discount cannot be allocated entirely to ${candidate.key}, whose price is itself a residual or variable amount.`,
        { rule: 'DISCOUNT_NOT_IN_CONTRACT', paragraph: '606-10-32-37', key: candidate.key },
      );
    }
    if (part.gt(candidate.ssp)) {
      return refusal(
        'REVENUE_RULE',
        `The discount of ${money(part)} to ${candidate.key} exceeds its standalone selling price ${amountInFull(candidate.ssp, input.currencyCode)}.`,
        { rule: 'DISCOUNT_EXCEEDS_SSP', paragraph: '606-10-32-37', key: candidate.key },
      );
    }
  }
  const discounted = sum(discount.values());
  if (residual.length === 0 && !discounted.isZero() && gross.gt(sharedSsp)) {
    const inContract = sharedSsp.minus(gross.minus(discounted));
    return refusal(
      'REVENUE_RULE',
      `The contract has a discount of ${money(inContract.lt(ZERO) ? ZERO : inContract)} in total, less than the ${money(discounted)} allocated to a subset (606-10-32-36).`,
      {
        rule: 'DISCOUNT_NOT_IN_CONTRACT',
        paragraph: '606-10-32-36',
        discount: money(inContract),
        directed: money(discounted),
      },
    );
  }
  return null;
}
