import { z } from 'zod';
import { refuse } from '@/core/refusals';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { contractOfEvent } from '@/db/revenue/contracts/events';
import type { ObligationRow } from '@/db/revenue/contracts/obligations';
import { newId } from '@/lib/ids';
import { refuseNotFound } from '../../kit/crud';
import { type Context, defineUseCase } from '../../kit/define';
import { anId, reasonText } from '../../kit/fields';
import { type ContractView, viewContract } from '../contracts/contract-view';
import { SEPARATION_VOIDED } from '../contracts/document-facts';
import { type History, lockHistory } from '../contracts/lock-history';
import { withdrawSeparate } from '../contracts/modifications/revoke-separate';
import { recordFacts } from '../contracts/record-facts';

export const voidFields = z.object({ reason: reasonText });

/**
 * Voids a fact that was recorded in error: the contract becomes what it would be without it, and its postings are
 * reversed in their own months while those are open, otherwise in the first open one. The fact stays visible, also to
 * reports as of an earlier time. A contract of its own that a modification made is withdrawn with it. Refuses NOT_FOUND, REVENUE_RULE
 * DOCUMENT_FACT for a fact from a document (reverse the document instead), SEPARATION_VOIDED for the withdrawal of a contract,
 * ALREADY_VOIDED, NOT_VOIDABLE, SEPARATE_CONTRACT_IN_USE, and what the fold refuses where a later fact depends on this one.
 */
export const voidFact = defineUseCase({
  name: 'revenue.events.void',
  permission: 'revenue.write',
  mode: 'sql',
  input: voidFields.extend({ id: anId }),
  async run(context, { id, reason }): Promise<ContractView> {
    const { history, event } = await lockFact(context, id);
    const state = await recordInstead(context, history, event, { reason, instead: null });
    return viewContract(context.tenant, history.contract.id, { state, recorded: history.recorded });
  },
});

/** The fact to void, by its id, with its contract locked. Refuses what `voidFact` refuses before anything is folded. */
export async function lockFact(
  context: Context,
  id: string,
): Promise<{ history: History; event: ContractEvent }> {
  const contractId = (await contractOfEvent(context.tenant, id)) ?? refuseNotFound('fact', id);
  const history = await lockHistory(context, contractId);
  const found = history.recorded.find(({ event }) => event.id === id) ?? refuseNotFound('fact', id);
  if (found.sourceKind === SEPARATION_VOIDED) {
    refuse(
      'REVENUE_RULE',
      'The contract was withdrawn because the modification that made it is void. Apply the modification again.',
      { rule: 'SEPARATION_VOIDED', modificationId: found.sourceId },
    );
  }
  if (found.sourceKind !== null && !found.sourceKind.startsWith('REFERENCE:')) {
    refuse('REVENUE_RULE', 'A document recorded this. Reverse the document.', {
      rule: 'DOCUMENT_FACT',
      sourceKind: found.sourceKind,
      sourceId: found.sourceId,
    });
  }
  if (history.recorded.some(({ event }) => event.kind === 'voided' && event.of === id)) {
    refuse('REVENUE_RULE', 'The fact is already voided.', { rule: 'ALREADY_VOIDED', of: id });
  }
  return { history, event: found.event };
}

/**
 * Records the void of a fact together with its replacement, which may add obligations; returns the contract after them. The contract of
 * its own that a voided modification made is withdrawn, unless the replacement keeps it.
 */
export async function recordInstead(
  context: Context,
  history: History,
  wrong: ContractEvent,
  {
    reason,
    instead,
    added = [],
  }: { reason: string; instead: ContractEvent | null; added?: readonly ObligationRow[] },
): Promise<ContractState> {
  const { contract, state: before } = history;
  const voided: ContractEvent = {
    id: newId(),
    kind: 'voided',
    effectiveDate: wrong.effectiveDate,
    of: wrong.id,
    ...(instead !== null && { by: instead.id }),
    reason,
  };
  const facts = instead === null ? [{ event: voided }] : [{ event: voided }, { event: instead }];
  const state = await recordFacts(context, history, facts, added);
  const made = wrong.kind === 'modification' ? wrong.apart?.contractId : undefined;
  const kept = instead?.kind === 'modification' ? instead.apart?.contractId : undefined;
  if (made !== undefined && made !== kept) {
    await withdrawSeparate(context, made, { modificationId: wrong.id, reason });
  }
  context.record({
    noun: 'revenue contract',
    recordId: contract.id,
    before: { status: before.status, transactionPrice: before.transactionPrice, event: wrong },
    after: {
      status: state.status,
      transactionPrice: state.transactionPrice,
      voided: wrong.id,
      reason,
      ...(instead !== null && { event: instead }),
    },
    event: {
      type: 'revenue.event.recorded',
      payload: { contractId: contract.id, eventId: voided.id, kind: voided.kind },
    },
  });
  return state;
}
