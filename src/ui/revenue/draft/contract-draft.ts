import type { RouterInputs } from '@/surfaces/trpc/react';
import { type ObligationDraft, type PatternKind, PROMISE } from './obligations/promise-form';
import { DISCOUNTS, PRICE, VARIABLE, type VariableDraft } from './price/price-form';
import { rowsOf, saysFurther, termsOf } from './term-groups';
import { always } from './terms';

export type AskedContract = RouterInputs['revenue']['contracts']['create'];
export type AskedChange = RouterInputs['revenue']['contracts']['update']['data'];
export type AskedTerms = {
  [Name in 'price' | 'obligations' | 'discounts']: NonNullable<AskedContract[Name]>;
};

/** The obligations and price of a contract, as the verb takes them, as they are stored, and as the form holds them. */
export const TERMS = termsOf<AskedTerms>()({
  price: PRICE,
  obligations: always(rowsOf('obligations', 's', PROMISE)),
  discounts: DISCOUNTS,
});

/** A contract being entered, as held by the form: all values are strings, and an empty string means "not specified". */
export type ContractDraft = typeof TERMS.empty & {
  readonly contractNumber: string;
  readonly name: string;
  readonly customerId: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly contractDate: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly notes: string;
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
  { value: 'LICENCE', label: 'License' },
  { value: 'REPURCHASE', label: 'Sale with a repurchase agreement' },
] as const satisfies readonly { value: PatternKind; label: string }[];

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
    criteria: CRITERIA.map((name) => ({ name, met: false, evidence: '' })),
    ...TERMS.empty,
  };
}

/** A new card, over the contract's term by default. */
export function emptyObligation(
  id: string,
  { startDate, endDate }: Pick<ContractDraft, 'startDate' | 'endDate'>,
): ObligationDraft {
  return { ...PROMISE.empty, id, start: startDate, end: endDate };
}

export const emptyVariable = (id: string): VariableDraft => ({ ...VARIABLE.empty, id });

/** Whether a price uses any of its further terms; the form then shows them without being asked. */
export const hasPriceTerms = (draft: ContractDraft) =>
  saysFurther({ ...PRICE.terms, discounts: DISCOUNTS }, draft, draft.obligations);

/** Whether an error of this name belongs to the further terms of the price. */
export const isOfPriceTerms = (field: string) => TERMS.further.includes(field.split('/')[0] ?? '');

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
