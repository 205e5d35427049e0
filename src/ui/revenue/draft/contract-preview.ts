import { dec, isPlainDecimal, sum, toPlainString } from '@/core/money/decimal';
import type { Outcome } from '@/core/outcome';
import type { Refusal } from '@/core/refusals';
import { allocate } from '@/core/revenue/allocate';
import type { Allocation, AllocationObligation } from '@/core/revenue/allocation';
import { isDate } from '@/core/revenue/days';
import { buildSchedule, type Residual, type ScheduleMethod } from '@/core/revenue/schedule';
import {
  type TransactionPrice,
  transactionPrice,
  type VariableElement,
} from '@/core/revenue/transaction-price';
import { estimateVariable } from '@/core/revenue/variable-consideration';
import { askedVariable, takesSupplier } from './asked-contract';
import type { ContractDraft, ObligationDraft, PatternKind } from './contract-draft';
import { type ListedPrice, proposedPrice } from './price-list';

/** How a policy spreads over months. */
export type PolicyFacts = { readonly scheduleMethod: string; readonly residual: string };

export type PreviewMonth = { readonly period: string; readonly amount: string; readonly remaining: string };

/** What a contract would come to if it were saved now, by the same laws the server applies. */
export type ContractPreview = {
  readonly price: TransactionPrice | null;
  readonly allocation: Allocation | null;
  readonly months: readonly PreviewMonth[];
  /** What has no month yet, by what it waits for. */
  readonly waiting: readonly { readonly key: string; readonly words: string; readonly amount: string }[];
  /** The first thing that is in the way, in words. */
  readonly obstacle: string | null;
};

const NOTHING = { price: null, allocation: null, months: [], waiting: [] } as const;

const WAITS: Readonly<Record<PatternKind, string>> = {
  RATABLE: 'until its dates are known',
  POINT: 'until it is delivered',
  UNITS: 'for the units delivered',
  PROGRESS: 'for progress',
  MILESTONES: 'for its milestones',
  USAGE: 'for use',
  RIGHTS: 'until rights are used',
  LICENCE: 'for the begin of the licence',
};

/** Price, allocation and months of a draft: worked out here, with the functions the server uses, while one types. */
export function contractPreview(
  draft: ContractDraft,
  list: readonly ListedPrice[],
  policy: PolicyFacts,
): ContractPreview {
  const { currencyCode, obligations } = draft;
  const variable = draft.variable.map((one) => {
    const { to: _to, ...element } = askedVariable(one, obligations);
    return element as VariableElement;
  });
  for (const one of variable) {
    const estimated = estimateVariable({ ...one, currencyCode });
    if (!estimated.ok) return { ...NOTHING, obstacle: estimateWords(one.key, estimated.refusal) };
  }
  const price = transactionPrice({
    currencyCode,
    fixed: draft.fixed === '' ? '0' : draft.fixed,
    variable,
    deductions: obligations.flatMap((one) =>
      one.capacity === 'AGENT' && takesSupplier(one) && isPlainDecimal(one.supplierShare)
        ? [{ key: one.key, amount: one.supplierShare, why: 'passed on to the supplier (606-10-55-38)' }]
        : [],
    ),
  });
  if (!price.ok) return { ...NOTHING, obstacle: wordsOf(price.refusal) };
  const priced = { ...NOTHING, price: price.value };
  if (obligations.length === 0)
    return { ...priced, obstacle: 'Add an obligation to see how the price is shared.' };
  const nameless = obligations.findIndex(({ key }) => key.trim() === '');
  if (nameless >= 0) return { ...priced, obstacle: `Name obligation ${nameless + 1}.` };
  const prices = new Map(obligations.map((one) => [one.id, standalonePrice(one, draft, list)]));
  const priceless = obligations.find(
    (one) => prices.get(one.id)?.ssp === undefined && one.method === 'RELATIVE',
  );
  if (priceless !== undefined) {
    const why =
      priceless.productCode === ''
        ? `Say the stand-alone price of ${priceless.key.trim()}.`
        : `The price list has no price of ${priceless.productCode} on that day.`;
    return { ...priced, obstacle: why };
  }
  const allocation = allocate({
    transactionPrice: price.value.total,
    currencyCode,
    obligations: obligations.map((one) => ({
      key: one.key.trim(),
      ...prices.get(one.id),
      method: one.method,
      ...(one.contractPrice === '' ? {} : { contractPrice: one.contractPrice }),
    })),
    variable: draft.variable.flatMap((one) => {
      const { to, key } = askedVariable(one, obligations);
      const included = price.value.estimates.find((estimate) => estimate.key === key)?.included ?? '0';
      return to === undefined ? [] : [{ amount: included, to }];
    }),
  });
  if (!allocation.ok) return { ...priced, obstacle: wordsOf(allocation.refusal) };
  return {
    ...priced,
    allocation: allocation.value,
    obstacle: null,
    ...overMonths(draft, allocation.value, policy),
  };
}

function standalonePrice(
  one: ObligationDraft,
  draft: ContractDraft,
  list: readonly ListedPrice[],
): Pick<AllocationObligation, 'ssp' | 'sspRange'> {
  if (one.ssp !== '') return { ssp: one.ssp };
  const proposed = proposedPrice(list, one, draft.currencyCode, draft.contractDate);
  if (proposed === null) return {};
  return { ssp: proposed.ssp, ...(proposed.range === null ? {} : { sspRange: proposed.range }) };
}

/** Spreads what runs by time over its months, and says what the rest waits for. */
function overMonths(
  draft: ContractDraft,
  { allocations, total }: Allocation,
  policy: PolicyFacts,
): Pick<ContractPreview, 'months' | 'waiting'> {
  const byPeriod = new Map<string, string[]>();
  const waiting: { key: string; words: string; amount: string }[] = [];
  draft.obligations.forEach((one, index) => {
    const amount = allocations[index]?.amount ?? '0';
    const term = termOf(one);
    const slices =
      term === null
        ? null
        : valueIn(
            buildSchedule({
              ...term,
              amount,
              currencyCode: draft.currencyCode,
              method: (one.spread || policy.scheduleMethod) as ScheduleMethod,
              residual: policy.residual as Residual,
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

/** From when to when an obligation is recognised evenly; null for what follows events. */
function termOf(one: ObligationDraft): { start: string; end: string } | null {
  const { start, end } = one;
  if (!isDate(start) || !isDate(end) || end < start) return null;
  const isOverTime =
    one.pattern === 'RATABLE' || (one.pattern === 'LICENCE' && one.intellectualProperty === 'SYMBOLIC');
  return isOverTime ? { start, end } : null;
}

function valueIn<T>(outcome: Outcome<T>): T | null {
  return outcome.ok ? outcome.value : null;
}

/** A refusal of the core in one sentence; a field's own words stand alone. */
function wordsOf(refusal: Refusal): string {
  if (refusal.code !== 'INVALID_INPUT') return refusal.message;
  const [issue] = refusal.data.issues;
  return issue === undefined ? refusal.message : `${issue.path.join(' ')} ${issue.message}.`;
}

/** What keeps a variable amount from being estimated. */
function estimateWords(key: string, refusal: Refusal): string {
  const name = key === '' ? 'The variable amount' : `The variable amount ${key}`;
  const issues = refusal.code === 'INVALID_INPUT' ? refusal.data.issues : [];
  if (issues.some(({ message }) => message.includes('sum to 1'))) {
    return `${name} needs probabilities that add up to 100 percent.`;
  }
  return `${name} needs amounts with their probabilities${issues.some(({ path }) => path.includes('constraint')) ? ' and its limit' : ''}.`;
}
