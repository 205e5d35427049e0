import { insertContracts } from '@/db/revenue/contracts/contracts';
import { appendEvents } from '@/db/revenue/contracts/events';
import { insertObligations, writeObligations } from '@/db/revenue/contracts/obligations';
import { type DatedMove, insertPositions, postMoves } from '@/db/revenue/runs/positions';
import { appendBookings, appendRows, appendVersions } from '@/db/revenue/runs/rows';
import { organizationSettings } from '@/db/stores/organization-settings';
import { holdPeriodsOpen } from '@/db/stores/structure/open-periods';
import { withSavepoint } from '@/db/transaction';
import { violationIn } from '@/db/violations';
import type { Context } from '../../kit/define';
import { booksSnapshot } from './books-snapshot';
import { type BuiltContract, buildContract, type ContractWish } from './drafts/build-contract';

/** Rows of schedules that are stored at a time: what waits in memory depends on this, not on the file. */
const ROWS_AT_ONCE = 20_000;

/** How contracts are made. */
export interface Making {
  /** What the audit trail calls the two steps that created each contract. */
  readonly draft: string;
  readonly activate: string;
  /** Makes what contracts refer to that is not there yet, just before they are stored; it is given their places among the wishes. */
  readonly beforehand?: (places: readonly number[]) => Promise<void>;
}

/** Undoes what was looked up for contracts of which none is plain. */
class NonePlain extends Error {}

/**
 * Drafts contracts and brings them into force in sets: each is judged by the laws of the verbs that make one, and all of them are written by
 * a dozen statements. Answers the ids, in the order of the wishes; null for a contract that is not plain, of which nothing is stored: the
 * verbs that make one take it next, and say why it is refused. Where two people are required, none is plain.
 * Refuses nothing.
 */
export async function loadContracts(
  context: Context,
  wishes: readonly ContractWish[],
  making: Making,
): Promise<(string | null)[]> {
  const none = wishes.map(() => null);
  if (wishes.length === 0 || (await takesTwo(context))) return none;
  try {
    return await withSavepoint(context.tenant, async () => {
      const ids = await makeAll(context, wishes, making);
      // An organization gets its first revenue policy with its first contract, not with the first that is refused.
      if (ids.every((id) => id === null)) throw new NonePlain();
      return ids;
    });
  } catch (error) {
    // If the database itself refuses, one of them is at fault: the verbs that create a single contract find out which.
    if (error instanceof NonePlain || violationIn(error) !== null) return none;
    throw error;
  }
}

/** Whether what is made may take a second person, or is only measured for one. */
export async function takesTwo({ tenant, principal, second }: Context): Promise<boolean> {
  if (second?.kind === 'MEASURE') return true;
  return principal.actor.kind !== 'system' && (await organizationSettings(tenant)).enforceSegregation;
}

async function makeAll(
  context: Context,
  wishes: readonly ContractWish[],
  making: Making,
): Promise<(string | null)[]> {
  const { tenant } = context;
  await holdPeriodsOpen(tenant);
  const books = booksSnapshot(tenant);
  const ids: (string | null)[] = [];
  const waiting = new Map<number, BuiltContract>();
  let rows = 0;
  const storeWaiting = async () => {
    if (waiting.size === 0) return;
    await making.beforehand?.([...waiting.keys()]);
    await store(context, [...waiting.values()], making);
    waiting.clear();
    rows = 0;
  };
  for (const [at, wish] of wishes.entries()) {
    const one = await buildContract(context, books, wish);
    ids.push(one?.row.id ?? null);
    if (one === null) continue;
    waiting.set(at, one);
    rows += one.rows.length;
    if (rows >= ROWS_AT_ONCE) await storeWaiting();
  }
  await storeWaiting();
  return ids;
}

/** Writes contracts with everything they leave, and records how each came to be. */
async function store(context: Context, contracts: readonly BuiltContract[], making: Making): Promise<void> {
  const { tenant, principal } = context;
  const stored = new Map(
    (
      await insertContracts(
        tenant,
        contracts.map(({ row }) => row),
      )
    ).map((row) => [row.id, row]),
  );
  const each = <Row extends object>(rows: (one: BuiltContract) => readonly Row[]) =>
    contracts.flatMap((one) => rows(one).map((row) => ({ contractId: one.row.id, ...row })));
  await insertPositions(
    tenant,
    contracts.map(({ position }) => position),
  );
  await insertObligations(
    tenant,
    each(({ obligations }) => obligations),
  );
  await appendEvents(
    tenant,
    each(({ events }) => events),
    // What a second person approved is recorded under the name of the one who prepared it.
    context.second?.kind === 'APPROVED' ? context.second.preparedBy : principal.actor.id,
  );
  await appendRows(
    tenant,
    contracts.flatMap(({ rows }) => rows),
  );
  await appendVersions(
    tenant,
    each(({ versions }) => versions),
  );
  await appendBookings(
    tenant,
    each(({ bookings }) => bookings),
  );
  await writeObligations(
    tenant,
    each(({ standing }) => standing),
  );
  await postAll(context, contracts);
  for (const { row, draft, activated } of contracts) {
    const change = { noun: 'revenue contract', recordId: row.id };
    const after = { ...stored.get(row.id), ...draft };
    context.record({ ...change, action: making.draft, after });
    context.record({ ...change, action: making.activate, before: { status: 'DRAFT' }, after: activated });
  }
}

/** Posts the movements of the contracts: the first of each, then the second of each, since a position moves once in a statement. */
async function postAll({ tenant, principal }: Context, contracts: readonly BuiltContract[]): Promise<void> {
  const actorId = principal.actor.kind === 'user' ? principal.actor.id : null;
  const most = Math.max(...contracts.map(({ moves }) => moves.length));
  for (let nth = 0; nth < most; nth += 1) {
    const bySubsidiary = new Map<string, DatedMove[]>();
    for (const { moves, subsidiaryId } of contracts) {
      const move = moves[nth];
      if (move === undefined) continue;
      const known = bySubsidiary.get(subsidiaryId);
      if (known === undefined) bySubsidiary.set(subsidiaryId, [move]);
      else known.push(move);
    }
    for (const [subsidiaryId, moves] of bySubsidiary)
      await postMoves(tenant, moves, { subsidiaryId, actorId });
  }
}
