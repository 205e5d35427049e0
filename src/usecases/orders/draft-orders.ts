import { RefusalError } from '@/core/refusals';
import { keepCustomerKeys } from '@/db/stores/sales/source-customers';
import { newId } from '@/lib/ids';
import type { Context } from '../kit/define';
import type { ContractWish } from '../revenue/contracts/drafts/build-contract';
import { loadContracts } from '../revenue/contracts/load-contracts';
import { draftOf, ORDER_ACTIONS, type OrderWork } from './apply-order';
import { addCustomers } from './find-customer';
import { invoiceInSets } from './invoice-orders';
import { matchCustomers, type OrderPlace, type OrderPlaces } from './match-customers';
import {
  type Considered,
  considerOrder,
  madeOrder,
  type OrderAsked,
  type OrderTask,
  planOrder,
} from './reconcile-order';

/**
 * Brings the books in line with the orders of a portion, each of them as `considerOrder` does, and answers what became of it or why it was
 * refused. New orders that become a contract and nothing else are made in sets, with the customers that are new with them; then those that
 * become an invoice of a known customer; then come the others, in their order.
 */
export async function considerOrders(
  context: Context,
  asked: readonly OrderAsked[],
): Promise<(Considered | Error)[]> {
  const answers: (Considered | Error)[] = [];
  const tasks: OrderTask[] = [];
  for (const [at, one] of asked.entries()) {
    const plan = planOrder(one);
    if ('considered' in plan) answers[at] = plan.considered;
    else tasks.push({ at, asked: one, work: plan.work });
  }
  const places = await matchCustomers(
    context,
    tasks.map(({ work }) => ({ work, isDraft: isDraft(work) })),
  );
  for (const [at, one] of await draftInSets(context, tasks, places)) answers[at] = one;
  for (const [at, one] of await invoiceInSets(context, tasks, places.known)) answers[at] = one;
  for (const { at, asked: one } of tasks) {
    answers[at] ??= await considered(context, one, places.known);
  }
  return answers;
}

const isDraft = ({ acts }: OrderWork): boolean =>
  acts.draft !== null && acts.invoice === null && acts.reverse === null && acts.add === null;

async function considered(
  context: Context,
  asked: OrderAsked,
  customers: OrderPlaces['known'],
): Promise<Considered | Error> {
  try {
    return await considerOrder(context, asked, customers);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/** An order as a contract to be made in a set, and what became of the order once it is made. */
interface Draft extends ContractWish {
  readonly at: number;
  readonly place: OrderPlace;
  done(contractId: string): Considered;
}

/** Makes the contracts of orders in sets; answers those that were made, by their places. */
async function draftInSets(
  context: Context,
  tasks: readonly OrderTask[],
  { of, known }: OrderPlaces,
): Promise<ReadonlyMap<number, Considered>> {
  const drafts = tasks.flatMap((task, index): Draft[] => {
    const place = of[index] ?? null;
    const draft = place === null ? null : draftFor(task, place);
    return draft === null ? [] : [draft];
  });
  const ids = await loadContracts(context, drafts, {
    ...ORDER_ACTIONS,
    beforehand: (places) =>
      keepNew(
        context,
        tasks,
        places.flatMap((at) => drafts[at]?.place ?? []),
      ),
  });
  const made = new Map<number, Considered>();
  for (const [index, { at, place, done }] of drafts.entries()) {
    const id = ids[index] ?? null;
    if (id === null) continue;
    made.set(at, done(id));
    known.set(place.key, place.customerId);
  }
  return made;
}

/** The contract that an order asks for; null where the schema of contracts refuses it. */
function draftFor({ at, asked, work }: OrderTask, place: OrderPlace): Draft | null {
  const { wanted, acts } = work;
  if (acts.draft === null) return null;
  try {
    const { input, criteria, facts, made } = draftOf(work, acts.draft, place.customerId);
    const id = newId();
    const before = { ...work.made, customerKey: wanted.customer.key };
    return {
      ...{ at, place, id, input, criteria, facts: facts(id) },
      done: (contractId) =>
        madeOrder(asked, work, { ...made(contractId, before), isCalledOff: wanted.isCalledOff }),
    };
  } catch (error) {
    if (error instanceof RefusalError) return null;
    throw error;
  }
}

/** Adds the customers that are new with orders, and keeps whom the source means by the ids that are new to it; each once. */
async function keepNew(
  context: Context,
  [first]: readonly OrderTask[],
  places: readonly OrderPlace[],
): Promise<void> {
  const fresh = new Map(
    places.flatMap((place): [string, OrderPlace][] => (place.isKept() ? [] : [[place.key, place]])),
  );
  if (first === undefined || fresh.size === 0) return;
  const all = [...fresh.values()];
  await addCustomers(
    context,
    all.flatMap(({ customer }) => customer ?? []),
  );
  await keepCustomerKeys(
    context.tenant,
    first.asked.home.id,
    all.map(({ key, customerId }) => ({ key, id: customerId })),
  );
  for (const place of all) place.keep();
}
