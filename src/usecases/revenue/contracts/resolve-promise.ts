import { addDays, addMonths } from '@/core/periods/calendar';
import { refuse } from '@/core/refusals';
import type { AgreedPrice } from '@/core/revenue/contracts/agreed/agreed-terms';
import type { ObligationPattern, ObligationTerms } from '@/core/revenue/contracts/agreed/promised-terms';
import { type Judgement, judgePromise } from '@/core/revenue/judgements/judgements';
import { licenseRecognition } from '@/core/revenue/licenses';
import type { MinimumTerms, RoyaltyMethod } from '@/core/revenue/minimum';
import { type Repurchase, repurchase } from '@/core/revenue/repurchase';
import type { PriceElement } from '@/core/revenue/transaction-price';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import type { ContractTerms, ObligationInput } from './contract-input';
import { timingOf } from './judgement-input';
import type { PromisedPattern } from './promise-input';

type Parties = Pick<ContractRow, 'currencyCode' | 'contractDate'>;

/** An obligation as the engine takes it, and its deductions from the price. */
export interface ResolvedPromise {
  readonly pattern: ObligationPattern;
  readonly notBefore?: ObligationTerms['notBefore'];
  readonly supplier?: ObligationTerms['supplier'];
  readonly refund?: string;
  readonly deductions: readonly PriceElement[];
}

/** The conclusions from the answers about an obligation. Refuses REVENUE_RULE where it must be recorded differently. */
export function judgementsOf({
  key,
  nature,
  capacity,
  pattern,
  answers = [],
  parts,
}: ObligationInput): Judgement[] {
  return valueOrThrow(judgePromise({ key, nature, capacity, timing: timingOf(pattern), answers, parts }));
}

/**
 * The pattern of a license or a plain obligation: functional licenses at the start, symbolic
 * ones over the term (606-10-55-58).
 */
export function resolvedPattern(
  pattern: Exclude<PromisedPattern, { kind: 'REPURCHASE' }>,
  byPolicy?: RoyaltyMethod,
): Pick<ResolvedPromise, 'pattern' | 'notBefore'> {
  if (pattern.kind !== 'LICENCE') return { pattern };
  const licence = valueOrThrow(
    licenseRecognition({
      nature: pattern.intellectualProperty,
      periodStart: pattern.start,
      periodEnd: pattern.end,
      providedOn: pattern.providedOn ?? pattern.start,
    }),
  );
  if (pattern.minimum !== undefined) {
    return {
      pattern: { kind: 'USAGE', minimum: guaranteed(pattern, pattern.minimum, licence.from, byPolicy) },
    };
  }
  if (licence.pattern.kind !== 'POINT') return { pattern: licence.pattern };
  return {
    pattern: licence.pattern,
    notBefore: { on: licence.from, rule: 'LICENCE_NOT_BEGUN', paragraph: '606-10-55-58C' },
  };
}

/**
 * The minimum guaranteed for a license: of functional property earned when the license begins (606-10-55-58C), of symbolic as
 * stated or by policy. Refuses INVALID_INPUT for a method that the property does not have, or none where no policy says one.
 */
function guaranteed(
  { intellectualProperty, start, end }: Extract<PromisedPattern, { kind: 'LICENCE' }>,
  { method: stated, ...terms }: NonNullable<Extract<PromisedPattern, { kind: 'LICENCE' }>['minimum']>,
  from: string,
  byPolicy: RoyaltyMethod | undefined,
): MinimumTerms {
  const isFunctional = intellectualProperty === 'FUNCTIONAL';
  const method = stated ?? byPolicy;
  if (isFunctional && stated === undefined) return { ...terms, start, end, method: 'AT_START', begins: from };
  if (isFunctional || method === undefined) {
    const message = isFunctional
      ? 'must be omitted for functional property, whose minimum is earned when the license begins'
      : 'must say how the minimum is earned';
    refuse('INVALID_INPUT', `minimum.method: ${message}`, {
      issues: [{ path: ['pattern', 'minimum', 'method'], message }],
    });
  }
  return { ...terms, start: from, end, method, begins: from };
}

/**
 * The day before which no part of an obligation is satisfied: under a right of return without experience of returns,
 * the whole price is constrained until the right lapses (606-10-32-11, 55-22; Example 26).
 */
export function openUntil(
  { key, pattern, returnableUntil }: Pick<ObligationInput, 'key' | 'pattern' | 'returnableUntil'>,
  notBefore: ObligationTerms['notBefore'],
): ObligationTerms['notBefore'] {
  if (returnableUntil === undefined) return notBefore;
  if (pattern.kind !== 'POINT' && pattern.kind !== 'UNITS') {
    const message = 'must be omitted if nothing returnable is delivered';
    refuse('INVALID_INPUT', `obligations.${key}.returnableUntil: ${message}`, {
      issues: [{ path: ['obligations', key, 'returnableUntil'], message }],
    });
  }
  return { on: returnableUntil, rule: 'RETURN_STILL_OPEN', paragraph: '606-10-32-11' };
}

