import type { ContractState } from '@/core/revenue/contracts/contract-state';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { replay } from '@/core/revenue/contracts/replay';
import { type ContractRow, lockContract } from '@/db/revenue/contracts';
import { listEvents, type RecordedEvent } from '@/db/revenue/events';
import { refuseNotFound } from '@/usecases/kit/crud';
import type { Context } from '@/usecases/kit/define';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';

/** A contract with its facts, locked for one more. */
export interface History {
  readonly contract: ContractRow;
  readonly recorded: readonly RecordedEvent[];
  readonly state: ContractState;
}

export function emptyCreation(contract: ContractRow): ContractEvent {
  return {
    id: contract.id,
    kind: 'created',
    effectiveDate: contract.contractDate,
    currencyCode: contract.currencyCode,
    obligations: [],
  };
}

/**
 * The events in the order of the replay. Before activation a contract may hold money (606-10-25-8) but no promises: its
 * creation is recorded with activation, at place 0, and until then stands empty.
 */
export function eventsOf(contract: ContractRow, recorded: readonly RecordedEvent[]): ContractEvent[] {
  const events = recorded.map(({ event }) => event);
  return events[0]?.kind === 'created' ? events : [emptyCreation(contract), ...events];
}

/** Locks a contract the caller may touch and replays its events. Refuses NOT_FOUND and FORBIDDEN (scope). */
export async function lockHistory(context: Context, contractId: string): Promise<History> {
  const contract = (await lockContract(context.tenant, contractId)) ?? refuseNotFound('contract', contractId);
  const recorded = await listEvents(context.tenant, contractId);
  return { contract, recorded, state: valueOrThrow(replay(eventsOf(contract, recorded))) };
}
