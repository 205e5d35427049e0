import { amountInFull, roundToCurrency, toAmountString } from '@/core/money/currency';
import { dec, sum, toPlainString, ZERO } from '@/core/money/decimal';
import { granted, type Outcome } from '@/core/outcome';
import { allocate } from '../../allocation/allocate';
import { type Candidate, candidatesOf } from '../../allocation/allocate-input';
import type { Allocation, AllocationInput, AllocationObligation } from '../../allocation/allocation';
import { standalonePrice } from '../../allocation/standalone';
import { financingPlan } from '../../financing/financing-plan';
import { minimumOf, totalOf } from '../../minimum';
import { type TransactionPrice, transactionPrice } from '../../transaction-price';
import { recordedConstraint } from '../../variable-consideration';
import type { BeginningTerms, ContractEvent, EventOf } from '../events';
import type { AgreedObligation, AgreedPrice, AgreedTerms } from './agreed-terms';
import type { Installment, InterestRow, ObligationTerms } from './promised-terms';

/** What follows for a contract from what was agreed. */
export type AgreedContract = {
  price: TransactionPrice;
  allocation: Allocation;
  /** How each standalone price was estimated. */
  estimates: { key: string; why: string }[];
  /** What the fold begins with. */
  beginning: BeginningTerms;
};

/**
 * The price of a contract, its allocation and its interest by what was agreed at inception (606-10-32): estimates under their
 * constraint, standalone prices, shares to the last cent, the interest by month. Pure: the same terms come to the same.
 * Refuses what the price, the plan of interest, the estimates and the allocation refuse.
 */
export function agreedContract(currencyCode: string, agreed: AgreedTerms): Outcome<AgreedContract> {
  const plan = interestIn(currencyCode, agreed.price);
  if (!plan.ok) return plan;
  const price = priceOf(currencyCode, agreed.price, plan.value.interest);
  if (!price.ok) return price;
  const obligations: AllocationObligation[] = [];
  const estimates: AgreedContract['estimates'] = [];
  for (const one of agreed.obligations) {
    const standing = standaloneOf(currencyCode, one);
    if (!standing.ok) return standing;
    obligations.push(standing.value.input);
    if (standing.value.why !== undefined) estimates.push({ key: one.key, why: standing.value.why });
  }
  const input = allocationInput(currencyCode, agreed, price.value, obligations);
  const allocation = shares(currencyCode, agreed.price, price.value, input);
  if (!allocation.ok) return allocation;
  const read = candidatesOf(input);
  if (!read.ok) return read;
  const { candidates } = read.value;
  return granted({
    price: price.value,
    allocation: allocation.value,
    estimates,
    beginning: {
      obligations: agreed.obligations.map((one, index) =>
        settled(one, candidates[index], allocation.value.allocations[index]?.amount ?? '0', currencyCode),
      ),
      ...elementsOf(agreed.price, price.value),
      ...(plan.value.rows.length > 0 && { interest: plan.value.rows }),
      ...(plan.value.installments.length > 0 && { installments: plan.value.installments }),
    },
  });
}

type Interest = {
  interest: string | undefined;
  rows: readonly InterestRow[];
  installments: readonly Installment[];
};

/** The interest included in the price, and when it accrues. */
function interestIn(currencyCode: string, { financing }: AgreedPrice): Outcome<Interest> {
  if (financing === undefined || typeof financing === 'string') {
    return granted({ interest: financing, rows: [], installments: [] });
  }
  const { lastOn, ...terms } = financing;
  const plan = financingPlan({ ...terms, currencyCode });
  if (!plan.ok) return plan;
  const { interest, rows, installments } = plan.value;
  const last = rows.length - 1;
  return granted({
    interest,
    rows:
      lastOn === undefined ? rows : rows.map((row, index) => (index === last ? { ...row, on: lastOn } : row)),
    installments,
  });
}

function priceOf(
  currencyCode: string,
  { fixed, nonCash, payableToCustomer, deductions, variable = [] }: AgreedPrice,
  financing: string | undefined,
): Outcome<TransactionPrice> {
  return transactionPrice({
    currencyCode,
    fixed,
    nonCash,
    payableToCustomer,
    deductions,
    financing,
    variable: variable.map((one) => ({
      key: one.key,
      method: one.method,
      outcomes: one.outcomes,
      constraint: recordedConstraint(one),
    })),
  });
}