/** The part supplied by another party: a share of the total, or of each usage. */
export function supplierOf({
  capacity,
  supplierShare,
  supplierRate: rate,
}: Pick<ObligationInput, 'capacity' | 'supplierShare' | 'supplierRate'>): ObligationTerms['supplier'] {
  if (supplierShare === undefined && rate === undefined) return undefined;
  return { capacity, amount: supplierShare ?? '0', ...(rate === undefined ? {} : { rate }) };
}

/** One obligation as the engine takes it. Refuses INVALID_INPUT where its facts contradict each other. */
export function resolvedPromise(
  contract: Parties,
  promise: ObligationInput,
  byPolicy?: RoyaltyMethod,
): ResolvedPromise {
  const { key, pattern } = promise;
  const supplier = supplierOf(promise);
  const collected: PriceElement[] =
    supplier?.capacity === 'AGENT'
      ? [{ key, amount: supplier.amount, why: 'collected for the supplier by an agent (606-10-55-38)' }]
      : [];
  if (pattern.kind !== 'REPURCHASE') {
    const { notBefore, ...resolved } = resolvedPattern(pattern, byPolicy);
    const until = openUntil(promise, notBefore);
    return {
      ...resolved,
      ...(until && { notBefore: until }),
      ...(supplier && { supplier }),
      deductions: collected,
    };
  }
  if (pattern.on <= contract.contractDate) {
    const message = 'must be after the contract date';
    refuse('INVALID_INPUT', `obligations.${key}.pattern.on: ${message}`, {
      issues: [{ path: ['obligations', key, 'pattern', 'on'], message }],
    });
  }
  const { treatment, paragraph } = repurchaseOf(contract.currencyCode, pattern);
  if (treatment === 'LEASE') {
    return {
      pattern: { kind: 'RATABLE', start: contract.contractDate, end: pattern.on },
      refund: pattern.repurchasePrice,
      ...(supplier && { supplier }),
      deductions: [
        ...collected,
        {
          key,
          amount: pattern.repurchasePrice,
          why: `refundable under a repurchase agreement (${paragraph})`,
        },
      ],
    };
  }
  return {
    pattern: { kind: 'POINT' },
    ...(treatment === 'FINANCING' && {
      notBefore: { on: pattern.on, rule: 'OPTION_STILL_OPEN', paragraph },
    }),
    ...(supplier && { supplier }),
    deductions: collected,
  };
}

function repurchaseOf(
  currencyCode: string,
  pattern: Extract<PromisedPattern, { kind: 'REPURCHASE' }>,
): Repurchase {
  const { option, salePrice, repurchasePrice, expectedMarketValue, significantIncentive } = pattern;
  return valueOrThrow(
    repurchase({
      currencyCode,
      kind: option,
      salePrice,
      repurchasePrice,
      expectedMarketValue,
      significantIncentive,
    }),
  );
}

/**
 * The financing of a contract as agreed: interest that is stated, its terms, or those of a repurchase agreement; undefined for none.
 * Refuses REVENUE_RULE TWO_FINANCINGS, INVALID_INPUT where it was judged that there is none.
 */
export function agreedFinancing(contract: Parties, terms: ContractTerms): AgreedPrice['financing'] {
  const { financing, fixed, noFinancing } = terms.price;
  const { currencyCode, contractDate } = contract;
  const lent = terms.obligations.flatMap(({ pattern }) =>
    pattern.kind === 'REPURCHASE' && repurchaseOf(currencyCode, pattern).treatment === 'FINANCING'
      ? [pattern]
      : [],
  );
  const [only, ...more] = lent;
  if (noFinancing !== undefined && (financing !== undefined || only !== undefined)) {
    const message = 'must be omitted if the contract has a financing component';
    refuse('INVALID_INPUT', `price.noFinancing: ${message}`, {
      issues: [{ path: ['price', 'noFinancing'], message }],
    });
  }
  if (only === undefined && (financing === undefined || typeof financing === 'string')) return financing;
  if (more.length > 0 || (only !== undefined && financing !== undefined)) {
    refuse(
      'REVENUE_RULE',
      'A contract can have only one financing component. Put the other one in a separate contract.',
      {
        rule: 'TWO_FINANCINGS',
        paragraph: '606-10-32-15',
      },
    );
  }
  if (only === undefined) {
    const stated = financing as FinancingTermsInput;
    return { ...stated, fixed, start: stated.start ?? contractDate };
  }
  return {
    kind: 'ADVANCE',
    fixed: only.salePrice,
    start: contractDate,
    monthsPerPeriod: 1,
    periods: wholeMonths(contractDate, only.on),
    cashPrice: only.repurchasePrice,
    lastOn: only.on,
  };
}

type FinancingTermsInput = Exclude<NonNullable<ContractTerms['price']['financing']>, string>;

/** Whole months from a day through another, both included; at least one. */
function wholeMonths(start: string, end: string): number {
  let months = 1;
  while (addMonths(start, months + 1) <= addDays(end, 1)) months += 1;
  return months;
}
