import { amountInFull } from '@/core/money/currency';
import { dec, sum, toPlainString } from '@/core/money/decimal';
import type { Outcome } from '@/core/outcome';
import { isDate } from '@/core/periods/calendar';
import type { Refusal } from '@/core/refusals';
import { allocate } from '@/core/revenue/allocation/allocate';
import type { Allocation, AllocationObligation, DirectedAmount } from '@/core/revenue/allocation/allocation';
import { standalonePrice } from '@/core/revenue/allocation/standalone';
import { unearnableShare } from '@/core/revenue/minimum';
import { buildSchedule } from '@/core/revenue/schedules/schedule';
import type { Residual, ScheduleMethod } from '@/core/revenue/schedules/schedule-methods';
import {
  type TransactionPrice,
  type TransactionPriceInput,
  transactionPrice,
  type VariableElement,
} from '@/core/revenue/transaction-price';
import { estimateVariable } from '@/core/revenue/variable-consideration';
import type { ContractDraft } from './contract-draft';
import {
  deductionsOf,
  expectedRoyalties,
  interestIn,
  termsObstacle,
  treatmentOf,
  withoutRoyalties,
} from './further/preview-terms';
import { ESTIMATE, type ObligationDraft, type PatternKind } from './obligations/promise-form';
import { minimumInAll } from './price/minimum-form';
import { DISCOUNTS, PRICE, VARIABLE } from './price/price-form';
import { type ListedPrice, proposedPrice } from './price/price-list';

/** How a policy spreads revenue over months. */
export type PolicyFacts = { readonly scheduleMethod: string; readonly residual: string };

export type PreviewMonth = { readonly period: string; readonly amount: string; readonly remaining: string };

/** The result of the contract if it were saved now, by the same rules the server applies. */
export type ContractPreview = {
  readonly price: TransactionPrice | null;
  readonly allocation: Allocation | null;
  readonly months: readonly PreviewMonth[];
  /** Amounts without a month yet, by what they depend on. */
  readonly waiting: readonly { readonly key: string; readonly words: string; readonly amount: string }[];
  /** The first obstacle, in words. */
  readonly obstacle: string | null;
};

const NOTHING = { price: null, allocation: null, months: [], waiting: [] } as const;

const WAITS: Readonly<Record<PatternKind, string>> = {
  RATABLE: 'until its dates are known',
  POINT: 'until it is delivered',
  UNITS: 'for units to be delivered',
  PROGRESS: 'for progress to be recorded',
  MILESTONES: 'for its milestones to be reached',
  USAGE: 'for usage to be recorded',
  RIGHTS: 'until rights are exercised',
  LICENCE: 'until the license begins',
  REPURCHASE: 'until it is delivered or its option expires',
};

/**
 * Price, allocation and months of a draft: calculated in the browser with the server's functions while the user types.
 */
