import type { PeriodGrid } from '@/core/periods/period-grid';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { type OpenPicture, openPicture } from '@/core/revenue/contracts/picture';
import { type ContractRow, lockContract } from '@/db/revenue/contracts/contracts';
import { eventsToFollow, type RecordedEvent } from '@/db/revenue/contracts/events';
import { gridOfBooks } from '@/db/stores/structure/fiscal-calendars';
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

/** What a contract's creation is known by until it is recorded. */
export type Drafted = Pick<ContractRow, 'id' | 'contractDate' | 'currencyCode'>;

export function emptyCreation(contract: Drafted): ContractEvent {
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
export function eventsOf(contract: Drafted, recorded: readonly RecordedEvent[]): ContractEvent[] {
  const events = recorded.map(({ event }) => event);
  return events[0]?.kind === 'created' ? events : [emptyCreation(contract), ...events];
}

/** Facts from which on a contract's picture is kept, and how many pictures are. */
const LONG = 50;
const MOST_KEPT = 16;

/** The picture of a contract with many facts, and what was added to it since. */
interface Kept {
  readonly recorded: readonly RecordedEvent[];
  readonly picture: OpenPicture;
  readonly next: { readonly ids: readonly string[]; readonly picture: OpenPicture } | null;
}

/**
 * Pictures of contracts with many facts by organization and contract, those asked for last: folding five hundred facts again costs more
 * than everything else a new one does. A recorded fact never changes and never leaves, so a picture is right as long as the last
 * fact it knows is recorded, which is looked up under the contract's lock; one of a transaction that was undone is not.
 */
const kept = new Map<string, Kept>();

function keep(name: string, one: Kept): void {
  kept.delete(name);
  kept.set(name, one);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

const nameOf = ({ tenant }: Context, contractId: string) => `${tenant.organizationId} ${contractId}`;

/** Keeps what facts made of a history, for the next one that is recorded. */
export function keepRecorded(
  context: Context,
  history: History,
  facts: readonly ContractEvent[],
  picture: OpenPicture,
): void {
  const name = nameOf(context, history.contract.id);
  const known = kept.get(name);
  if (known === undefined || known.recorded !== history.recorded) return;
  keep(name, { ...known, next: { ids: facts.map(({ id }) => id), picture } });
}

/** The facts of a contract whose lock is held, and their picture, from the one that is kept if it still goes on. */
async function readHistory(
  context: Context,
  contract: ContractRow,
  grid: PeriodGrid,
): Promise<Pick<History, 'recorded' | 'picture'>> {
  const { tenant } = context;
  const name = nameOf(context, contract.id);
  // Other calendars are read again each time, so that their pictures could not be distinguished.
  const known = grid.isMonths ? kept.get(name) : undefined;
  const last = known?.recorded.at(-1);
  if (known !== undefined && last !== undefined) {
    const [same, ...more] = await eventsToFollow(tenant, contract.id, last.seq - 1);
    if (same?.event.id === last.event.id) {
      const reported = more.map(({ event }) => event);
      const isNext = known.next !== null && known.next.ids.join() === reported.map(({ id }) => id).join();
      const picture =
        reported.length === 0
          ? known.picture
          : isNext && known.next !== null
            ? known.next.picture
            : valueOrThrow(known.picture.withFacts(reported));
      const recorded = reported.length === 0 ? known.recorded : [...known.recorded, ...more];
      keep(name, { recorded, picture, next: null });
      return { recorded, picture };
    }
  }
  const recorded = await eventsToFollow(tenant, contract.id);
  const picture = valueOrThrow(openPicture(eventsOf(contract, recorded), grid));
  const isLong = recorded.length >= LONG && recorded[0]?.event.kind === 'created';
  if (grid.isMonths && isLong) keep(name, { recorded, picture, next: null });
  return { recorded, picture };
}

/**
 * Locks a contract within the caller's reach and folds its facts into its state; a transaction that a fact of it overtook begins again.
 * Refuses NOT_FOUND and FORBIDDEN (scope).
 */
export async function lockHistory(context: Context, contractId: string): Promise<History> {
  const contract = (await lockContract(context.tenant, contractId)) ?? refuseNotFound('contract', contractId);
  const grid = await gridOfBooks(context.tenant, contract.subsidiaryId);
  const { recorded, picture } = await readHistory(context, contract, grid);
  return { contract, recorded, grid, picture, state: picture.state };
}
