import { z } from 'zod';
import { runForOutput } from '@/usecases/kit/run';
import {
  costFields,
  costTermFields,
  createCost,
  getCost,
  impairCost,
  impairmentFields,
  listCosts,
  reviseCostTerm,
} from '@/usecases/revenue/contracts/costs/cost-records';
import {
  createPolicy,
  getPolicy,
  policyFields,
  readPolicies,
  removePolicy,
  updatePolicy,
} from '@/usecases/revenue/setup/policy-records';
import {
  createSsp,
  getSsp,
  listSsp,
  removeSsp,
  sspFields,
  updateSsp,
} from '@/usecases/revenue/setup/ssp-records';
import { json, shows, showsVersion } from '../kit/answer';
import { envelope, envelopeSchema, pageFields, pageLinks } from '../kit/paging';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { named, rowsOf } from '../kit/shape-parts';
import { doneShape } from './fields/removals';
import { costRowShape, costShape, impairedShape, policyShape, sspShape } from './fields/revenue/setup';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: 'Revenue, policies and prices', tag: 'Revenue setup' } as const;
const [SSP, POLICIES, COSTS] = ['ssp', 'policies', 'contract-costs'].map(
  (name) => `/api/v1/revenue/${name}`,
) as [string, string, string];

const oneSsp = named('ssp', sspShape);
const onePolicy = named('policy', policyShape);
const policies = named('data', rowsOf(policyShape));
const day = z.iso.date();