export function contractPreview(
  draft: ContractDraft,
  list: readonly ListedPrice[],
  policy: PolicyFacts,
): ContractPreview {
  const { currencyCode, obligations } = draft;
  const variable = draft.variable.map((one) => {
    const {
      to: _to,
      evidence: _evidence,
      criteria: _criteria,
      ...element
    } = VARIABLE.ask(one) ?? VARIABLE.none;
    return element as VariableElement;
  });
  const undecided = draft.variable.find(({ method, constraint }) => method === '' || constraint === '');
  if (undecided !== undefined) return { ...NOTHING, obstacle: undecidedWords(undecided) };
  for (const one of variable) {
    const estimated = estimateVariable({ ...one, currencyCode });
    if (!estimated.ok) return { ...NOTHING, obstacle: estimateWords(one.key, estimated.refusal) };
  }
  const incomplete = termsObstacle(draft);
  if (incomplete !== null) return { ...NOTHING, obstacle: incomplete };
  const interest = interestIn(draft);
  if (!interest.ok) return { ...NOTHING, obstacle: wordsOf(interest.refusal) };
  const { nonCash, payableToCustomer } = PRICE.ask(draft, obligations) ?? PRICE.none;
  const price = transactionPrice({
    currencyCode,
    fixed: draft.fixed === '' ? '0' : draft.fixed,
    variable,
    // The form's figures are strings, which the endpoint also accepts as numbers.
    ...({ nonCash, payableToCustomer } as Pick<TransactionPriceInput, 'nonCash' | 'payableToCustomer'>),
    ...(interest.value === '' ? {} : { financing: interest.value }),
    deductions: deductionsOf(draft),
  });
  if (!price.ok) return { ...NOTHING, obstacle: wordsOf(price.refusal) };
  const priced = { ...NOTHING, price: price.value };
  if (obligations.length === 0)
    return { ...priced, obstacle: 'Add an obligation to see how the price is allocated.' };
  const nameless = obligations.findIndex(({ key }) => key.trim() === '');
  if (nameless >= 0) return { ...priced, obstacle: `Name obligation ${nameless + 1}.` };
  const minimums = sum(obligations.flatMap((one) => minimumOfCard(one) ?? []));
  if (minimums.gt(draft.fixed === '' ? '0' : draft.fixed)) {
    return {
      ...priced,
      obstacle: `The fixed price is less than the minimums of ${amountInFull(minimums, currencyCode)}.`,
    };
  }
  const prices = new Map(obligations.map((one) => [one.id, priceOf(one, draft, list)]));
  const priceless = obligations.find(
    (one) =>
      prices.get(one.id)?.ssp === undefined &&
      prices.get(one.id)?.sspRange === undefined &&
      one.method === 'RELATIVE',
  );
  if (priceless !== undefined) {
    const why =
      priceless.productCode === ''
        ? `Enter the standalone selling price of ${priceless.key.trim()}.`
        : `The price list has no price for ${priceless.productCode} on that date.`;
    return { ...priced, obstacle: why };
  }
  const royalties = expectedRoyalties(draft);
  const allocation = allocate({
    transactionPrice: toPlainString(sum([price.value.total, ...royalties.map(({ amount }) => amount)])),
    currencyCode,
    obligations: obligations.map((one) => ({
      key: one.key.trim(),
      ...prices.get(one.id),
      method: one.method,
      ...(one.contractPrice === '' ? {} : { contractPrice: one.contractPrice }),
    })),
    discounts: DISCOUNTS.ask(draft, obligations) as DirectedAmount[],
    variable: [
      ...royalties,
      ...draft.variable.flatMap((one) => {
        const { to, key } = VARIABLE.ask(one, obligations) ?? VARIABLE.none;
        const included = price.value.estimates.find((estimate) => estimate.key === key)?.included ?? '0';
        return to === undefined ? [] : [{ amount: included, to }];
      }),
    ],
  });
  if (!allocation.ok) return { ...priced, obstacle: wordsOf(allocation.refusal) };
  const shares = withoutRoyalties(allocation.value, price.value.total, royalties);
  const unearnable = obligations
    .map((one, index) =>
      unearnableShare({
        key: one.key.trim(),
        amount: shares.allocations[index]?.amount ?? '0',
        isPricedAsUsed: one.pattern === 'USAGE',
        hasMinimum: minimumOfCard(one) !== undefined,
      }),
    )
    .find((why) => why !== null);
  if (unearnable !== undefined) return { ...priced, obstacle: unearnable };
  return { ...priced, allocation: shares, obstacle: null, ...overMonths(draft, shares, policy) };
}

/** What the customer owes of an obligation whatever it uses; undefined: it has no minimum. */
function minimumOfCard(one: ObligationDraft): string | undefined {
  if (one.pattern === 'LICENCE') return minimumInAll(one, one);
  if (one.pattern !== 'USAGE') return undefined;
  return minimumInAll(one, { start: one.minimumStart, end: one.minimumEnd });
}

