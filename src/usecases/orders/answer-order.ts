import { z } from 'zod';
import { actsOf, type MadeOrder, NOTHING_MADE } from '@/core/orders/order-acts';
import { type Answers, readWanted } from '@/core/orders/read-wanted';
import type { WantedOrder } from '@/core/orders/wanted-order';
import { refuse } from '@/core/refusals';
import { findSourceOrder, keepSourceOrders, type SourceOrder } from '@/db/stores/sales/source-orders';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { anId, lineText, reasonText } from '../kit/fields';
import { carryOut } from './apply-order';
import { lockSource } from './load-orders';
import { considerOrder, type OrderAsked } from './reconcile-order';
import { outcomeInput } from './source-records';

/** What a person says about an order that waits. */
export const answerFields = z.discriminatedUnion('answer', [
  /** What one of its lines becomes, instead of a rule. */
  z.object({ answer: z.literal('LINE'), line: lineText, outcome: outcomeInput }),
  /** None of it is revenue of ours. */
  z.object({ answer: z.literal('NOTHING'), reason: reasonText }),
  /** Its terms changed, and the contract was changed by hand: from now on it counts as reported. */
  z.object({ answer: z.literal('DONE_BY_HAND'), reason: reasonText }),
  /** Its terms changed: its contract is undone and made again as it is reported now. */
  z.object({ answer: z.literal('MAKE_AGAIN'), reason: reasonText }),
]);
type Answer = z.output<typeof answerFields>;

/**
 * Answers for an order that waits, and takes it in if nothing else is missing. Refuses NOT_FOUND, STALE_VERSION,
 * INVALID_STATUS_TRANSITION for an order that does not wait, INVALID_INPUT for a line it does not have or an answer that does not fit,
 * and what taking it in refuses; then nothing has changed.
 */
export const answerOrder = defineUseCase({
  name: 'orderSources.answer',
  permission: 'revenue.write',
  mode: 'sql',
  input: z.object({ id: anId, answer: answerFields }),
  async run(context, { id, answer }): Promise<SourceOrder> {
    const { tenant } = context;
    const found = (await findSourceOrder(tenant, id)) ?? refuseNotFound('source order', id);
    // The source first, as a file takes them, so that an answer and a file take turns.
    const { home } = await lockSource(tenant, found.sourceId);
    const before = (await findSourceOrder(tenant, id, true)) ?? refuseNotFound('source order', id);
    expectVersion(context, before);
    if (before.orderState !== 'WAITING') {
      refuse('INVALID_STATUS_TRANSITION', `Order ${before.orderKey} is not waiting for an answer.`, {
        from: before.orderState,
        to: 'MADE',
      });
    }
    const { orderKey, told: reported } = before;
    const asked: OrderAsked = {
      home,
      orderKey,
      told: reported,
      before,
      answers: answersWith(before, answer),
    };
    const { order } = await considerOrder(
      context,
      { ...asked, ...(await madeBy(context, asked, answer)) },
      new Map(),
    );
    await keepSourceOrders(tenant, [order]);
    context.record({
      action: 'orderSources.answer',
      noun: 'source order',
      recordId: id,
      before: { state: before.orderState, waits: before.waitWords },
      after: { answer, state: order.orderState, waits: order.waitWords },
    });
    return (await findSourceOrder(tenant, id)) ?? refuseNotFound('source order', id);
  },
});

/** The answers for its lines, with the one given. Refuses INVALID_INPUT for a line that was not reported. */
function answersWith({ told: reported, answers }: SourceOrder, answer: Answer): Answers {
  if (answer.answer === 'NOTHING') {
    return Object.fromEntries(Object.keys(reported).map((key) => [key, { kind: 'NOTHING' as const }]));
  }
  if (answer.answer !== 'LINE') return answers;
  if (reported[answer.line] === undefined && answer.line !== 'shipping') {
    const message = 'is not a line of the order';
    refuse('INVALID_INPUT', `line: ${message}`, { issues: [{ path: ['answer', 'line'], message }] });
  }
  return { ...answers, [answer.line]: answer.outcome };
}

/** What counts as made of an order whose terms changed, when a person changed its contract or wants it made again. */
async function madeBy(
  context: Context,
  asked: OrderAsked,
  answer: Answer,
): Promise<{ readonly made?: MadeOrder }> {
  if (answer.answer !== 'DONE_BY_HAND' && answer.answer !== 'MAKE_AGAIN') return {};
  const { home, orderKey, told: reported, before, answers } = asked;
  const reading = readWanted(orderKey, reported, home, answers);
  const made = before?.made ?? NOTHING_MADE;
  if (!('wanted' in reading) || made.contract === null) {
    const message = 'does not fit: no terms of a contract changed';
    refuse('INVALID_INPUT', `answer: ${message}`, { issues: [{ path: ['answer'], message }] });
  }
  const { wanted } = reading;
  if (answer.answer === 'DONE_BY_HAND') return { made: asReported(made, wanted) };
  const off = actsOf({ ...made, customerKey: wanted.customer.key }, { ...wanted, isCalledOff: true });
  if (off !== null && 'acts' in off) {
    await carryOut(
      context,
      { source: home, orderKey, made, wanted: { ...wanted, isCalledOff: true }, acts: off.acts },
      new Map(),
    );
  }
  return { made: { ...NOTHING_MADE, again: made.again + 1 } };
}

/** What a person did by hand counts as made: the terms, the customer and the end as they are reported now. */
const asReported = (made: MadeOrder, wanted: WantedOrder): MadeOrder => ({
  ...made,
  customerKey: wanted.customer.key,
  contract:
    made.contract === null || wanted.contract === null
      ? made.contract
      : { ...made.contract, terms: wanted.contract },
  invoice:
    made.invoice === null || wanted.invoice === null
      ? made.invoice
      : { ...made.invoice, terms: wanted.invoice },
  endsOn: wanted.endsOn,
});
