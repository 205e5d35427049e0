import { dec, toPlainString } from '@/core/money/decimal';
import type { MadeOrder, OrderActs } from '@/core/orders/order-acts';
import type { OrderSource } from '@/core/orders/order-source';
import type { WantedContract, WantedFact, WantedObligation, WantedOrder } from '@/core/orders/wanted-order';
import { refuse } from '@/core/refusals';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { CRITERIA } from '@/core/revenue/judgements/contract-criteria';
import { newId } from '@/lib/ids';
import type { Context } from '../kit/define';
import { parseInput } from '../kit/run';
import { bringIntoForce } from '../revenue/contracts/activate-contract';
import { contractCreateInput } from '../revenue/contracts/contract-input';
import { draftContract } from '../revenue/contracts/create-contract';
import { type History, lockHistory } from '../revenue/contracts/lock-history';
import { applyModification } from '../revenue/contracts/modifications/apply-modification';
import { type Fact, recordFacts } from '../revenue/contracts/record-facts';
import { customerOfOrder, type KnownCustomers } from './find-customer';
import { postOrderInvoice, reverseOrderInvoice } from './post-invoice';

/** An order to be carried out, and where it comes from. */
export interface OrderWork {
  readonly source: OrderSource;
  readonly orderKey: string;
  readonly made: MadeOrder;
  readonly wanted: WantedOrder;
  readonly acts: OrderActs;
}

/**
 * Carries out what is missing for an order: drafts its contract and activates it, records its facts, corrects those that were
 * changed since, adds obligations by a modification, ends it, posts or reverses its invoice. Returns what was created from it.
 * Refuses what those verbs refuse; the caller's savepoint then undoes all of it.
 */
export async function carryOut(
  context: Context,
  work: OrderWork,
  customers: KnownCustomers,
): Promise<MadeOrder> {
  const { source, wanted, acts } = work;
  const currency = wanted.contract?.currencyCode ?? wanted.invoice?.currencyCode ?? '';
  const needsCustomer = acts.draft !== null || acts.invoice !== null;
  const customerId = needsCustomer
    ? await customerOfOrder(context, source, wanted.customer, currency, customers)
    : '';
  let made: MadeOrder = { ...work.made, customerKey: wanted.customer.key };
  if (acts.draft !== null) made = await draftOrder(context, work, acts.draft, customerId, made);
  else if (made.contract !== null) made = await changeOrder(context, work, made.contract, made);
  if (acts.reverse !== null) {
    await reverseOrderInvoice(context, acts.reverse, work.orderKey);
    made = { ...made, invoice: null };
  }
  if (acts.invoice !== null) {
    const id = await postOrderInvoice(context, source, acts.invoice, customerId);
    made = { ...made, invoice: { id, terms: acts.invoice } };
  }
  return { ...made, isCalledOff: wanted.isCalledOff };
}

/** The context with which a verb's changes are recorded by its own name, whoever carries it out. */
const acting = (context: Context, action: string): Context => ({
  ...context,
  record: (change) => context.record({ ...change, action: change.action ?? action }),
});

async function draftOrder(
  context: Context,
  work: OrderWork,
  terms: WantedContract,
  customerId: string,
  before: MadeOrder,
): Promise<MadeOrder> {
  const { input, criteria, facts, made } = draftOf(work, terms, customerId);
  const { id } = await draftContract(acting(context, ORDER_ACTIONS.draft), input);
  await bringIntoForce(acting(context, ORDER_ACTIONS.activate), id, criteria, facts(id));
  return made(id, before);
}

/** What the audit trail calls the steps of drafting an order. */
export const ORDER_ACTIONS = {
  draft: 'revenue.contracts.create',
  activate: 'revenue.contracts.activate',
} as const;

/**
 * The contract that an order asks for, and, by the id it gets, its facts and what is made of the order then. Refuses what the schema of
 * contracts refuses.
 */
export function draftOf(work: OrderWork, terms: WantedContract, customerId: string) {
  const { source, orderKey, acts } = work;
  const { again } = work.made;
  const input = parseInput(contractCreateInput, {
    // The number of a contract that was undone stays with it.
    contractNumber: again === 0 ? terms.number : `${terms.number}-${again + 1}`,
    customerId,
    subsidiaryId: source.subsidiaryId,
    currencyCode: terms.currencyCode,
    contractDate: terms.date,
    price: { fixed: terms.fixed },
    obligations: terms.obligations.map((one) => promised(one, work)),
    notes: `${source.name}: order ${orderKey}.`,
  });
  const reported = acts.tell.map(({ part, fact }) => ({ part, fact, event: eventOf(fact) }));
  const evidence = `Agreed as order ${orderKey} of ${source.name}.`;
  return {
    input,
    criteria: CRITERIA.map((name) => ({ name, met: true, evidence })),
    facts: (id: string): Fact[] => [
      ...reported.map(({ part, event }): Fact => ({ event, ...referenceOf(id, work, part) })),
      ...endOf(work).map((event): Fact => ({ event })),
    ],
    made: (id: string, before: MadeOrder): MadeOrder => ({
      ...before,
      contract: { id, terms },
      facts: Object.fromEntries(reported.map(({ part, fact, event }) => [part, { eventId: event.id, fact }])),
      endsOn: acts.endOn,
    }),
  };
}

