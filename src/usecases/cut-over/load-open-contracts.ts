import { contractFieldsOf } from '@/core/imports/contract-rows';
import { contractIdsByNumber } from '@/db/revenue/contracts/contracts';
import { type CutOverItem, type CutOverRecord, insertItems, knownKeys } from '@/db/stores/cut-overs';
import { withSavepoint } from '@/db/transaction';
import type { BatchResult, Change, Context } from '../kit/define';
import { demandReach } from '../kit/reach';
import { demand, parseInput } from '../kit/run';
import { loadContracts } from '../revenue/contracts/load-contracts';
import { attempt } from '../transactions/store-documents';
import type { Loaded, LoadUnit } from './load-items';
import { contractOf, isFirstOpen, itemOf, type TakenOver, takeOverContract } from './take-over-contract';

/**
 * Takes a portion of contracts over from an earlier system: the plain ones in sets, each other one by the verb that takes one, in a savepoint
 * of its own. Each gets its own answer. Refuses what that verb refuses, contract by contract.
 */
export async function loadOpenContracts(
  context: Context,
  cutOver: CutOverRecord,
  importId: string,
  units: readonly LoadUnit[],
): Promise<Loaded[]> {
  demand(context.principal, 'revenue.write');
  const asked = units.map((load) => attempt(() => takenOver(context, cutOver, importId, load)));
  const made = await takeOverInSets(context, cutOver, asked);
  const answers: Loaded[] = [];
  for (const [at, one] of asked.entries()) {
    const recordId = made.get(at);
    if (recordId !== undefined) answers.push({ recordId });
    else answers.push(one.ok ? await takeOverAlone(context, one.output) : { error: one.error });
  }
  return answers;
}

/** What the rows of a contract say, as the verb takes it. Refuses what its schema refuses. */
function takenOver(
  { principal }: Context,
  cutOver: CutOverRecord,
  importId: string,
  { unit: { rows }, named }: LoadUnit,
): TakenOver {
  const customerId = named.find((one) => one.customerId !== undefined)?.customerId;
  const { customerId: _text, ...terms } = contractFieldsOf(rows);
  const asked = parseInput(takeOverContract.input, {
    ...terms,
    cutOverId: cutOver.id,
    importId,
    ...(customerId === undefined ? {} : { customerId }),
    obligations: rows.map(({ values }, index) => {
      const { key, description, allocated, recognized, pattern, start, end } = values;
      const { revenueAccountId } = named[index] ?? {};
      const given = { key, description, allocated, recognized, pattern, start, end, revenueAccountId };
      return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    }),
  });
  demandReach(principal, takeOverContract.permission, asked);
  return asked;
}

/** Takes over those that are plain and new; answers their ids by their places. */
async function takeOverInSets(
  context: Context,
  cutOver: CutOverRecord,
  asked: readonly BatchResult<TakenOver>[],
): Promise<ReadonlyMap<number, string>> {
  const made = new Map<number, string>();
  if (cutOver.openingTransactionId !== null) return made;
  const { tenant } = context;
  const numbers = asked.flatMap((one) => (one.ok ? [one.output.contractNumber] : []));
  const taken = await knownKeys(tenant, cutOver.id, 'openContracts', numbers);
  const named = await contractIdsByNumber(tenant, numbers);
  const mayRecompute = await isFirstOpen(tenant, cutOver);
  const seen = new Set<string>();
  const fresh: { readonly at: number; readonly one: TakenOver }[] = [];
  for (const [at, answer] of asked.entries()) {
    if (!answer.ok) continue;
    const { contractNumber, way } = answer.output;
    const isNew = !taken.has(contractNumber) && !named.has(contractNumber) && !seen.has(contractNumber);
    seen.add(contractNumber);
    if (isNew && (way === 'CARRY_OVER' || mayRecompute)) fresh.push({ at, one: answer.output });
  }
  const { name } = takeOverContract;
  const ids = await loadContracts(
    context,
    fresh.map(({ one }) => contractOf(one, cutOver)),
    { draft: name, activate: name },
  );
  const items: CutOverItem[] = [];
  for (const [index, { at, one }] of fresh.entries()) {
    const id = ids[index] ?? null;
    if (id === null) continue;
    made.set(at, id);
    items.push(itemOf(one, cutOver, id));
  }
  await insertItems(tenant, items);
  return made;
}

/** Takes one over by its verb; what that refuses leaves nothing. */
async function takeOverAlone(context: Context, one: TakenOver): Promise<Loaded> {
  const changes: Change[] = [];
  const own: Context = { ...context, expectedVersion: undefined, record: (change) => changes.push(change) };
  try {
    const { id } = await withSavepoint(context.tenant, () => takeOverContract.run(own, one));
    for (const change of changes)
      context.record({ ...change, action: change.action ?? takeOverContract.name });
    return { recordId: id };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { error };
  }
}
