import type { PeriodGrid } from '@/core/periods/period-grid';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { type OpenPicture, openPicture } from '@/core/revenue/contracts/picture';
import { type ContractRow, lockContract } from '@/db/revenue/contracts';
import { listEvents, type RecordedEvent } from '@/db/revenue/events';
import { gridOfBooks } from '@/db/stores/fiscal-calendars';
import { refuseNotFound } from '@/usecases/kit/crud';
import type { Context } from '@/usecases/kit/define';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';

/** A contract with its facts, locked so that another can be recorded. */
export interface History {
  readonly contract: ContractRow;
  readonly recorded: readonly RecordedEvent[];
  readonly state: ContractState;
  /** The same, to which a fact can be added without folding the others again. */
  readonly picture: OpenPicture;
  /** The periods of its subsidiary's books. */
  readonly grid: PeriodGrid;
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
 * The events, with the creation first. Before activation a contract may hold payments (606-10-25-8) but has no
 * obligations: its creation is recorded on activation, at position 0, and an empty one is used until then.
 */
export function eventsOf(contract: ContractRow, recorded: readonly RecordedEvent[]): ContractEvent[] {
  const events = recorded.map(({ event }) => event);
  return events[0]?.kind === 'created' ? events : [emptyCreation(contract), ...events];
}

/**
 * Locks a contract within the caller's reach and folds its facts into its state. Refuses
 * NOT_FOUND and FORBIDDEN (scope).
 */
export async function lockHistory(context: Context, contractId: string): Promise<History> {
  const contract = (await lockContract(context.tenant, contractId)) ?? refuseNotFound('contract', contractId);
  const recorded = await listEvents(context.tenant, contractId);
  const grid = await gridOfBooks(context.tenant, contract.subsidiaryId);
  const picture = valueOrThrow(openPicture(eventsOf(contract, recorded), grid));
  return { contract, recorded, grid, picture, state: picture.state };
}
