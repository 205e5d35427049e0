import { refuse } from '@/core/refusals';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { newId } from '@/lib/ids';
import { defineUseCase } from '../kit/define';
import { type ContractView, viewContract } from './contract-view';
import { recordEventInput } from './event-input';
import { lockHistory, recordFacts } from './history-context';

/**
 * Records a fact about a contract: performance (delivery, progress, costs, milestone, usage, return), money (invoice,
 * payment, credit note, interest), an estimate, a hold. What it makes of revenue waits for a run; what moves balances is
 * posted at once, in the first open period when its month is closed.
 * Refuses NOT_FOUND, REVENUE_RULE (progress over 100 %, unknown obligation, contract not active …), PERIOD_NOT_OPEN.
 */
export const recordEvent = defineUseCase({
  name: 'revenue.events.record',
  permission: 'revenue.write',
  mode: 'sql',
  input: recordEventInput,
  async run(context, { id, event, reference }): Promise<ContractView> {
    const history = await lockHistory(context, id);
    if (history.contract.contractStatus === 'COMBINED') {
      refuse('REVENUE_RULE', 'The contract was combined into another one; record it there.', {
        rule: 'CONTRACT_COMBINED',
        into: history.contract.combinedIntoId,
      });
    }
    const known =
      reference === undefined ? undefined : history.recorded.find((one) => one.sourceId === reference);
    if (known !== undefined) return viewContract(context.tenant, id);
    const fact = { ...event, id: newId() } as ContractEvent;
    const state = await recordFacts(context, history, [
      {
        event: fact,
        sourceKind: reference === undefined ? undefined : `REFERENCE:${id}`,
        sourceId: reference,
      },
    ]);
    context.record({
      noun: 'revenue contract',
      recordId: id,
      before: { status: history.state.status, transactionPrice: history.state.transactionPrice },
      after: { event: fact, status: state.status, transactionPrice: state.transactionPrice },
      event: {
        type: 'revenue.event.recorded',
        payload: { contractId: id, eventId: fact.id, kind: fact.kind },
      },
    });
    return viewContract(context.tenant, id);
  },
});
