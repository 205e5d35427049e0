import type { ContractRow } from '@/db/revenue/contracts/contracts';
import { type Move, postMove } from '@/db/revenue/runs/positions';
import { newId } from '@/lib/ids';
import type { Context } from '../../kit/define';

/**
 * When and why a contract's position changes; `rate` converts its currency to the subsidiary's base currency on that
 * day. Without a fact it follows from a run. `effectiveOn`: the day from which it is in effect, where that is not the day of its fact, or without one
 * that of its posting.
 */
export interface Booking {
  readonly postingDate: string;
  readonly rate: string;
  readonly memo: string;
  readonly eventId: string | null;
  readonly effectiveOn?: string | null;
}

/** Moves the position of a contract, with the entry for it. */
export async function postMoveOf(
  context: Context,
  contract: ContractRow,
  at: Booking,
  what: Pick<Move, 'kind' | 'amount'> & Partial<Move>,
): Promise<void> {
  await postMove(context.tenant, moveOf(contract, at, what), {
    subsidiaryId: contract.subsidiaryId,
    postingDate: at.postingDate,
    memo: at.memo,
    actorId: context.principal.actor.kind === 'user' ? context.principal.actor.id : null,
  });
}

/** A movement of the position of a contract and its entry, with ids of their own. */
export const moveOf = (
  contract: Pick<ContractRow, 'id'>,
  at: Pick<Booking, 'eventId' | 'rate' | 'effectiveOn'>,
  what: Pick<Move, 'kind' | 'amount'> & Partial<Move>,
): Move => ({
  id: newId(),
  contractId: contract.id,
  unconditional: false,
  keepRefund: false,
  documentBase: null,
  isIncome: null,
  counterAccountId: null,
  eventId: at.eventId,
  entryId: newId(),
  rate: at.rate,
  effectiveOn: at.effectiveOn ?? null,
  ...what,
});
