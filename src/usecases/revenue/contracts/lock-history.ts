import type { PeriodGrid } from '@/core/periods/period-grid';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { type OpenPicture, openPicture } from '@/core/revenue/contracts/picture';
import type { StoredSum } from '@/core/revenue/contracts/postings/postings';
import { type ContractRow, holdContract } from '@/db/revenue/contracts/contracts';
import { eventsToFollow, type RecordedEvent } from '@/db/revenue/contracts/events';
import { readFacts } from '@/db/revenue/contracts/read-together';
import { refuseNotFound } from '@/usecases/kit/crud';
import type { Context } from '@/usecases/kit/define';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';

/** A contract with its facts, locked so that another can be recorded; the periods of the books are held too. */
export interface History {
  readonly contract: ContractRow;
  readonly recorded: readonly RecordedEvent[];
  readonly state: ContractState;
  /** The same, to which a fact can be added without folding the others again. */
  readonly picture: OpenPicture;
  /** What was stored of its rows when a fact was recorded last; null: that is not known here. */
  readonly stored: StoredRows | null;
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

/** Facts from which on a contract's picture is kept, and of how many facts pictures are: the last one, however long, and those before it. */
const LONG = 5;
const MOST_FACTS = 8_000;

/** How many rows of a contract are stored, and their amounts. Rows are only ever added, so as many rows are the same rows. */
export interface StoredRows {
  readonly count: number;
  readonly sums: readonly StoredSum[];
}

/** The picture of a contract with what is stored of it, and what was added to it since. */
interface Kept {
  readonly recorded: readonly RecordedEvent[];
  readonly picture: OpenPicture;
  readonly stored: StoredRows | null;
  readonly next: {
    readonly ids: readonly string[];
    readonly picture: OpenPicture;
    readonly stored: StoredRows;
  } | null;
}

/**
 * Pictures of contracts by organization and contract, those asked for last: reading and folding all facts again costs more than what a new one
 * does, and facts of a contract often come one after the other. A recorded fact never changes and never leaves, so a picture is right as long as the last
 * fact it knows is recorded, which is looked up under the contract's lock; one of a transaction that was undone is not.
 */
const kept = new Map<string, Kept>();
/** Their facts. */
let keptFacts = 0;

function forget(name: string): void {
  keptFacts -= kept.get(name)?.recorded.length ?? 0;
  kept.delete(name);
}

function keep(name: string, one: Kept): void {
  forget(name);
  kept.set(name, one);
  keptFacts += one.recorded.length;
  for (const oldest of kept.keys()) {
    if (keptFacts <= MOST_FACTS || oldest === name) break;
    forget(oldest);
  }
}

const nameOf = ({ tenant }: Context, contractId: string) => `${tenant.organizationId} ${contractId}`;

/** Keeps what facts made of a history, and what is stored of it then, for the next one that is recorded. */
export function keepRecorded(
  context: Context,
  history: History,
  facts: readonly ContractEvent[],
  made: { readonly picture: OpenPicture; readonly stored: StoredRows },
): void {
  const name = nameOf(context, history.contract.id);
  const known = kept.get(name);
  if (known === undefined || known.recorded !== history.recorded) return;
  keep(name, { ...known, next: { ids: facts.map(({ id }) => id), ...made } });
}

/** The facts of a contract whose lock is held, and their picture, from the one that is kept if it still goes on. */
async function readHistory(
  context: Context,
  contract: ContractRow,
): Promise<Pick<History, 'recorded' | 'picture' | 'grid' | 'stored'>> {
  const { tenant } = context;
  const { id } = contract;
  const name = nameOf(context, id);
  const known = kept.get(name);
  const last = known?.recorded.at(-1);
  const { events, grid } = await readFacts(tenant, contract, last === undefined ? null : last.seq - 1);
  // Other calendars are read again each time, so that their pictures could not be distinguished.
  if (known !== undefined && last !== undefined && grid.isMonths) {
    const [same, ...more] = events;
    if (same?.event.id === last.event.id) {
      const reported = more.map(({ event }) => event);
      if (reported.length === 0) {
        keep(name, { ...known, next: null });
        return { ...known, grid };
      }
      const isNext = known.next?.ids.join() === reported.map((fact) => fact.id).join();
      const { picture, stored } =
        isNext && known.next !== null
          ? known.next
          : { picture: valueOrThrow(known.picture.withFacts(reported)), stored: null };
      const recorded = [...known.recorded, ...more];
      keep(name, { recorded, picture, stored, next: null });
      return { recorded, picture, stored, grid };
    }
  }
  const recorded = last === undefined ? events : await eventsToFollow(tenant, id);
  const picture = valueOrThrow(openPicture(eventsOf(contract, recorded), grid));
  const isLong = recorded.length >= LONG && recorded[0]?.event.kind === 'created';
  if (grid.isMonths && isLong) keep(name, { recorded, picture, stored: null, next: null });
  return { recorded, picture, grid, stored: null };
}

/**
 * Locks a contract within the caller's reach, holds the periods of the books, and folds its facts into its state; a transaction that a fact of it
 * overtook begins again. Refuses NOT_FOUND and FORBIDDEN (scope).
 */
export async function lockHistory(context: Context, contractId: string): Promise<History> {
  const contract = (await holdContract(context.tenant, contractId)) ?? refuseNotFound('contract', contractId);
  const { recorded, grid, picture, stored } = await readHistory(context, contract);
  return { contract, recorded, grid, picture, stored, state: picture.state };
}