function priceOf(
  one: ObligationDraft,
  draft: ContractDraft,
  list: readonly ListedPrice[],
): Pick<AllocationObligation, 'ssp' | 'sspRange'> {
  const ends = { low: one.rangeLow, high: one.rangeHigh };
  const range = one.rangeLow === '' ? {} : { sspRange: ends };
  const standalone = ESTIMATE.ask(one);
  if (standalone !== undefined) {
    const facts = { ...standalone, currencyCode: draft.currencyCode };
    const estimated = valueIn(standalonePrice(facts as Parameters<typeof standalonePrice>[0]));
    return estimated === null ? {} : { ssp: estimated.ssp, ...range };
  }
  if (one.ssp !== '') return { ssp: one.ssp, ...range };
  const committed = one.productCode === '' ? minimumOfCard(one) : undefined;
  if (committed !== undefined) return { ssp: committed, ...range };
  const proposed = proposedPrice(list, one, draft.currencyCode, draft.contractDate);
  if (proposed === null) return range;
  return { ssp: proposed.ssp, ...(proposed.range === null ? range : { sspRange: proposed.range }) };
}

/** Spreads time-based obligations over their months and states what the rest depends on. */
function overMonths(
  draft: ContractDraft,
  { allocations, total }: Allocation,
  policy: PolicyFacts,
): Pick<ContractPreview, 'months' | 'waiting'> {
  const byPeriod = new Map<string, string[]>();
  const waiting: { key: string; words: string; amount: string }[] = [];
  draft.obligations.forEach((one, index) => {
    const amount = allocations[index]?.amount ?? '0';
    const term = termOf(one, draft);
    const slices =
      term === null
        ? null
        : valueIn(
            buildSchedule({
              ...term,
              amount,
              currencyCode: draft.currencyCode,
              method: (one.spread || policy.scheduleMethod) as ScheduleMethod,
              residual: (one.residual || policy.residual) as Residual,
            }),
          );
    if (slices === null) waiting.push({ key: one.key.trim(), words: WAITS[one.pattern], amount });
    for (const slice of slices?.slices ?? []) {
      byPeriod.set(slice.period, [...(byPeriod.get(slice.period) ?? []), slice.amount]);
    }
  });
  let remaining = dec(total);
  const months = [...byPeriod]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([period, amounts]) => {
      const amount = sum(amounts);
      remaining = remaining.minus(amount);
      return { period, amount: toPlainString(amount), remaining: toPlainString(remaining) };
    });
  return { months, waiting };
}

/** From when to when an obligation is recognized evenly; null for obligations that follow events. */
function termOf(
  one: ObligationDraft,
  { contractDate, currencyCode }: ContractDraft,
): { start: string; end: string } | null {
  const isLease = treatmentOf(one, currencyCode)?.treatment === 'LEASE';
  const { start, end } = isLease ? { start: contractDate, end: one.repurchaseOn } : one;
  if (!isDate(start) || !isDate(end) || end < start) return null;
  const isOverTime =
    isLease ||
    one.pattern === 'RATABLE' ||
    (one.pattern === 'LICENCE' && one.intellectualProperty === 'SYMBOLIC');
  return isOverTime ? { start, end } : null;
}

function valueIn<T>(outcome: Outcome<T>): T | null {
  return outcome.ok ? outcome.value : null;
}

/** A refusal of the core in one sentence; a field's own message stands alone. */
function wordsOf(refusal: Refusal): string {
  if (refusal.code !== 'INVALID_INPUT') return refusal.message;
  const [issue] = refusal.data.issues;
  return issue === undefined ? refusal.message : `${issue.path.join(' ')} ${issue.message}.`;
}

/** What is missing in a variable amount. */
function undecidedWords({ key, method }: ContractDraft['variable'][number]): string {
  const name = key === '' ? 'the variable amount' : `the variable amount ${key}`;
  return method === '' ? `Choose how ${name} is estimated.` : `Decide the constraint of ${name}.`;
}

/** Why a variable amount cannot be estimated. */
function estimateWords(key: string, refusal: Refusal): string {
  const name = key === '' ? 'The variable amount' : `The variable amount ${key}`;
  const issues = refusal.code === 'INVALID_INPUT' ? refusal.data.issues : [];
  if (issues.some(({ message }) => message.includes('sum to 1'))) {
    return `${name} needs probabilities that add up to 100%.`;
  }
  return `${name} needs amounts with their probabilities${issues.some(({ path }) => path.includes('constraint')) ? ' and its constraint' : ''}.`;
}
