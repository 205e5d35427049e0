import { QUESTIONS, type Question } from '@/core/revenue/judgements';

/** What a contract's terms are called, in its form and on its page: the reader's words, and the paragraph that asks. */

const QUESTION_WORDS: Readonly<Record<Question, string>> = {
  TRANSFERS: 'It transfers a good or service',
  CAPABLE_OF_BEING_DISTINCT: 'The customer can benefit from it by itself',
  SEPARATELY_IDENTIFIABLE: 'It stands apart from the other promises',
  SERIES: 'It is a series of the same, transferred alike',
  CONSUMED_AS_PERFORMED: 'The customer consumes it as we perform',
  CUSTOMER_CONTROLS_WORK: 'The customer controls what we work on',
  NO_ALTERNATIVE_USE: 'We have no other use for it',
  RIGHT_TO_PAYMENT: 'We have a right to payment for what is done',
  CONTROLS_BEFORE_TRANSFER: 'We control it before the customer does',
  STANDALONE_FUNCTIONALITY: 'The licensed property is of use by itself',
  CHANGES_FOR_CUSTOMER: 'It changes while licensed, and the customer must take that',
  BEYOND_ASSURANCE: 'The warranty does more than assure what was agreed',
  MATERIAL_RIGHT: 'The option gives what nobody gets without this contract',
};

/** What is judged of a promise, in the order the standard asks it. */
export const ASKED = Object.keys(QUESTIONS) as readonly Question[];

/** A question with its paragraph, without the topic they all share. */
export const questionWords = (question: Question) =>
  `${QUESTION_WORDS[question]} (${QUESTIONS[question].slice('606-10-'.length)})`;

export const NO_FINANCING_REASONS = [
  { value: 'WITHIN_A_YEAR', label: 'A year or less lies between (32-18)' },
  { value: 'CUSTOMER_CHOOSES_TIME', label: 'The customer chooses when it gets what it paid (32-17(a))' },
  { value: 'MOSTLY_VARIABLE', label: 'Most of the price depends on what no side controls (32-17(b))' },
  { value: 'OTHER_PURPOSE', label: 'The difference has another purpose than lending (32-17(c))' },
] as const;

export const FINANCING_KINDS = [
  { value: 'ARREARS', label: 'In arrears: we finance the customer' },
  { value: 'ADVANCE', label: 'In advance: the customer finances us' },
] as const;

export const EXPEDIENTS = [
  { value: 'RIGHT_TO_INVOICE', label: 'Left out: invoiced as performed (50-14(b))' },
  { value: 'ROYALTY', label: 'Left out: a royalty on sales or use (50-14A(a))' },
  { value: 'VARIABLE', label: 'Left out: variable, wholly of one obligation (50-14A(b))' },
] as const;

export const REPURCHASE_OPTIONS = [
  { value: 'CALL', label: 'We may buy it back' },
  { value: 'FORWARD', label: 'We must buy it back' },
  { value: 'PUT', label: 'The customer may give it back' },
] as const;

export const ESTIMATE_METHODS = [
  { value: 'EXPECTED_VALUE', label: 'Expected value' },
  { value: 'MOST_LIKELY', label: 'Most likely amount' },
] as const;

/** The words of a choice; what is not among them stays as it is. */
export const labelOf = (
  choices: readonly { readonly value: string; readonly label: string }[],
  value: string,
) => choices.find((one) => one.value === value)?.label ?? value;
