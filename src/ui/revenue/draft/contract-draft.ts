import type { RouterInputs } from '@/surfaces/trpc/react';
import { NO_PRICE_TERMS, type PriceTermsDraft } from './further/price-terms';
import { NO_PROMISE_TERMS, type PromiseTermsDraft } from './further/promise-terms';

/** A contract being entered, as held by the form: all values are strings, and an empty string means "not specified". */
export type ContractDraft = PriceTermsDraft & {
  readonly contractNumber: string;
  readonly name: string;
  readonly customerId: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly contractDate: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly notes: string;
  readonly fixed: string;
  readonly variable: readonly VariableDraft[];
  readonly obligations: readonly ObligationDraft[];
  readonly criteria: readonly CriterionDraft[];
};

export const PATTERNS = [
  { value: 'RATABLE', label: 'Evenly over time, also a series' },
  { value: 'POINT', label: 'At a point in time' },
  { value: 'UNITS', label: 'By units delivered' },
  { value: 'PROGRESS', label: 'By progress' },
  { value: 'MILESTONES', label: 'By milestone' },
  { value: 'USAGE', label: 'By usage' },
  { value: 'RIGHTS', label: 'As rights are exercised' },
  { value: 'LICENCE', label: 'Licence' },
  { value: 'REPURCHASE', label: 'Sale with a repurchase agreement' },
] as const;
export type PatternKind = (typeof PATTERNS)[number]['value'];

export const NATURES = ['SERVICE', 'GOODS', 'LICENCE', 'MATERIAL_RIGHT', 'WARRANTY'] as const;
export type Nature = (typeof NATURES)[number];

export type ObligationDraft = PromiseTermsDraft & {
  /** The id of its card while the form is open. */
  readonly id: string;
  readonly key: string;
  readonly description: string;
  readonly itemId: string;
  readonly pattern: PatternKind;
  readonly start: string;
  readonly end: string;
  readonly spread: '' | 'EXACT_DAYS' | 'EVEN_PERIODS' | 'PRORATE_FIRST_LAST' | 'FULL_MONTHS';
  /** Units to deliver, or rights expected to be used. */
  readonly quantity: string;
  /** For usage: the price per unit if a quantity is reported. */
  readonly unitPrice: string;
  readonly milestones: readonly MilestoneDraft[];
  readonly intellectualProperty: 'FUNCTIONAL' | 'SYMBOLIC';
  readonly ssp: string;
  readonly sspEvidence: string;
  readonly productCode: string;
  readonly stratum: string;
  /** How many units of the price list's product. */
  readonly units: string;
  readonly method: 'RELATIVE' | 'RESIDUAL';
  readonly contractPrice: string;
  readonly capacity: 'PRINCIPAL' | 'AGENT';
  readonly supplierShare: string;
  readonly nature: Nature;
  readonly revenueAccountId: string;
  readonly departmentId: string;
  readonly classId: string;
  readonly locationId: string;
};
export type MilestoneDraft = { readonly id: string; readonly key: string; readonly weight: string };

export type VariableDraft = {
  readonly id: string;
  readonly key: string;
  readonly method: 'EXPECTED_VALUE' | 'MOST_LIKELY';
  readonly outcomes: readonly OutcomeDraft[];
  readonly constraint: 'NONE' | 'EXCLUDED' | 'CAP' | 'CONFIDENCE';
  /** The maximum amount to include, or the probability in percent. */
  readonly limit: string;
  /** The cards of the obligations it applies to; none means all. */
  readonly to: readonly string[];
};
export type OutcomeDraft = { readonly id: string; readonly amount: string; readonly percent: string };

export type CriterionDraft = {
  readonly name: 'APPROVED' | 'RIGHTS' | 'PAYMENT_TERMS' | 'SUBSTANCE' | 'COLLECTION_PROBABLE';
  readonly met: boolean;
  readonly evidence: string;
};

/** The order used in the standard (606-10-25-1). */
export const CRITERIA: readonly CriterionDraft['name'][] = [
  'APPROVED',
  'RIGHTS',
  'PAYMENT_TERMS',
  'SUBSTANCE',
  'COLLECTION_PROBABLE',
];

export type AskedContract = RouterInputs['revenue']['contracts']['create'];
export type AskedChange = RouterInputs['revenue']['contracts']['update']['data'];

export function emptyContract(facts: {
  readonly today: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
}): ContractDraft {
  return {
    contractNumber: '',
    name: '',
    customerId: '',
    subsidiaryId: facts.subsidiaryId,
    currencyCode: facts.currencyCode,
    contractDate: facts.today,
    startDate: '',
    endDate: '',
    notes: '',
    fixed: '',
    variable: [],
    obligations: [],
    criteria: CRITERIA.map((name) => ({ name, met: false, evidence: '' })),
    ...NO_PRICE_TERMS,
  };
}

/** A new card, over the contract's term by default. */
export function emptyObligation(
  id: string,
  { startDate, endDate }: Pick<ContractDraft, 'startDate' | 'endDate'>,
): ObligationDraft {
  return {
    id,
    key: '',
    description: '',
    itemId: '',
    pattern: 'RATABLE',
    start: startDate,
    end: endDate,
    spread: '',
    quantity: '',
    unitPrice: '',
    milestones: [],
    intellectualProperty: 'FUNCTIONAL',
    ssp: '',
    sspEvidence: '',
    productCode: '',
    stratum: '',
    units: '',
    method: 'RELATIVE',
    contractPrice: '',
    capacity: 'PRINCIPAL',
    supplierShare: '',
    nature: 'SERVICE',
    revenueAccountId: '',
    departmentId: '',
    classId: '',
    locationId: '',
    ...NO_PROMISE_TERMS,
  };
}

export function emptyVariable(id: string): VariableDraft {
  return {
    id,
    key: '',
    method: 'EXPECTED_VALUE',
    outcomes: [
      { id: 'a', amount: '', percent: '' },
      { id: 'b', amount: '', percent: '' },
    ],
    constraint: 'NONE',
    limit: '',
    to: [],
  };
}

/** Obligations that still have the contract's old dates follow when those change. */
export function withDates(
  draft: ContractDraft,
  change: Partial<Pick<ContractDraft, 'startDate' | 'endDate'>>,
): ContractDraft {
  const follow = (date: string, before: string, now: string | undefined) =>
    now !== undefined && (date === '' || date === before) ? now : date;
  return {
    ...draft,
    ...change,
    obligations: draft.obligations.map((one) => ({
      ...one,
      start: follow(one.start, draft.startDate, change.startDate),
      end: follow(one.end, draft.endDate, change.endDate),
    })),
  };
}
