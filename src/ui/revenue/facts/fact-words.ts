import type { Contract } from '../contracts/contract-months';

type Event = Contract['events'][number]['event'];

/** What happened, in words, by the kind of the event. */
export const WORDS: Readonly<Record<Event['kind'], string>> = {
  created: 'The contract was recorded',
  activated: 'The contract became active',
  delivery: 'Delivered',
  progress: 'Progress was measured',
  costs: 'Costs were measured',
  costEstimate: 'Total costs were estimated',
  cost: 'A contract cost was incurred',
  costTest: 'A contract cost was tested for impairment',
  costTerm: 'The life of a contract cost was re-estimated',
  milestone: 'A milestone was reached',
  usage: 'Usage was recorded',
  useEstimate: 'Expected use was re-estimated',
  royalty: 'Sales subject to a royalty were reported',
  redemption: 'Rights were exercised',
  lapse: 'Rights expired',
  reassessment: 'A variable amount was re-estimated',
  returnsEstimate: 'Expected returns were estimated',
  accrual: 'Interest accrued',
  payout: 'A payment was made to the customer',
  return: 'Goods were returned',
  refundEstimate: 'The refund liability was estimated',
  estimateChange: 'The transaction price was re-estimated',
  invoice: 'An invoice was issued',
  invoiceReversed: 'An invoice was reversed',
  payment: 'A payment was received',
  interest: 'Interest was recognized',
  journal: 'A journal was attached',
  creditNote: 'A credit memo was issued',
  modification: 'The contract was modified',
  termination: 'The contract was terminated',
  judgement: 'A judgment was recorded',
  hold: 'Recognition was put on hold',
  release: 'The hold was released',
  voided: 'An event was voided',
};

/** The same for a kind as a report names it. */
export const factWords = (kind: string): string =>
  kind in WORDS ? WORDS[kind as Event['kind']] : 'An event';