async function changeOrder(
  context: Context,
  work: OrderWork,
  contract: NonNullable<MadeOrder['contract']>,
  before: MadeOrder,
): Promise<MadeOrder> {
  const { acts, wanted } = work;
  let { terms } = contract;
  if (acts.add !== null) {
    await addToOrder(context, contract.id, work, acts.add);
    terms = wanted.contract ?? terms;
  }
  const facts = { ...before.facts };
  const reason = `Changed in ${work.source.name}.`;
  const history = await lockHistory(context, contract.id);
  if (history.contract.contractStatus === 'COMBINED') {
    refuse('REVENUE_RULE', 'The contract was combined into another one. Record what happened there.', {
      rule: 'CONTRACT_COMBINED',
      into: history.contract.combinedIntoId,
    });
  }
  const recorded: Fact[] = [];
  for (const { part, eventId } of acts.void) {
    recorded.push({ event: voided(standing(history, eventId, part), null, reason) });
    delete facts[part];
  }
  for (const { part, eventId, fact } of acts.replace) {
    const event = eventOf(fact);
    recorded.push({ event: voided(standing(history, eventId, part), event.id, reason) }, { event });
    facts[part] = { eventId: event.id, fact };
  }
  for (const { part, fact } of acts.tell) {
    const event = eventOf(fact);
    const again = history.recorded.some(({ sourceId }) => sourceId === referenceText(work, part));
    recorded.push({ event, ...(again ? {} : referenceOf(contract.id, work, part)) });
    facts[part] = { eventId: event.id, fact };
  }
  recorded.push(...endOf(work).map((event): Fact => ({ event })));
  if (recorded.length > 0) {
    const state = await recordFacts(context, history, recorded);
    context.record({
      action: 'revenue.events.record',
      noun: 'revenue contract',
      recordId: contract.id,
      before: { status: history.state.status, transactionPrice: history.state.transactionPrice },
      after: {
        events: recorded.map(({ event }) => event),
        order: work.orderKey,
        status: state.status,
        transactionPrice: state.transactionPrice,
      },
      event: {
        type: 'revenue.event.recorded',
        payload: { contractId: contract.id, eventId: recorded[0]?.event.id, kind: recorded[0]?.event.kind },
      },
    });
  }
  return { ...before, contract: { ...contract, terms }, facts, endsOn: acts.endOn ?? before.endsOn };
}

/** A fact of ours that still stands. Refuses REVENUE_RULE ALREADY_VOIDED for one that a person voided or replaced. */
function standing({ recorded }: History, eventId: string, part: string): ContractEvent {
  const found = recorded.find(({ event }) => event.id === eventId)?.event;
  const isVoid = recorded.some(({ event }) => event.kind === 'voided' && event.of === eventId);
  if (found !== undefined && !isVoid) return found;
  refuse(
    'REVENUE_RULE',
    `The fact “${part}” was voided by a person, who must also record what replaces it.`,
    {
      rule: 'ALREADY_VOIDED',
    },
  );
}

const voided = (wrong: ContractEvent, by: string | null, reason: string): ContractEvent => ({
  id: newId(),
  kind: 'voided',
  effectiveDate: wrong.effectiveDate,
  of: wrong.id,
  ...(by !== null && { by }),
  reason,
});

const eventOf = (fact: WantedFact): ContractEvent => ({ ...fact, id: newId() });

const referenceText = ({ source, orderKey }: OrderWork, part: string) =>
  `${source.code} ${orderKey} ${part}`.slice(0, 500);
const referenceOf = (contractId: string, work: OrderWork, part: string) => ({
  sourceKind: `REFERENCE:${contractId}`,
  sourceId: referenceText(work, part),
});

const endOf = ({ acts, source, wanted }: OrderWork): ContractEvent[] =>
  acts.endOn === null
    ? []
    : [
        {
          id: newId(),
          kind: 'termination',
          effectiveDate: acts.endOn,
          refund: '0',
          reason: wanted.isCalledOff ? `Called off in ${source.name}.` : `Canceled in ${source.name}.`,
        },
      ];

/** Obligations reported later join the contract by a modification: distinct, at the price the order charges for them. */
async function addToOrder(
  context: Context,
  contractId: string,
  work: OrderWork,
  add: NonNullable<OrderActs['add']>,
): Promise<void> {
  await applyModification.run(
    { ...acting(context, 'revenue.modifications.apply'), expectedVersion: undefined },
    parseInput(applyModification.input, {
      id: contractId,
      date: add.on,
      additions: add.obligations.map((one) => ({
        ...promised({ ...one, productCode: null }, work),
        price: one.amount,
        distinct: true,
      })),
      answers: { priceAtSsp: true },
      // An order of another system is one contract there: what it reports later is recorded on that contract.
      ownContract: false,
      reason: `Added to order ${work.orderKey} in ${work.source.name}.`,
    }),
  );
}

/** An obligation as the contract's verbs take it. Its standalone price is that of its product, or what the order charges for it. */
function promised(one: WantedObligation, { source, orderKey }: OrderWork) {
  return {
    key: one.key,
    description: one.description.slice(0, 500),
    ...(one.productCode === null
      ? { ssp: toPlainString(dec(one.amount)), sspEvidence: `Price in order ${orderKey} of ${source.name}.` }
      : { productCode: one.productCode, ...(one.quantity === null ? {} : { units: one.quantity }) }),
    pattern: one.pattern,
    nature: one.nature,
    ...(one.revenueAccountId === null ? {} : { revenueAccountId: one.revenueAccountId }),
  };
}
