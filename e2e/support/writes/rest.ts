import { intercompanyRecipes } from './intercompany';
import { ledgerRecipes } from './ledger';
import { orderFile, orderSourceRecipes } from './order-sources';
import { otherLedgerRecipes } from './other-ledgers';
import { projectRecipes } from './projects';
import { recordRecipes } from './records';
import { revenueRecipes } from './revenue';
import type { Recipes, WriteWorld } from './world';

/** One request of a route: the id in its path, and its body. */
export interface RestAsk {
  readonly id?: string;
  readonly body?: object;
}

type Prepare = (world: WriteWorld) => Promise<RestAsk>;

const recipes: Recipes = {
  ...recordRecipes,
  ...ledgerRecipes,
  ...intercompanyRecipes,
  ...orderSourceRecipes,
  ...otherLedgerRecipes,
  ...projectRecipes,
  ...revenueRecipes,
};

/** The recipe of the same verb over tRPC: its id goes into the path, the rest is the body. */
const as =
  (name: string, flat: (input: Record<string, unknown>) => object = (input) => input): Prepare =>
  async (world) => {
    const { id, ...rest } = ((await recipes[name]?.(world)) ?? {}) as Record<string, unknown>;
    return { ...(typeof id === 'string' ? { id } : {}), body: flat(rest) };
  };
const dataOf = (input: Record<string, unknown>) => input.data as object;
/** The recipe of a verb of another ledger, whose id is in the path. */
const ofLedger =
  (name: string): Prepare =>
  async (world) => {
    const { ledgerId, ...body } = ((await recipes[name]?.(world)) ?? {}) as Record<string, unknown>;
    return { id: String(ledgerId), body };
  };
/** The recipe of a verb of a source of orders, whose id is in the path. */
const ofSource =
  (name: string): Prepare =>
  async (world) => {
    const { sourceId, ...body } = ((await recipes[name]?.(world)) ?? {}) as Record<string, unknown>;
    return { id: String(sourceId), ...(Object.keys(body).length === 0 ? {} : { body }) };
  };
/** A verb whose route has no body. */
const bare =
  (name: string): Prepare =>
  async (world) => {
    const { id } = ((await recipes[name]?.(world)) ?? {}) as { id?: string };
    return id === undefined ? {} : { id };
  };

/**
 * The requests with which the writing routes of A, C and D succeed, and those of B that differ from the common form.
 */
