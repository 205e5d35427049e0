import type { Topic } from './judged-terms';
import type { JudgementState } from './judgement-list';

/** The topics of judgments as the screens name them, in the order of the standard's steps. */
export const TOPIC_WORDS: Readonly<Record<Topic, string>> = {
  EXISTENCE: 'Does a contract exist?',
  OBLIGATION: 'Performance obligations',
  TRANSFER: 'When control transfers',
  ROLE: 'Principal or agent',
  STANDALONE_PRICE: 'Standalone selling prices',
  PRICE: 'Transaction price',
  ESTIMATE: 'Estimates',
  DISCOUNT: 'Discounts on specific obligations',
  ALLOCATION: 'Allocation of variable amounts',
  FINANCING: 'Financing',
  COST: 'Contract costs',
  MODIFICATION: 'Modifications',
};
/** The states of judgments as the screens name them. */
export const STATE_WORDS: Readonly<Record<JudgementState, string>> = {
  ANSWERED: 'Answered',
  OPEN: 'Open',
  SUPERSEDED: 'Judged again later',
  VOIDED: 'Voided',
};
