import { actsOf, actWords, type MadeOrder, NOTHING_MADE, WAITS } from '@/core/orders/order-acts';
import type { OrderSource } from '@/core/orders/order-source';
import { type Answers, readWanted } from '@/core/orders/read-wanted';
import type { ReportedRow, Wait, WantedOrder } from '@/core/orders/wanted-order';
import type { KeptOrder, SourceOrder } from '@/db/stores/sales/source-orders';
import { withSavepoint } from '@/db/transaction';
import { newId } from '@/lib/ids';
import type { Change, Context } from '../kit/define';
import { carryOut, type OrderWork } from './apply-order';
import type { KnownCustomers } from './find-customer';

/** An order with everything that was reported about it. */
export interface OrderAsked {
  /** The source that the order belongs to: its rules decide. */
  readonly home: OrderSource;
  readonly orderKey: string;
  /** The id it is kept by, if it is reported for the first time. */
  readonly id?: string;
  readonly told: Readonly<Record<string, ReportedRow>>;
  readonly before: SourceOrder | null;
  readonly answers: Answers;
  /** What counts as created, where a person said so; otherwise what was created before. */
  readonly made?: MadeOrder;
}

/** What became of an order, to be stored, and in words. */
export interface Considered {
  readonly order: KeptOrder;
  readonly words: string;
}

/**
 * Brings the books in line with an order: carries out what they lack of it, or says why it waits. Everything of one order happens or
 * nothing does. Throws what carrying out refuses; the order is then as it was.
 */
export async function considerOrder(
  context: Context,
  asked: OrderAsked,
  customers: KnownCustomers,
): Promise<Considered> {
  const plan = planOrder(asked);
  if ('considered' in plan) return plan.considered;
  const changes: Change[] = [];
  const own: Context = { ...context, expectedVersion: undefined, record: (change) => changes.push(change) };
  const after = await withSavepoint(context.tenant, () => carryOut(own, plan.work, customers));
  for (const change of changes) context.record(change);
  return madeOrder(asked, plan.work, after);
}

/** What is to be done about an order, with its place among others. */
export interface OrderTask {
  readonly at: number;
  readonly asked: OrderAsked;
  readonly work: OrderWork;
}

/** What is to be done about an order, or what became of it if that is nothing. */
export type OrderPlan = { readonly considered: Considered } | { readonly work: OrderWork };

/** Compares what is reported about an order with what was made of it; changes nothing. */
export function planOrder(asked: OrderAsked): OrderPlan {
  const { home, orderKey, told: reported, before, answers } = asked;
  const made = asked.made ?? before?.made ?? NOTHING_MADE;
  const reading = readWanted(orderKey, reported, home, answers);
  if ('waits' in reading) return { considered: waiting(asked, made, reading.waits) };
  if ('nothing' in reading) {
    if (made.contract === null && made.invoice === null)
      return { considered: { order: kept(asked, made, 'NOTHING'), words: reading.nothing } };
    const words = `The order was taken in, but the new file says: ${reading.nothing.toLowerCase()}.`;
    return { considered: waiting(asked, made, { code: 'CHANGED', words, rowKey: null }) };
  }
  const { wanted } = reading;
  const difference = actsOf(made, wanted);
  if (difference === null) {
    const isNothing = made.contract === null && made.invoice === null;
    const words = isNothing ? 'Canceled before it was taken in' : 'Nothing changed';
    return { considered: { order: kept(asked, made, isNothing ? 'NOTHING' : 'MADE'), words } };
  }
  if ('waits' in difference) return { considered: waiting(asked, made, difference.waits) };
  return { work: { source: home, orderKey, made, wanted, acts: difference.acts } };
}

/** What became of an order that was carried out. */
export const madeOrder = (asked: OrderAsked, { acts, wanted }: OrderWork, made: MadeOrder): Considered => ({
  order: kept(asked, made, 'MADE'),
  words: actWords(acts, currencyOf(wanted)),
});

const currencyOf = ({ contract, invoice }: WantedOrder) =>
  contract?.currencyCode ?? invoice?.currencyCode ?? '';

function waiting(asked: OrderAsked, made: MadeOrder, wait: Wait): Considered {
  const order = kept(asked, made, 'WAITING');
  return {
    order: { ...order, waitCode: wait.code, waitWords: wait.words, waitRow: wait.rowKey },
    words: `${WAITS}${wait.words}`,
  };
}

function kept(
  { home, orderKey, id, told: reported, before, answers }: OrderAsked,
  made: MadeOrder,
  orderState: KeptOrder['orderState'],
): KeptOrder {
  return {
    id: before?.id ?? id ?? newId(),
    sourceId: home.id,
    orderKey,
    orderState,
    waitCode: null,
    waitWords: null,
    waitRow: null,
    told: reported,
    made,
    answers,
    contractId: made.contract?.id ?? null,
    transactionId: made.invoice?.id ?? null,
  };
}

/** The order as it is kept when what it lacks was refused: it waits, in the words of the refusal. */
export const refusedOrder = (asked: OrderAsked, message: string): KeptOrder => ({
  ...kept(asked, asked.made ?? asked.before?.made ?? NOTHING_MADE, 'WAITING'),
  waitCode: 'REFUSED',
  waitWords: message,
});
