import {
  DISCOUNT_CRITERIA,
  type DiscountCriterion,
  VARIABLE_CRITERIA,
  type VariableCriterion,
} from '@/core/revenue/allocation/allocation-criteria';
import { ASKS } from '@/core/revenue/judgements/judgement-words';
import { QUESTIONS, type Question } from '@/core/revenue/judgements/judgements';

/** The labels of a contract's terms in its form and on its page, with the paragraphs of the standard. */

/** The questions about an obligation, in the order of the standard. */
export const ASKED = Object.keys(QUESTIONS) as readonly Question[];

/** A question with its paragraph number, without the common topic prefix. */
export const questionWords = (question: Question) =>
  `${ASKS[question]} (${QUESTIONS[question].slice('606-10-'.length)})`;

const criterionChoices = <Name extends DiscountCriterion | VariableCriterion>(
  known: Readonly<Record<Name, string>>,
) =>
  (Object.keys(known) as Name[]).map((value) => ({
    value,
    label: `${ASKS[value]} (${known[value].slice('606-10-'.length)})`,
  }));
/** The criteria under which an amount belongs to some obligations only. */
export const DISCOUNT_CHOICES = criterionChoices(DISCOUNT_CRITERIA);
export const VARIABLE_CHOICES = criterionChoices(VARIABLE_CRITERIA);

export const NO_FINANCING_REASONS = [
  { value: 'WITHIN_A_YEAR', label: 'One year or less between transfer and payment (32-18)' },
  {
    value: 'CUSTOMER_CHOOSES_TIME',
    label: 'Paid in advance, and the customer chooses the timing of transfer (32-17(a))',
  },
  {
    value: 'MOSTLY_VARIABLE',
    label: 'Most of the price depends on events outside both parties’ control (32-17(b))',
  },
  { value: 'OTHER_PURPOSE', label: 'The difference arises for reasons other than financing (32-17(c))' },
] as const;

export const FINANCING_KINDS = [
  { value: 'ARREARS', label: 'In arrears: we finance the customer' },
  { value: 'ADVANCE', label: 'In advance: the customer finances us' },
] as const;

export const EXPEDIENTS = [
  { value: 'RIGHT_TO_INVOICE', label: 'Excluded: invoiced as performed (50-14(b))' },
  { value: 'ROYALTY', label: 'Excluded: a royalty on sales or use (50-14A(a))' },
  { value: 'VARIABLE', label: 'Excluded: variable, entirely for one obligation (50-14A(b))' },
] as const;

export const REPURCHASE_OPTIONS = [
  { value: 'CALL', label: 'Call option: we may buy it back' },
  { value: 'FORWARD', label: 'Forward: we must buy it back' },
  { value: 'PUT', label: 'Put option: the customer may sell it back' },
] as const;

export const ESTIMATE_METHODS = [
  { value: 'EXPECTED_VALUE', label: 'Expected value' },
  { value: 'MOST_LIKELY', label: 'Most likely amount' },
] as const;

/** How much of an estimate is included (606-10-32-11 to 32-13). */
export const CONSTRAINTS = [
  { value: 'NONE', label: 'All of the estimate' },
  { value: 'EXCLUDED', label: 'None of it: fully constrained' },
  { value: 'CAP', label: 'Capped at an amount' },
  { value: 'CONFIDENCE', label: 'Up to a level of probability' },
] as const;

/** The label of a choice; an unknown value is returned unchanged. */
export const labelOf = (
  choices: readonly { readonly value: string; readonly label: string }[],
  value: string,
) => choices.find((one) => one.value === value)?.label ?? value;
