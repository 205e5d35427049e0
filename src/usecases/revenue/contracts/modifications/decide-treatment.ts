import { z } from 'zod';
import { refuse } from '@/core/refusals';
import type { ContractEvent, EventOf, ModificationTerms } from '@/core/revenue/contracts/events';
import { pictureOfChange } from '@/core/revenue/contracts/picture';
import { TREATMENTS } from '@/core/revenue/modifications/modification';
import { listObligations, type ObligationRow } from '@/db/revenue/contracts/obligations';
import { newId } from '@/lib/ids';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { type Context, defineUseCase } from '../../../kit/define';
import { anId, reasonText } from '../../../kit/fields';
import { lockFact, recordInstead } from '../../events/void-fact';
import { type ContractView, viewContract } from '../contract-view';
import { eventsOf, type History } from '../lock-history';
import { becomesOwn, linkSeparate } from './apply-separately';
import { ownContract } from './modification-input';
import { separateRecorded } from './split-recorded';

export const decisionFields = z.object({
  /** The treatment chosen now, which may be the same as before. */
  treatment: z.enum(TREATMENTS),
  ownContract,
  reason: reasonText,
});

/**
 * Decides the treatment of a modification again, from the facts known now, with its reason: the same terms are recorded
 * again with the chosen treatment, and the earlier decision stays visible. What is a separate contract (606-10-25-12) and was not one of its
 * own becomes one, unless `ownContract` is false; a contract of its own that is now part of this one is withdrawn. Refuses NOT_FOUND,
 * REVENUE_RULE NOT_A_MODIFICATION, TREATMENT_IMPOSSIBLE, SEPARATE_CONTRACT_IN_USE, and what the fold refuses where facts recorded here
 * are about what would be separate.
 */
export const decideTreatment = defineUseCase({
  name: 'revenue.modifications.decide',
  permission: 'revenue.write',
  mode: 'sql',
  input: decisionFields.extend({ id: anId }),
  async run(context, { id, treatment, reason, ownContract: asked }): Promise<ContractView> {
    const { history, event } = await lockFact(context, id);
    if (event.kind !== 'modification') {
      refuse('REVENUE_RULE', 'Only a modification has a treatment.', {
        rule: 'NOT_A_MODIFICATION',
        kind: event.kind,
      });
    }
    const { contract } = history;
    const others = eventsOf(contract, history.recorded).filter(
      (fact) => fact.id !== id && !(fact.kind === 'voided' && fact.of === id),
    );
    const terms = termsOfChange(event);
    const { required } = valueOrThrow(pictureOfChange(others, event.effectiveDate, terms, history.grid));
    const decision = {
      id: newId(),
      kind: 'modification' as const,
      effectiveDate: event.effectiveDate,
      treatment,
      decidedFor: required.treatment,
      reason,
    };
    const isOwn = becomesOwn(asked, treatment);
    if (!isOwn) {
      const added = event.apart === undefined ? [] : await rowsOf(context, history, event.apart.contractId);
      const instead: ContractEvent = { ...decision, ...terms };
      const state = await recordInstead(context, history, event, { reason, instead, added });
      return viewContract(context.tenant, contract.id, { state, recorded: history.recorded });
    }
    const contractId =
      event.apart?.contractId ?? (await separateRecorded(context, history, { event, others, reason }));
    const instead: ContractEvent = { ...decision, apart: { contractId, terms } };
    const state = await recordInstead(context, history, event, { reason, instead });
    await linkSeparate(context, contract, contractId, instead.id);
    return viewContract(context.tenant, contract.id, { state, recorded: history.recorded });
  },
});

/** What a modification agreed, wherever it is stored. */
function termsOfChange({ apart, ...event }: EventOf<'modification'>): ModificationTerms {
  if (apart !== undefined) return apart.terms;
  const { id: _id, kind: _kind, effectiveDate: _on, evidence: _evidence, ...rest } = event;
  const { treatment: _treatment, decidedFor: _for, reason: _reason, ...terms } = rest;
  return terms;
}

/**
 * The obligations of a contract of its own as they are stored in the contract it becomes part of: as just added, with nothing allocated or
 * satisfied, since what a catch-up adds to another obligation never is.
 */
async function rowsOf({ tenant }: Context, { state }: History, contractId: string): Promise<ObligationRow[]> {
  const rows = await listObligations(tenant, contractId);
  return rows.map((row, index) => ({
    ...row,
    position: state.obligations.length + 1 + index,
    allocated: '0',
    measure: row.measure === null ? null : '0',
    held: false,
  }));
}
