import type { RouterInputs } from '@/surfaces/trpc/react';
import { NO_PRICE_TERMS, type PriceTermsDraft } from './further/price-terms';
import { type ObligationDraft, type PatternKind, PROMISE } from './promise-form';

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
] as const satisfies readonly { value: PatternKind; label: string }[];

export type VariableDraft = {
  readonly id: string;
  readonly key: string;
  /** Empty until it is chosen: neither is proposed. */
  readonly method: '' | 'EXPECTED_VALUE' | 'MOST_LIKELY';
  readonly outcomes: readonly OutcomeDraft[];
  /** Empty until it is decided: no decision is proposed. */
  readonly constraint: '' | 'NONE' | 'EXCLUDED' | 'CAP' | 'CONFIDENCE';
  readonly evidence: string;
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
  return { ...PROMISE.empty, id, start: startDate, end: endDate };
}

export function emptyVariable(id: string): VariableDraft {
  return {
    id,
    key: '',
    method: '',
    outcomes: [
      { id: 'a', amount: '', percent: '' },
      { id: 'b', amount: '', percent: '' },
    ],
    constraint: '',
    evidence: '',
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
