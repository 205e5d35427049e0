import { roundToCurrency, toAmountString } from '@/core/money/currency';
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
  /** Non-cash consideration at its fair value at contract inception (606-10-32-21). */
  nonCash?: readonly { key: string; quantity: DecimalString; fairValue: DecimalString }[] | undefined;
  /** Paid to the customer, and what distinct good or service comes back for it at fair value (606-10-32-25). */
  payableToCustomer?:
    | readonly { key: string; amount: DecimalString; distinctFairValue?: DecimalString | undefined }[]
    | undefined;
  /** Interest inside the promised amounts; reduces the price for payment in arrears (606-10-32-15). */
  financing?: DecimalString | undefined;
  /** What is received but is not consideration: collected for a supplier, to be given back. */
  deductions?: readonly PriceElement[] | undefined;
};

export type PriceElement = { key: string; amount: DecimalString; why: string };
export type TransactionPrice = {
  total: DecimalString;
  elements: PriceElement[];
  estimates: (VariableEstimate & { key: string })[];
};

/**
 * The transaction price (606-10-32-2): fixed + variable under the constraint + non-cash − payable to the customer −
 * interest in arrears payments. Every element comes back with its reason. Refuses INVALID_INPUT, and REVENUE_RULE
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
      why: `${quantity} at a fair value of ${fairValue} at inception (606-10-32-21)`,
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

/**
 * A payment to a customer spread over the purchases it is expected to make (606-10-32-25, 32-27; Example 32): each
 * invoice loses the same share. 1.5 m on expected purchases of 15 m: an invoice of 2.0 m is revenue of 1.8 m.
 */
export function netOfCustomerPayment(input: {
  currencyCode: string;
  paid: DecimalString;
  expectedPurchases: DecimalString;
  invoiced: DecimalString;
}): Outcome<{ revenue: DecimalString; reduction: DecimalString }> {
  const read = reading(input.currencyCode);
  const paid = read.money(['paid'], input.paid);
  const expected = read.money(['expectedPurchases'], input.expectedPurchases);
  const invoiced = read.money(['invoiced'], input.invoiced);
  if (expected.isZero()) read.problem(['expectedPurchases'], 'must be above zero');
  if (paid.gt(expected)) read.problem(['paid'], 'must not exceed expectedPurchases');
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };
  const reduction = roundToCurrency(invoiced.times(paid).div(expected), input.currencyCode);
  return granted({
    revenue: toAmountString(invoiced.minus(reduction), input.currencyCode),
    reduction: toAmountString(reduction, input.currencyCode),
  });
}

/** Principal: revenue is what the customer pays. Agent: what the entity keeps (606-10-55-36 to 55-40). */
export function presentedRevenue(input: {
  currencyCode: string;
  role: 'PRINCIPAL' | 'AGENT';
  consideration: DecimalString;
  supplierShare: DecimalString;
}): Outcome<{ revenue: DecimalString; costOfSales: DecimalString; payableToSupplier: DecimalString }> {
  const read = reading(input.currencyCode);
  const gross = read.money(['consideration'], input.consideration);
  const supplier = read.money(['supplierShare'], input.supplierShare);
  if (supplier.gt(gross) && input.role === 'AGENT') {
    read.problem(['supplierShare'], 'must not exceed the consideration for an agent');
  }
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };
  const agent = input.role === 'AGENT';
  const text = (value: Decimal) => toAmountString(value, input.currencyCode);
  return granted({
    revenue: text(agent ? gross.minus(supplier) : gross),
    costOfSales: text(agent ? ZERO : supplier),
    payableToSupplier: text(supplier),
  });
}
