import { newId } from '@/lib/ids';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { requestApproval } from '@/usecases/revenue/approvals/request-approval';
import { MET } from '../../revenue/books';
import type { Recipe, Recipes, WriteWorld } from './world';

const terms: Recipe = async ({ org }) => ({
  customerId: org.ids.customer,
  contractDate: '2026-11-01',
  price: { fixed: '1200' },
  obligations: [
    { key: 'A', ssp: '600', pattern: { kind: 'POINT' } },
    { key: 'B', ssp: '600', pattern: { kind: 'RATABLE', start: '2026-11-01', end: '2027-10-31' } },
  ],
  criteria: MET,
});
const idIn = (answer: unknown): string => {
  const found = answer as { id?: string; contract?: { id: string }; cost?: { id: string } };
  return found.id ?? found.contract?.id ?? found.cost?.id ?? '';
};
const draft = async (world: WriteWorld) => ({
  id: idIn(await world.call('revenue.contracts.create', await terms(world))),
});
const active = async (world: WriteWorld) => {
  const { id } = await draft(world);
  await world.call('revenue.contracts.activate', { id });
  return { id };
};
const policy: Recipe = async () => ({ code: `P-${newId()}`, name: 'Own policy', validFrom: '2026-01-01' });
const ssp: Recipe = async () => ({
  productCode: `S-${newId()}`,
  currencyCode: 'USD',
  validFrom: '2026-01-01',
  ssp: '100',
});
const cost: Recipe = async (world) => ({
  contractId: (await active(world)).id,
  kind: 'OBTAIN',
  amount: '120',
  incurredOn: '2026-11-01',
  contractMonths: 24,
});
const made = async (world: WriteWorld, noun: string, recipe: Recipe) => ({
  id: idIn(await world.call(`revenue.${noun}.create`, await recipe(world))),
});
/** The id of a delivery recorded under an active contract. */
const recordedDelivery = async (world: WriteWorld) => {
  const { id } = await active(world);
  const event = { kind: 'delivery', effectiveDate: '2026-11-10', key: 'A' };
  const { eventId } = (await world.call('revenue.events.record', { id, event })) as unknown as {
    eventId: string;
  };
  return eventId;
};
/** A contract with a delivery, so that the month's run has something to propose. */
const delivered = async (world: WriteWorld) => {
  const { id } = await active(world);
  const event = { kind: 'delivery', effectiveDate: '2026-11-10', key: 'A' };
  await world.call('revenue.events.record', { id, event });
  return { period: '2026-11' };
};

const paymentAsked = (id: string) => ({
  verb: 'revenue.events.record',
  input: { id, event: { kind: 'payment', effectiveDate: '2026-11-10', amount: '100' } },
});
/** The id of a change someone else prepared. */
const requested = async (world: WriteWorld) => {
  const { id } = await active(world);
  return (await runForOutput(requestApproval, world.org.callAs('controller'), paymentAsked(id))).id;
};

const template: Recipe = async (world) => ({
  itemId: (await world.call('items.create', { name: 'Support' })).id,
  key: 'support',
  pattern: { kind: 'RATABLE', months: 12 },
});
/** A subscription with a binding term of one year. */
const subscribed: Recipe = async (world) => {
  const { id } = await world.call('subscriptions.create', {
    customerId: world.org.ids.customer,
    startDate: '2026-11-01',
    endDate: '2027-10-31',
  });
  await world.call('subscriptions.addItem', { subscriptionId: id, unitPrice: '100' });
  await world.call('subscriptions.move', { id, verb: 'activate' });
  return { subscriptionId: id };
};
/** A draft invoice of an item with a year of support. */
const invoiced: Recipe = async (world) => {
  const promised = (await template(world)) as { itemId: string };
  await world.call('revenue.templates.create', promised);
  const { id } = await world.call('transactions.create', {
    transaction: {
      transactionTypeId: world.org.ids.types.INVOICE,
      subsidiaryId: world.org.ids.rootSubsidiary,
      entityType: 'CUSTOMER',
      entityId: world.org.ids.customer,
      transactionDate: '2026-11-01',
      currencyCode: 'USD',
    },
    lines: [
      {
        lineNumber: 1,
        lineType: 'SERVICE',
        description: 'Support',
        quantity: '1',
        unitPrice: '120',
        itemId: promised.itemId,
      },
    ],
  });
  return { invoiceId: id };
};

