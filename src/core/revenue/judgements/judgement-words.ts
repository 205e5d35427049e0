import { amountInFull } from '@/core/money/currency';
import type { DiscountCriterion, VariableCriterion } from '../allocation/allocation-criteria';
import type { CriterionName } from './contract-criteria';
import type { PriceQuestion } from './judged-answers';
import type { BILL_AND_HOLD, Question } from './judgements';

type BillAndHold = (typeof BILL_AND_HOLD)[number];

/** The statements an accountant answers with yes or no, in the words of every screen and report. */
export const ASKS: Readonly<
  Record<
    Question | DiscountCriterion | VariableCriterion | CriterionName | BillAndHold | PriceQuestion,
    string
  >
> = {
  APPROVED: 'Both parties approved it and are committed',
  RIGHTS: 'Each party’s rights are identified',
  PAYMENT_TERMS: 'The payment terms are identified',
  SUBSTANCE: 'It has commercial substance',
  COLLECTION_PROBABLE: 'Collection is probable',
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
  VARIABLE_CONSIDERATION: 'The consideration can vary (discounts, rebates, refunds, bonuses, penalties)',
  SIGNIFICANT_FINANCING: 'Does the contract have a significant financing component?',
  NONCASH_CONSIDERATION: 'The customer pays in something other than cash',
  PAYABLE_TO_CUSTOMER: 'Consideration is payable to the customer',
  SOLD_STANDALONE: 'Each good or service is regularly sold on its own',
  BUNDLE_SOLD_AT_DISCOUNT: 'Some of them are regularly sold together at a discount',
  SAME_DISCOUNT: 'That discount is substantially the same as the one in this contract',
  RELATES_SPECIFICALLY: 'The terms relate specifically to our efforts to satisfy it or to its outcome',
  MEETS_OBJECTIVE: 'The result meets the allocation objective',
  SUBSTANTIVE_REASON: 'The reason for the bill-and-hold arrangement is substantive',
  IDENTIFIED: 'The product is identified as the customer’s',
  READY: 'The product is ready for transfer to the customer',
  NO_OTHER_USE: 'We cannot use the product or direct it to another customer',
};

/** Why there is no financing component (606-10-32-17, 32-18). */
export const NO_FINANCING: Readonly<Record<string, string>> = {
  WITHIN_A_YEAR: 'None: one year or less between transfer and payment (practical expedient, 32-18)',
  CUSTOMER_CHOOSES_TIME: 'None: paid in advance, and the customer chooses the timing of transfer (32-17(a))',
  MOSTLY_VARIABLE: 'None: most of the price depends on events outside both parties’ control (32-17(b))',
  OTHER_PURPOSE: 'None: the difference arises for reasons other than financing (32-17(c))',
};

type Limit = { kind: string; amount?: string; probability?: string };

/** How an estimate was made and constrained, in words. */
export function estimateWords(
  recorded: {
    method: string;
    outcomes: readonly { amount: string; probability: string }[];
    constraint?: Limit | undefined;
  },
  currencyCode: string,
): string {
  const method = recorded.method === 'EXPECTED_VALUE' ? 'Expected value' : 'Most likely amount';
  const outcomes = recorded.outcomes.map(
    ({ amount, probability }) => `${amountInFull(amount, currencyCode)} with probability ${probability}`,
  );
  return `${method} of ${outcomes.join(', ')}; ${constraintWords(recorded.constraint, currencyCode)}`;
}

function constraintWords(constraint: Limit | undefined, currencyCode: string): string {
  switch (constraint?.kind) {
    case 'NONE':
      return 'all of it included';
    case 'EXCLUDED':
      return 'fully constrained';
    case 'CAP':
      return `constrained to ${amountInFull(constraint.amount ?? '0', currencyCode)}`;
    case 'CONFIDENCE':
      return `constrained to what is reached with probability ${constraint.probability}`;
    default:
      return 'no decision on the constraint was recorded';
  }
}
