import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { pictureOfChange } from '@/core/revenue/contracts/picture';
import { TREATMENTS } from '@/core/revenue/modifications/modification';
import { newId } from '@/lib/ids';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { defineUseCase } from '../../kit/define';
import { anId, reasonText } from '../../kit/fields';
import { lockFact, recordInstead } from '../events/void-fact';
import { type ContractView, viewContract } from './contract-view';
import { eventsOf } from './lock-history';

export const decisionFields = z.object({
  /** The treatment chosen now, which may be the same as before. */
  treatment: z.enum(TREATMENTS),
  reason: reasonText,
});

/**
 * Decides the treatment of a modification again, from the facts known now, with its reason: the same terms are recorded
 * again with the chosen treatment, and the earlier decision stays visible. Refuses NOT_FOUND, REVENUE_RULE
 * NOT_A_MODIFICATION, TREATMENT_IMPOSSIBLE.
 */
export const decideTreatment = defineUseCase({
  name: 'revenue.modifications.decide',
  permission: 'revenue.write',
  mode: 'sql',
  input: decisionFields.extend({ id: anId }),
  async run(context, { id, treatment, reason }): Promise<ContractView> {
    const { history, event } = await lockFact(context, id);
    if (event.kind !== 'modification') {
      refuse('REVENUE_RULE', 'Only a modification has a treatment.', {
        rule: 'NOT_A_MODIFICATION',
        kind: event.kind,
      });
    }
    const others = eventsOf(history.contract, history.recorded).filter(
      (fact) => fact.id !== id && !(fact.kind === 'voided' && fact.of === id),
    );
    const { required } = valueOrThrow(pictureOfChange(others, event.effectiveDate, event, history.grid));
    const instead = { ...event, id: newId(), treatment, decidedFor: required.treatment, reason };
    const state = await recordInstead(context, history, event, { reason, instead });
    return viewContract(context.tenant, history.contract.id, { state, recorded: history.recorded });
  },
});
