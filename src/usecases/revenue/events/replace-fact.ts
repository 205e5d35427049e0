import type { ContractEvent } from '@/core/revenue/contracts/events';
import { newId } from '@/lib/ids';
import { defineUseCase } from '../../kit/define';
import { anId } from '../../kit/fields';
import { type ContractView, viewContract } from '../contracts/contract-view';
import { demandCurrency } from '../contracts/create-contract';
import { eventInput } from './event-input';
import { lockFact, recordInstead, voidFields } from './void-fact';

export const replaceFields = voidFields.extend({ event: eventInput });

/**
 * Replaces a fact that was recorded in error: the void and the new fact are one transaction, so that the contract is
 * never without both. Refuses what voiding the old one and recording the new one refuse; then neither happens.
 */
export const replaceFact = defineUseCase({
  name: 'revenue.events.replace',
  permission: 'revenue.write',
  mode: 'sql',
  input: replaceFields.extend({ id: anId }),
  async run(context, { id, reason, event: said }): Promise<ContractView & { eventId: string }> {
    const { history, event: wrong } = await lockFact(context, id);
    const { currencyCode, ...event } = said;
    demandCurrency(history.contract, currencyCode);
    const instead = { ...event, id: newId() } as ContractEvent;
    const state = await recordInstead(context, history, wrong, { reason, instead });
    const { contract, recorded } = history;
    return { ...(await viewContract(context.tenant, contract.id, { state, recorded })), eventId: instead.id };
  },
});
