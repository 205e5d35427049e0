import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type DecimalString, ZERO } from '@/core/money/decimal';
import { granted, type Outcome, refused } from '@/core/outcome';
import { reading } from './reading';

/**
 * Standalone price of an option that gives a material right (606-10-55-44; Example 49): average purchase × discount
 * beyond what any customer gets × likelihood of exercise. Without an incremental discount there is no material right
 * (55-43): refuses with REVENUE_RULE NO_MATERIAL_RIGHT.
 */
export function optionPrice(input: {
  currencyCode: string;
  averagePurchase: DecimalString;
  /** The discount the option gives, 0 to 1. */
  discount: DecimalString;
  /** The discount available without it, 0 to 1. */
  discountForAll: DecimalString;
  likelihood: DecimalString;
}): Outcome<DecimalString> {
  const read = reading(input.currencyCode);
  const purchase = read.money(['averagePurchase'], input.averagePurchase);
  const discount = read.number(['discount'], input.discount, { min: '0', max: '1' });
  const forAll = read.number(['discountForAll'], input.discountForAll, { min: '0', max: '1' });
  const likelihood = read.number(['likelihood'], input.likelihood, { min: '0', max: '1' });
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };
  const incremental = discount.minus(forAll);
  if (incremental.lte(ZERO)) {
    return refused(
      'REVENUE_RULE',
      'The option gives nothing beyond what any customer receives, so it is not a material right.',
      {
        rule: 'NO_MATERIAL_RIGHT',
        paragraph: '606-10-55-43',
      },
    );
  }
  const price = purchase.times(incremental).times(likelihood);
  return granted(toAmountString(roundToCurrency(price, input.currencyCode), input.currencyCode));
}
