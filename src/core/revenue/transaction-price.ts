import { amountInFull, roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, sum, ZERO } from '@/core/money/decimal';
import { granted, type Outcome, refused } from '@/core/outcome';
import { reading } from './reading';
import {
  estimateVariable,
  type VariableEstimate,
  type VariableEstimateInput,
} from './variable-consideration';

export type VariableElement = Omit<VariableEstimateInput, 'currencyCode'> & { key: string };

export type TransactionPriceInput = {
  currencyCode: string;
  fixed: DecimalString;
  variable?: readonly VariableElement[] | undefined;
  /** Noncash consideration at its fair value at contract inception (606-10-32-21). */
  nonCash?: readonly { key: string; quantity: DecimalString; fairValue: DecimalString }[] | undefined;
  /** Paid to the customer, and the fair value of any distinct good or service received in exchange (606-10-32-25). */
  payableToCustomer?:
    | readonly { key: string; amount: DecimalString; distinctFairValue?: DecimalString | undefined }[]
    | undefined;
  /** Interest included in the promised amounts; reduces the price for payment in arrears (606-10-32-15). */
  financing?: DecimalString | undefined;
  /** Received but not consideration: collected for a supplier, or to be refunded. */
  deductions?: readonly PriceElement[] | undefined;
};

export type PriceElement = { key: string; amount: DecimalString; why: string };
export type TransactionPrice = {
  total: DecimalString;
  elements: PriceElement[];
  estimates: (VariableEstimate & { key: string })[];
};

/**
 * The transaction price (606-10-32-2): fixed + variable under the constraint + noncash − payable to the customer −
 * interest in arrears payments. Every element is returned with its reason. Refuses with INVALID_INPUT, and REVENUE_RULE
 * NEGATIVE_PRICE when payments to the customer exceed the price.
 */
export function transactionPrice(input: TransactionPriceInput): Outcome<TransactionPrice> {
  const { currencyCode } = input;
  const read = reading(currencyCode);
  const elements: { key: string; amount: Decimal; why: string }[] = [];
  elements.push({ key: 'fixed', amount: read.money(['fixed'], input.fixed), why: 'fixed consideration' });
  (input.nonCash ?? []).forEach(({ key, quantity, fairValue }, index) => {
    const units = read.number(['nonCash', index, 'quantity'], quantity, { min: '0' });
    const value = read.number(['nonCash', index, 'fairValue'], fairValue, { min: '0' });
    elements.push({
      key,
      amount: roundToCurrency(units.times(value), currencyCode),
      why: `${quantity} at a fair value of ${amountInFull(value, currencyCode)} at inception (606-10-32-21)`,
    });
  });
  (input.payableToCustomer ?? []).forEach(({ key, amount, distinctFairValue }, index) => {
    const paid = read.money(['payableToCustomer', index, 'amount'], amount);
    const worth = read.money(['payableToCustomer', index, 'distinctFairValue'], distinctFairValue ?? '0');
    const excess = paid.gt(worth) ? paid.minus(worth) : ZERO;
    elements.push({
      key,
      amount: excess.negated(),
      why: 'payable to the customer in excess of the fair value of what it supplies (606-10-32-25, 32-26)',
    });
  });
  (input.deductions ?? []).forEach(({ key, amount, why }, index) => {
    elements.push({ key, amount: read.money(['deductions', index, 'amount'], amount).negated(), why });
  });
  const interest = read.money(['financing'], input.financing ?? '0', 'NEGATIVE');
  if (!interest.isZero()) {
    elements.push({
      key: 'financing',
      amount: interest.negated(),
      why: 'interest in the promised payments (606-10-32-15)',
    });
  }
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };

  const estimates: (VariableEstimate & { key: string })[] = [];
  for (const element of input.variable ?? []) {
    const estimated = estimateVariable({ ...element, currencyCode });
    if (!estimated.ok) return estimated;
    estimates.push({ key: element.key, ...estimated.value });
  }
  const variable = estimates.map(({ key, included, why }) => ({ key, amount: included, why }));
  const total = sum([...elements.map(({ amount }) => amount), ...variable.map(({ amount }) => amount)]);
  if (total.lt(ZERO)) {
    return refused('REVENUE_RULE', 'The transaction price would be negative.', {
      rule: 'NEGATIVE_PRICE',
      paragraph: '606-10-32-25',
      total: toAmountString(total, currencyCode),
    });
  }
  return granted({
    total: toAmountString(total, currencyCode),
    elements: [
      ...elements.map(({ key, amount, why }) => ({ key, amount: toAmountString(amount, currencyCode), why })),
      ...variable,
    ],
    estimates,
  });
}
