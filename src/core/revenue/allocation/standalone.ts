import { amountInFull, roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, ONE } from '@/core/money/decimal';
import { granted, type Outcome } from '@/core/outcome';
import { optionPrice } from '../material-rights';
import { reading } from '../reading';

/** How a standalone price is estimated when it is not observed (606-10-32-33, 32-34). */
export type StandaloneEstimate =
  /** An option: average purchase × discount beyond what any customer gets × likelihood (55-44; Example 49). */
  | {
      kind: 'OPTION';
      averagePurchase: DecimalString;
      discount: DecimalString;
      discountForAll: DecimalString;
      likelihood: DecimalString;
    }
  /** Points or vouchers: value of one × number expected to be used (Example 52). */
  | { kind: 'RIGHTS'; valueEach: DecimalString; expectedUsed: DecimalString }
  /** Expected cost plus a margin (32-34(b)); with a likelihood, the weight of a renewal (55-45; Example 51). */
  | {
      kind: 'COST';
      cost: DecimalString;
      margin?: DecimalString | undefined;
      likelihood?: DecimalString | undefined;
    };

/** The estimated standalone price with its reason. Refuses with INVALID_INPUT and REVENUE_RULE NO_MATERIAL_RIGHT. */
export function standalonePrice(
  input: StandaloneEstimate & { currencyCode: string },
): Outcome<{ ssp: DecimalString; why: string }> {
  const { currencyCode } = input;
  if (input.kind === 'OPTION') {
    const price = optionPrice(input);
    if (!price.ok) return price;
    const { averagePurchase, discount, discountForAll, likelihood } = input;
    return granted({
      ssp: price.value,
      why: `${amountInFull(averagePurchase, currencyCode)} × (${discount} − ${discountForAll}) × ${likelihood} (606-10-55-44)`,
    });
  }
  const read = reading(currencyCode);
  const [first, second, third] =
    input.kind === 'RIGHTS'
      ? [
          read.number(['valueEach'], input.valueEach, { min: '0' }),
          read.number(['expectedUsed'], input.expectedUsed, { min: '0' }),
          ONE,
        ]
      : [
          read.number(['cost'], input.cost, { min: '0' }),
          ONE.plus(read.number(['margin'], input.margin ?? '0', { min: '-1' })),
          read.number(['likelihood'], input.likelihood ?? '1', { min: '0', max: '1' }),
        ];
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };
  const money = (value: Decimal) => amountInFull(value, currencyCode);
  const ssp = roundToCurrency(first.times(second).times(third), currencyCode);
  return granted({
    ssp: toAmountString(ssp, currencyCode),
    why:
      input.kind === 'RIGHTS'
        ? `${input.expectedUsed} expected to be used at ${money(first)} (606-10-55-44)`
        : `cost ${money(first)}, margin ${input.margin ?? '0'}, likelihood ${input.likelihood ?? '1'} (606-10-32-34(b))`,
  });
}