export const restAsks: Readonly<Record<string, Prepare>> = {
  'A.prospects.create': async () => ({ body: { name: 'Acme' } }),
  'A.prospects.update': as('prospects.update', dataOf),
  'A.prospects.remove': bare('prospects.remove'),
  'A.prospects.convertToLead': bare('prospects.convertToLead'),
  'A.prospects.convertToCustomer': bare('prospects.convertToCustomer'),
  'A.employees.create': async () => ({ body: { name: 'Ada', entityTypes: ['Employee'] } }),
  'A.employees.update': as('employees.update', dataOf),
  'A.employees.remove': bare('employees.remove'),
  'B.customers.setWarehouses': as('customers.setWarehouses', ({ assignments }) => assignments as object),
  'C.subsidiaries.create': as('subsidiaries.create'),
  'C.subsidiaries.update': as('subsidiaries.update', dataOf),
  'C.subsidiaries.recordOwnership': as('subsidiaries.recordOwnership'),
  'C.subsidiaries.remove': bare('subsidiaries.remove'),
  'C.orderSources.create': as('orderSources.create'),
  'C.orderSources.update': as('orderSources.update', dataOf),
  'C.orderSources.upload': ofSource('orderSources.upload'),
  'C.orderSources.takeUp': ofSource('orderSources.takeUp'),
  'C.sourceOrders.answer': as('orderSources.answer', (input) => input.answer as object),
  'C.orderFiles.check': async (world) => ({ id: await orderFile(world) }),
  'C.orderFiles.run': async (world) => ({ id: await orderFile(world) }),
  'C.otherLedgers.create': as('otherLedgers.create'),
  'C.otherLedgers.update': as('otherLedgers.update', dataOf),
  'C.otherLedgers.setCodes': ofLedger('otherLedgers.setCodes'),
  'C.otherLedgers.readBack': ofLedger('otherLedgers.readBack'),
  'C.ledgerBatches.seal': ofLedger('otherLedgers.seal'),
  'C.ledgerBatches.sent': bare('otherLedgers.markSent'),
  'C.ledgerBatches.undo': as('otherLedgers.undo'),
  'C.transactions.create': as('transactions.create'),
  'C.transactions.createBatch': as('transactions.createBatch'),
  'C.transactions.update': as('transactions.update'),
  'C.transactions.remove': bare('transactions.remove'),
  'C.transactions.submit': bare('transactions.submit'),
  'C.transactions.approve': as('transactions.approve'),
  'C.transactions.cancel': as('transactions.cancel'),
  'C.transactions.post': as('transactions.post'),
  'C.transactions.postBatch': as('transactions.postBatch'),
  'C.transactions.reverse': as('transactions.reverse'),
  'C.transactions.apply': async (world) => {
    const input = (await recipes['transactions.applyPayment']?.(world)) as { paymentId: string } | undefined;
    const { paymentId = '', ...body } = input ?? {};
    return { id: paymentId, body };
  },
  'C.applications.undo': async (world) => {
    const input = (await recipes['transactions.unapplyPayment']?.(world)) as
      | { applicationId: string }
      | undefined;
    return { id: input?.applicationId ?? '' };
  },
  'C.revenueContracts.create': as('revenue.contracts.create'),
  'C.revenueContracts.update': as('revenue.contracts.update', dataOf),
  'C.revenueContracts.activate': bare('revenue.contracts.activate'),
  'C.revenueContracts.terminate': as('revenue.contracts.terminate'),
  'C.revenueContracts.combine': as('revenue.contracts.combine'),
  'C.revenueContracts.fromSubscription': as('revenue.contracts.fromSubscription'),
  'C.revenueContracts.fromInvoice': as('revenue.contracts.fromInvoice'),
  'C.revenueTemplates.create': as('revenue.templates.create'),
  'C.revenueTemplates.update': as('revenue.templates.update', dataOf),
  'C.revenueTemplates.remove': bare('revenue.templates.remove'),
  'C.revenueEvents.import': as('revenue.events.import'),
  'C.revenueEvents.void': as('revenue.events.void'),
  'C.revenueEvents.replace': as('revenue.events.replace'),
  'C.revenueModifications.decide': as('revenue.modifications.decide'),
  'C.revenueExamples.load': as('revenue.loadExample'),
  'C.revenueContracts.event': as('revenue.events.record'),
  'C.revenueContracts.modify': as('revenue.modifications.choose'),
  'C.revenueRuns.create': as('revenue.runs.create'),
  'C.revenueRuns.post': bare('revenue.runs.post'),
  'C.revenueRuns.reverse': as('revenue.runs.reverse'),
  'C.revenueRuns.discard': as('revenue.runs.discard'),
  'C.revenueApprovals.request': as('revenue.approvals.request'),
  'C.revenueApprovals.approve': bare('revenue.approvals.approve'),
  'C.revenueApprovals.reject': as('revenue.approvals.reject'),
  'C.intercompany.setParty': as('intercompany.setParty'),
  'C.intercompany.setAccounts': as('intercompany.setAccounts'),
  'C.intercompany.mirror': as('intercompany.mirror'),
  'C.intercompany.pair': as('intercompany.pair'),
  'C.intercompany.accept': as('intercompany.accept'),
  'C.calendars.create': as('periods.createCalendar'),
  'C.calendars.adopt': as('periods.adoptCalendar'),
  'C.calendars.replan': as('periods.replan'),
  'C.revenueReclassifications.create': as('revenue.reclassifications.create'),
  'C.revenuePolicies.create': as('revenue.policies.create'),
  'C.revenuePolicies.update': as('revenue.policies.update'),
  'C.revenuePolicies.remove': bare('revenue.policies.remove'),
  'C.ssp.create': as('revenue.ssp.create'),
  'C.ssp.update': as('revenue.ssp.update'),
  'C.ssp.remove': bare('revenue.ssp.remove'),
  'C.contractCosts.create': as('revenue.costs.create'),
  'C.contractCosts.impair': as('revenue.costs.impair'),
  'C.contractCosts.revise': as('revenue.costs.revise'),
  'C.exchangeRates.set': as('setup.exchangeRates.set'),
  'C.exchangeRates.remove': bare('setup.exchangeRates.remove'),
  'C.rateCorrections.create': as('setup.exchangeRates.correct'),
  'C.taxCodes.create': as('setup.taxCodes.create'),
  'C.taxCodes.update': as('setup.taxCodes.update'),
  'C.taxCodes.remove': bare('setup.taxCodes.remove'),
  'C.items.create': as('items.create'),
  'C.items.update': as('items.update', dataOf),
  'C.items.remove': bare('items.remove'),
  'C.periods.softClose': as('periods.softClose'),
  'C.periods.close': as('periods.close'),
  'C.periods.lock': as('periods.lock'),
  'C.periods.reopen': as('periods.reopen'),
  'C.revaluations.create': async (world) => {
    const input = (await recipes['periods.revalue']?.(world)) as { periodId: string } | undefined;
    return { id: input?.periodId ?? '' };
  },
  'D.purchaseOrders.create': async (world) => {
    const order = await recipes['projects.purchaseOrders.create']?.(world);
    const { projectId } = (order ?? {}) as { projectId?: string };
    return {
      body: {
        project_id: projectId,
        vendor_id: world.org.ids.vendor,
        order_date: '2026-11-20',
        lines: [{ cost_code: '01', description: 'Sand', quantity: '1', unit_price: '1' }],
      },
    };
  },
};

/** The request of a route of surface B, whose resources share one form. */
export function uniformAsk(operation: string): Prepare | undefined {
  const [, resource = '', verb] = /^B\.([\w-]+)\.(create|update|remove)$/.exec(operation) ?? [];
  const fields = resource === 'customers' ? { companyName: 'Acme' } : {};
  const made = async (world: WriteWorld) =>
    (JSON.parse((await world.rest('POST', `/api/${resource}`, fields)).text) as { id: string }).id;
  switch (verb) {
    case 'create':
      return async () => ({ body: fields });
    case 'update':
      return async (world) => ({ id: await made(world), body: { status: 'inactive' } });
    case 'remove':
      return async (world) => ({ id: await made(world) });
    default:
      return undefined;
  }
}