/** An obligation as the allocation takes it, and how its standalone price was estimated. */
function standaloneOf(
  currencyCode: string,
  { key, pattern, standalone, sspRange, method, contractPrice }: AgreedObligation,
): Outcome<{ input: AllocationObligation; why?: string }> {
  const input = { key, sspRange, method, contractPrice };
  if (standalone === undefined) return granted({ input });
  switch (standalone.kind) {
    case 'STATED':
      return granted({ input: { ...input, ssp: standalone.ssp } });
    case 'LISTED': {
      const { ssp, units, range } = standalone;
      const times = (price: string) =>
        toAmountString(roundToCurrency(dec(price).times(units), currencyCode), currencyCode);
      const observed = range === undefined ? sspRange : { low: times(range.low), high: times(range.high) };
      return granted({ input: { ...input, ssp: times(ssp), sspRange: observed } });
    }
    case 'MINIMUM': {
      const minimum = minimumOf(pattern);
      return granted({
        input: minimum === null ? input : { ...input, ssp: toPlainString(dec(totalOf(minimum))) },
      });
    }
    default: {
      const estimated = standalonePrice({ ...standalone, currencyCode });
      if (!estimated.ok) return estimated;
      const { ssp, why } = estimated.value;
      return granted({ input: { ...input, ssp }, why });
    }
  }
}

/** The expected royalties of licenses, by the obligations they belong to. */
const royaltiesOf = ({ royalties = [] }: AgreedPrice) =>
  royalties.flatMap(({ to, expected }) =>
    to === undefined || expected === undefined ? [] : [{ to, amount: expected }],
  );

/**
 * A royalty is not part of the price until the sales occur (606-10-55-65), but the expected royalty affects how much of the fixed
 * price its license is allocated (Example 35): it is allocated with the price, and taken out of the shares.
 */
function allocationInput(
  currencyCode: string,
  { price, discounts = [] }: AgreedTerms,
  { total, estimates }: TransactionPrice,
  obligations: readonly AllocationObligation[],
): AllocationInput {
  const royalties = royaltiesOf(price);
  const directed = (price.variable ?? []).flatMap(({ key, to }) => {
    const included = estimates.find((estimate) => estimate.key === key)?.included ?? '0';
    return to === undefined ? [] : [{ amount: included, to }];
  });
  return {
    transactionPrice: sum([total, ...royalties.map(({ amount }) => amount)]).toFixed(),
    currencyCode,
    obligations,
    discounts: discounts.map(({ amount, to }) => ({ amount, to })),
    variable: [...directed, ...royalties],
  };
}

function shares(
  currencyCode: string,
  agreed: AgreedPrice,
  { total }: TransactionPrice,
  input: AllocationInput,
): Outcome<Allocation> {
  const whole = allocate(input);
  if (!whole.ok) return whole;
  const royalties = royaltiesOf(agreed);
  return granted({
    total,
    allocations: whole.value.allocations.map((share) => {
      const later = royalties.filter(({ to }) => to.includes(share.key)).map(({ amount }) => amount);
      if (later.length === 0) return share;
      return {
        ...share,
        amount: toAmountString(dec(share.amount).minus(sum(later)), currencyCode),
        why: `${share.why} Its royalties are recognized as the sales occur (606-10-55-65).`,
      };
    }),
  });
}

/**
 * An obligation with its share of the price, and its standalone price as the basis of later changes, which are allocated as the
 * price was at inception (606-10-32-43): of a range the price that was taken from it, of a residual the one observed or its share.
 */
function settled(
  agreed: AgreedObligation,
  candidate: Candidate | undefined,
  allocated: string,
  currencyCode: string,
): ObligationTerms {
  const { standalone: _standalone, sspRange: _range, method, contractPrice: _price, ...terms } = agreed;
  const taken = candidate?.ssp ?? ZERO;
  const isShare = method === 'RESIDUAL' && taken.isZero();
  return { ...terms, allocated, ssp: isShare ? allocated : amountInFull(taken, currencyCode) };
}

/** The variable elements with what of each the price includes, and the royalties. */
function elementsOf(
  { variable = [], royalties = [] }: AgreedPrice,
  { estimates }: TransactionPrice,
): Pick<BeginningTerms, 'variable' | 'royalties'> {
  const included = new Map(estimates.map((estimate) => [estimate.key, estimate.included]));
  return {
    ...(variable.length > 0 && {
      variable: variable.map(({ key, to }) => ({
        key,
        included: included.get(key) ?? '0',
        ...(to && { to }),
      })),
    }),
    ...(royalties.length > 0 && {
      royalties: royalties.map(({ key, rate, to }) => ({ key, rate, ...(to && { to }) })),
    }),
  };
}

/** A creation with what its contract begins with. */
export type BegunContract = Extract<EventOf<'created'>, BeginningTerms>;

/** What was agreed gives the same result at every fold of the fact that states it. */
const begun = new WeakMap<ContractEvent, Outcome<BegunContract>>();

/** A creation with what follows from its terms. Refuses what `agreedContract` refuses. */
export function begunContract(creation: EventOf<'created'>): Outcome<BegunContract> {
  if (creation.agreed === undefined) return granted(creation);
  const known = begun.get(creation);
  if (known !== undefined) return known;
  const { agreed, ...rest } = creation;
  const contract = agreedContract(creation.currencyCode, agreed);
  const settledOne = contract.ok ? granted({ ...rest, ...contract.value.beginning }) : contract;
  begun.set(creation, settledOne);
  return settledOne;
}