/** Standalone selling prices, revenue policies, contract costs. */
export const revenueSetupRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.ssp.create',
    method: 'POST',
    path: SSP,
    summary: 'Add a standalone selling price from a date on, with its range and evidence',
    params: none,
    query: none,
    body: sspFields,
    success: { status: 201, schema: oneSsp.schema },
    example: {
      body: {
        productCode: 'PLATFORM',
        currencyCode: 'USD',
        validFrom: '2026-01-01',
        ssp: '90000.00',
        rangeLow: '85000.00',
        rangeHigh: '95000.00',
        evidence: '31 separate sales of 2025',
      },
    },
    handle: ({ call, body }) => perform(createSsp, call, body, showsVersion(oneSsp, 201)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.ssp.list',
    method: 'GET',
    path: SSP,
    summary: 'List standalone selling prices by product and date',
    params: none,
    query: z.object({ ...pageFields({ limit: 20, max: 100 }), productCode: z.string().max(100).optional() }),
    body: null,
    success: { status: 200, schema: envelopeSchema(sspShape.schema) },
    async handle({ call, query, inbound }) {
      const { rows, total } = await runForOutput(listSsp, call, query);
      const page = envelope(rowsOf(sspShape).present(rows), total, query);
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.ssp.get',
    method: 'GET',
    path: `${SSP}/{id}`,
    summary: 'Get a standalone selling price',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: oneSsp.schema },
    handle: ({ call, params }) => perform(getSsp, call, params, showsVersion(oneSsp)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.ssp.update',
    method: 'PUT',
    path: `${SSP}/{id}`,
    summary: 'End a price or add to its evidence; the price itself does not change',
    params: byId,
    query: none,
    body: z.object({ validTo: day.nullish(), evidence: z.string().max(50_000).optional() }),
    success: { status: 200, schema: oneSsp.schema },
    example: { body: { validTo: '2026-12-31' } },
    handle: ({ call, params, body }) =>
      perform(updateSsp, call, { ...body, ...params }, showsVersion(oneSsp)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.ssp.remove',
    method: 'DELETE',
    path: `${SSP}/{id}`,
    summary: 'Remove a standalone selling price',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: doneShape.schema },
    handle: ({ call, params }) =>
      perform(removeSsp, call, params, () =>
        json(200, doneShape.present({ message: 'The standalone selling price was removed.' })),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenuePolicies.create',
    method: 'POST',
    path: POLICIES,
    summary: 'Add a version of a revenue policy; contracts keep the version of their own date',
    params: none,
    query: none,
    body: policyFields,
    success: { status: 201, schema: onePolicy.schema },
    example: { body: { code: 'STANDARD', name: 'Standard', validFrom: '2026-01-01' } },
    handle: ({ call, body }) => perform(createPolicy, call, body, showsVersion(onePolicy, 201)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenuePolicies.list',
    method: 'GET',
    path: POLICIES,
    summary: 'List every version of every policy',
    params: none,
    query: none,
    body: null,
    success: { status: 200, schema: policies.schema },
    handle: ({ call }) => perform(readPolicies, call, {}, shows(policies)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenuePolicies.get',
    method: 'GET',
    path: `${POLICIES}/{id}`,
    summary: 'Get a version of a policy',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: onePolicy.schema },
    handle: ({ call, params }) => perform(getPolicy, call, params, showsVersion(onePolicy)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenuePolicies.update',
    method: 'PUT',
    path: `${POLICIES}/{id}`,
    summary: 'End a version of a policy',
    params: byId,
    query: none,
    body: z.object({ validTo: day.nullable() }),
    success: { status: 200, schema: onePolicy.schema },
    example: { body: { validTo: '2026-12-31' } },
    handle: ({ call, params, body }) =>
      perform(updatePolicy, call, { ...body, ...params }, showsVersion(onePolicy)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenuePolicies.remove',
    method: 'DELETE',
    path: `${POLICIES}/{id}`,
    summary: 'Remove a version no contract is pinned to',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: doneShape.schema },
    handle: ({ call, params }) =>
      perform(removePolicy, call, params, () =>
        json(200, doneShape.present({ message: 'The version of the policy was removed.' })),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'C.contractCosts.create',
    method: 'POST',
    path: COSTS,
    summary: 'Assess a contract cost and capitalize it if 340-40 requires it',
    params: none,
    query: none,
    body: costFields,
    success: { status: 201, schema: costShape.schema },
    example: {
      body: {
        contractId: '0197f0e0-0000-7000-8000-000000000001',
        kind: 'OBTAIN',
        amount: '10000.00',
        incurredOn: '2026-11-01',
        contractMonths: 60,
        expectedRenewalMonths: 24,
      },
    },
    handle: ({ call, body }) => perform(createCost, call, body, shows(costShape, 201)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.contractCosts.list',
    method: 'GET',
    path: COSTS,
    summary: 'List contract costs, newest first',
    params: none,
    query: z.object({ ...pageFields({ limit: 20, max: 100 }), contractId: z.guid().optional() }),
    body: null,
    success: { status: 200, schema: envelopeSchema(costRowShape.schema) },
    async handle({ call, query, inbound }) {
      const { rows, total } = await runForOutput(listCosts, call, query);
      const page = envelope(rowsOf(costRowShape).present(rows), total, query);
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.contractCosts.get',
    method: 'GET',
    path: `${COSTS}/{id}`,
    summary: 'Get a contract cost with its plan',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: costShape.schema },
    handle: ({ call, params }) => perform(getCost, call, params, shows(costShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.contractCosts.impair',
    method: 'POST',
    path: `${COSTS}/{id}/impair`,
    summary: 'Test a cost asset for impairment on a date and book the loss (340-40-35-3)',
    params: byId,
    query: none,
    body: impairmentFields,
    success: { status: 200, schema: impairedShape.schema },
    example: { body: { date: '2026-12-31', expectedConsideration: '8000.00', remainingCosts: '1000.00' } },
    handle: ({ call, params, body }) =>
      perform(impairCost, call, { ...body, ...params }, shows(impairedShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.contractCosts.revise',
    method: 'POST',
    path: `${COSTS}/{id}/term`,
    summary: 'Re-estimate the date through which a cost asset is amortized (340-40-35-2)',
    params: byId,
    query: none,
    body: costTermFields,
    success: { status: 200, schema: costShape.schema },
    example: {
      body: { date: '2026-12-01', end: '2028-12-31', evidence: 'Two of three customers renew once' },
    },
    handle: ({ call, params, body }) =>
      perform(reviseCostTerm, call, { ...body, ...params }, shows(costShape)),
  }),
];
