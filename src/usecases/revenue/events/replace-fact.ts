import { z } from 'zod';
import { refuse } from '@/core/refusals';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import type { ObligationRow } from '@/db/revenue/contracts/obligations';
import { newId } from '@/lib/ids';
import { type Context, defineUseCase } from '../../kit/define';
import { anId } from '../../kit/fields';
import { type ContractView, viewContract } from '../contracts/contract-view';
import {
  assetFact,
  costFact,
  costFactFields,
  costTermFields,
  impairmentFields,
} from '../contracts/costs/cost-records';
import { demandCurrency } from '../contracts/create-contract';
import type { History } from '../contracts/lock-history';
import { linkSeparate } from '../contracts/modifications/apply-separately';
import { agreedModification } from '../contracts/modifications/modification-facts';
import { agreedFields } from '../contracts/modifications/modification-input';
import { terminationFields } from '../contracts/modifications/terminate-contract';
import { eventInput } from './event-input';
import { lockFact, recordInstead, voidFields } from './void-fact';

/** The cost that a test or a new end belongs to; omitted: that of the fact it replaces. */
const costId = anId.optional();

/** Any fact in place of another: what happened under the contract, or as its own verb takes it, with its kind. */
export const replacementInput = z.discriminatedUnion('kind', [
  ...eventInput.options,
  z.object({ kind: z.literal('modification'), ...agreedFields }),
  z.object({ kind: z.literal('termination'), ...terminationFields.shape }),
  z.object({ kind: z.literal('cost'), ...costFactFields }),
  z.object({ kind: z.literal('costTest'), costId, ...impairmentFields.shape }),
  z.object({ kind: z.literal('costTerm'), costId, ...costTermFields.shape }),
]);
type Replacement = z.output<typeof replacementInput>;

export const replaceFields = voidFields.extend({ event: replacementInput });

/**
 * Replaces a fact of any kind that was recorded in error: the void and the new fact are one transaction, so that the contract is
 * never without both. A modification is compared and treated as if the wrong one had never been; a contract of its own that the wrong one
 * made is withdrawn. Refuses what voiding the old one and recording the new one refuse; then neither happens.
 */
export const replaceFact = defineUseCase({
  name: 'revenue.events.replace',
  permission: 'revenue.write',
  mode: 'sql',
  input: replaceFields.extend({ id: anId }),
  async run(context, { id, reason, event: said }): Promise<ContractView & { eventId: string }> {
    const { history, event: wrong } = await lockFact(context, id);
    const { contract, recorded } = history;
    const { event: instead, added, ownId } = await insteadOf(context, history, wrong, said);
    const state = await recordInstead(context, history, wrong, { reason, instead, added });
    if (ownId !== null) await linkSeparate(context, contract, ownId, instead.id);
    return { ...(await viewContract(context.tenant, contract.id, { state, recorded })), eventId: instead.id };
  },
});

interface Instead {
  readonly event: ContractEvent;
  /** The obligations that it adds. */
  readonly added: readonly ObligationRow[];
  /** The contract of its own that it made. */
  readonly ownId: string | null;
}

/** The fact as it is recorded in the place of the wrong one. */
async function insteadOf(
  context: Context,
  history: History,
  wrong: ContractEvent,
  said: Replacement,
): Promise<Instead> {
  const { contract } = history;
  const alone = (event: ContractEvent): Instead => ({ event, added: [], ownId: null });
  switch (said.kind) {
    case 'modification': {
      const { kind: _kind, ...asked } = said;
      const { event, rows, ownId } = await agreedModification(context, history, asked, wrong);
      return { event, added: rows, ownId };
    }
    case 'termination':
      return alone({ id: newId(), ...said });
    case 'cost': {
      const { kind: _kind, ...terms } = said;
      return alone(await costFact(context, contract, terms));
    }
    case 'costTest':
    case 'costTerm': {
      const { date: effectiveDate, costId: named, ...rest } = said;
      const key = named ?? costOf(wrong);
      return alone(await assetFact(context, history, key, { id: newId(), effectiveDate, key, ...rest }));
    }
    default: {
      const { currencyCode, ...event } = said;
      demandCurrency(contract, currencyCode);
      return alone({ ...event, id: newId() } as ContractEvent);
    }
  }
}

/** The cost that the replaced test or end belonged to. Refuses INVALID_INPUT where the fact was of none. */
function costOf(wrong: ContractEvent): string {
  if (wrong.kind === 'costTest' || wrong.kind === 'costTerm') return wrong.key;
  const message = 'must be given where the fact that is replaced is not about a cost that stands';
  refuse('INVALID_INPUT', `costId: ${message}`, { issues: [{ path: ['event', 'costId'], message }] });
}
