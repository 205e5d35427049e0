import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import type { PlannedCustomer } from '../story/sales/customers';
import type { Stage } from './stage';

const ACTOR = 'controller';

/**
 * A machine that is built for two years and paid when it is ordered: at 0.5% a month the advance of 80,000.00 grows to a price of
 * 90,172.78, and the interest is in a separate account until the machine is delivered (606-10-32-15, Example 29).
 */
export async function signAdvance(
  stage: Stage,
  buyer: PlannedCustomer,
  start: string,
  criteria: readonly { readonly name: string; readonly met: boolean; readonly evidence: string }[],
): Promise<void> {
  const { id } = await stage.run(ACTOR, createContract, {
    name: `${buyer.name}, machine paid in advance`,
    customerId: stage.ids.get('customer', buyer.key),
    subsidiaryId: stage.ids.get('subsidiary', 'US'),
    currencyCode: 'USD',
    contractDate: start,
    startDate: start,
    price: {
      fixed: '80000',
      financing: { kind: 'ADVANCE', monthsPerPeriod: 1, periods: 24, ratePerPeriod: '0.005' },
    },
    obligations: [
      {
        key: 'machine',
        description: 'A machine built to order',
        nature: 'GOODS',
        ssp: '90172.78',
        sspEvidence: 'The offer for payment on delivery',
        pattern: { kind: 'POINT' },
      },
    ],
    criteria,
  });
  await stage.run(ACTOR, activateContract, { id });
  const tell = (event: object) =>
    stage.run(ACTOR, recordEvent, { id, event: { ...event, effectiveDate: start } });
  await tell({ kind: 'payment', amount: '80000' });
  await tell({
    kind: 'judgement',
    answers: [{ question: 'SIGNIFICANT_FINANCING', answer: true }],
    evidence: 'The customer chose to pay when it ordered, for a tenth less than on delivery',
  });
}
