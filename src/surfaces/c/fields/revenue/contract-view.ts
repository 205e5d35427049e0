import type { getContract } from '@/usecases/revenue/contracts/get-contract';
import type { recordEvent } from '@/usecases/revenue/events/record-event';
import { type OutputOf, shapeOf } from '../../../kit/shape';
import { orNull, rowsOf } from '../../../kit/shape-parts';
import {
  balancesShape,
  billingDocumentShape,
  contractCostShape,
  contractSourceShape,
  financingQuestionShape,
  movementRowShape,
  obligationShape,
  openDecisionShape,
  provisionShape,
  recordedEventShape,
  reversalOfContractShape,
  separateContractShape,
  separatedFromShape,
  storedRowShape,
  versionShape,
} from './contract-parts';
import { contractShape } from './contracts';

type View = OutputOf<typeof getContract>;
type Recorded = OutputOf<typeof recordEvent>;

const view = {
  contract: contractShape,
  obligations: rowsOf(obligationShape),
  schedule: rowsOf(storedRowShape),
  versions: rowsOf(versionShape),
  events: rowsOf(recordedEventShape),
  openDecisions: rowsOf(openDecisionShape),
  financingQuestion: orNull(financingQuestionShape),
  losses: rowsOf(provisionShape),
  costs: rowsOf(contractCostShape),
  balances: balancesShape,
  movements: rowsOf(movementRowShape),
  reversals: rowsOf(reversalOfContractShape),
  sources: rowsOf(contractSourceShape),
  separatedFrom: orNull(separatedFromShape),
  separateContracts: rowsOf(separateContractShape),
  documents: rowsOf(billingDocumentShape),
} as const;

/** A contract with obligations, schedule, versions, events and balances. */
export const viewShape = shapeOf<View>()(view);

const lineShape = shapeOf<Recorded['entries'][number]['lines'][number]>()({
  accountId: 'id',
  accountCode: 'text',
  accountName: 'text',
  memo: 'text?',
  debit: 'decimal',
  credit: 'decimal',
});

const eventEntryShape = shapeOf<Recorded['entries'][number]>()({
  id: 'id',
  entryNumber: 'text',
  postingDate: 'day',
  currencyCode: 'text',
  lines: rowsOf(lineShape),
});

/** A contract after an event, with the entries the event posted. */
export const recordedShape = shapeOf<Recorded>()({
  ...view,
  eventId: 'id',
  runId: 'id?',
  entries: rowsOf(eventEntryShape),
});