/** Contracts with customers, their runs, prices, policies and costs. */
export const revenueRecipes: Recipes = {
  'revenue.contracts.create': terms,
  'revenue.contracts.update': async (world) => ({ ...(await draft(world)), data: { name: 'Renamed' } }),
  'revenue.contracts.activate': draft,
  'revenue.contracts.terminate': async (world) => ({
    ...(await active(world)),
    effectiveDate: '2026-11-20',
    reason: 'The customer left',
  }),
  'revenue.contracts.combine': async (world) => ({
    ...(await draft(world)),
    with: [
      (
        await made(world, 'contracts', async (w) => ({
          ...(await terms(w)),
          obligations: [{ key: 'C', ssp: '1200', pattern: { kind: 'POINT' } }],
        }))
      ).id,
    ],
    reasons: { singleObjective: true },
  }),
  'revenue.contracts.fromSubscription': subscribed,
  'revenue.contracts.fromInvoice': invoiced,
  'revenue.loadExample': async ({ org }) => {
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
      await client.query('update organizations set is_demo = true where id = $1', [org.organizationId]);
    });
    return { code: '8' };
  },
  'revenue.templates.create': template,
  'revenue.templates.update': async (world) => ({
    ...(await made(world, 'templates', template)),
    data: { weight: '2' },
  }),
  'revenue.templates.remove': async (world) => made(world, 'templates', template),
  'revenue.events.import': async (world) => ({
    events: [
      {
        contractId: (await active(world)).id,
        event: { kind: 'delivery', effectiveDate: '2026-11-10', key: 'A' },
      },
    ],
    post: true,
  }),
  'revenue.events.record': async (world) => ({
    ...(await active(world)),
    event: { kind: 'delivery', effectiveDate: '2026-11-10', key: 'A' },
  }),
  'revenue.events.void': async (world) => ({ id: await recordedDelivery(world), reason: 'Recorded twice' }),
  'revenue.events.replace': async (world) => ({
    id: await recordedDelivery(world),
    event: { kind: 'delivery', effectiveDate: '2026-11-12', key: 'A' },
    reason: 'Delivered two days later',
  }),
  'revenue.modifications.decide': async (world) => {
    const { id } = await active(world);
    const { contract } = (await world.call('revenue.modifications.choose', {
      id,
      date: '2026-11-15',
      additions: [{ key: 'D', price: '100', ssp: '100', distinct: true, pattern: { kind: 'POINT' } }],
      answers: { priceAtSsp: true },
      // As a part of the first contract, so that the last fact of the contract is the modification.
      ownContract: false,
      reason: 'More seats',
    })) as unknown as { contract: { events: { event: { id: string } }[] } };
    return { id: contract.events.at(-1)?.event.id, treatment: 'prospective', reason: 'Judged again' };
  },
  'revenue.modifications.choose': async (world) => ({
    ...(await active(world)),
    date: '2026-11-15',
    additions: [{ key: 'D', price: '100', ssp: '100', distinct: true, pattern: { kind: 'POINT' } }],
    answers: { priceAtSsp: true },
    reason: 'More seats',
  }),
  'revenue.runs.create': delivered,
  'revenue.runs.post': async (world) => made(world, 'runs', delivered),
  'revenue.runs.reverse': async (world) => {
    const run = await made(world, 'runs', delivered);
    await world.call('revenue.runs.post', run);
    return { ...run, reason: 'Run too early' };
  },
  'revenue.runs.discard': async (world) => ({
    ...(await made(world, 'runs', delivered)),
    reason: 'Usage of the month was not complete',
  }),
  'revenue.reclassifications.create': async (world) => {
    const { id } = await draft(world);
    const long = [
      { key: 'B', ssp: '1200', pattern: { kind: 'RATABLE', start: '2026-11-01', end: '2029-10-31' } },
    ];
    await world.call('revenue.contracts.update', { id, data: { obligations: long } });
    await world.call('revenue.contracts.activate', { id });
    const event = { kind: 'invoice', effectiveDate: '2026-11-01', amount: '1200' };
    await world.call('revenue.events.record', { id, event });
    const run = await world.call('revenue.runs.create', { period: '2026-11' });
    await world.call('revenue.runs.post', { id: run.id });
    return { period: '2026-11' };
  },
  'revenue.approvals.request': async (world) => paymentAsked((await active(world)).id),
  'revenue.approvals.approve': async (world) => ({ id: await requested(world) }),
  'revenue.approvals.reject': async (world) => ({ id: await requested(world), comment: 'Not signed yet' }),
  'revenue.policies.create': policy,
  'revenue.policies.update': async (world) => ({
    ...(await made(world, 'policies', policy)),
    validTo: '2026-12-31',
  }),
  'revenue.policies.remove': async (world) => made(world, 'policies', policy),
  'revenue.ssp.create': ssp,
  'revenue.ssp.update': async (world) => ({ ...(await made(world, 'ssp', ssp)), validTo: '2026-12-31' }),
  'revenue.ssp.remove': async (world) => made(world, 'ssp', ssp),
  'revenue.costs.create': cost,
  'revenue.costs.impair': async (world) => ({
    ...(await made(world, 'costs', cost)),
    date: '2026-11-20',
    expectedConsideration: '50',
  }),
  'revenue.costs.revise': async (world) => ({
    ...(await made(world, 'costs', cost)),
    date: '2026-11-20',
    end: '2027-12-31',
    evidence: 'Two of three customers renew',
  }),
};
