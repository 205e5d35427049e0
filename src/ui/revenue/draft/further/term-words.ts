import { QUESTIONS, type Question } from '@/core/revenue/judgements';

/** The labels of a contract's terms in its form and on its page, with the paragraphs of the standard. */

const QUESTION_WORDS: Readonly<Record<Question, string>> = {
  TRANSFERS: 'It transfers a good or service',
  CAPABLE_OF_BEING_DISTINCT: 'The customer can benefit from it on its own',
  SEPARATELY_IDENTIFIABLE: 'It is separately identifiable from other promises',
  SERIES: 'It is a series with the same pattern of transfer',
  CONSUMED_AS_PERFORMED: 'The customer receives and consumes the benefits as we perform',
  CUSTOMER_CONTROLS_WORK: 'The customer controls the asset as we create or enhance it',
  NO_ALTERNATIVE_USE: 'We have no alternative use for it',
  RIGHT_TO_PAYMENT: 'We have a right to payment for work performed to date',
  CONTROLS_BEFORE_TRANSFER: 'We control it before transfer to the customer',
  STANDALONE_FUNCTIONALITY: 'The licensed property has significant standalone functionality',
  CHANGES_FOR_CUSTOMER:
    'It changes substantively during the license, and the customer must use the updated version',
  BEYOND_ASSURANCE: 'The warranty provides a service beyond assurance',
  MATERIAL_RIGHT: 'The option gives a material right',
};

/** The questions about an obligation, in the order of the standard. */
export const ASKED = Object.keys(QUESTIONS) as readonly Question[];

/** A question with its paragraph number, without the common topic prefix. */
export const questionWords = (question: Question) =>
  `${QUESTION_WORDS[question]} (${QUESTIONS[question].slice('606-10-'.length)})`;

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

/** The label of a choice; an unknown value is returned unchanged. */
export const labelOf = (
  choices: readonly { readonly value: string; readonly label: string }[],
  value: string,
) => choices.find((one) => one.value === value)?.label ?? value;
