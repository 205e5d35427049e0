import { z } from 'zod';
import { runForOutput } from '@/usecases/kit/run';
import {
  contractFromInvoice,
  fromInvoiceFields,
} from '@/usecases/revenue/contracts/drafts/draft-from-invoice';
import {
  contractFromSubscription,
  fromSubscriptionFields,
} from '@/usecases/revenue/contracts/drafts/draft-from-subscription';
import { exampleFields, listExamples, loadExample } from '@/usecases/revenue/setup/load-example';
import {
  listTemplates,
  templateChanges,
  templateFields,
  templateVerbs,
} from '@/usecases/revenue/setup/template-records';
import { json, shows, showsVersion } from '../kit/answer';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { named, rowsOf } from '../kit/shape-parts';
import { doneShape } from './fields/removals';
import { contractShape } from './fields/revenue/contracts';
import { examplesShape, loadedExampleShape } from './fields/revenue/examples';
import { templateShape } from './fields/revenue/setup';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: 'Revenue, contracts', tag: 'Revenue contracts' } as const;
const setup = { section: 'Revenue, policies and prices', tag: 'Revenue setup' } as const;
const CONTRACTS = '/api/v1/revenue/contracts';
const EXAMPLES = '/api/v1/revenue/examples';
const TEMPLATES = '/api/v1/revenue/templates';
const contract = named('contract', contractShape);
const one = named('template', templateShape);
const all = named('data', rowsOf(templateShape));

/** Contracts drafted from documents, and the obligation templates of items. */
export const revenueSourceRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.revenueContracts.fromSubscription',
    method: 'POST',
    path: `${CONTRACTS}/from-subscription`,
    summary: 'Draft a contract from a subscription: every item not yet in a contract, over its term',
    params: none,
    query: none,
    body: fromSubscriptionFields,
    success: { status: 201, schema: contract.schema },
    example: {
      body: { subscriptionId: '0197f0e0-0000-7000-8000-000000000003', endDate: '2027-10-31' },
    },
    handle: ({ call, body }) => perform(contractFromSubscription, call, body, showsVersion(contract, 201)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueContracts.fromInvoice',
    method: 'POST',
    path: `${CONTRACTS}/from-invoice`,
    summary: 'Draft a contract from an invoice; the invoice then posts to the contract liability',
    params: none,
    query: none,
    body: fromInvoiceFields,
    success: { status: 201, schema: contract.schema },
    example: {
      body: {
        invoiceId: '0197f0e0-0000-7000-8000-000000000004',
        startDate: '2026-11-01',
        endDate: '2027-10-31',
      },
    },
    handle: ({ call, body }) => perform(contractFromInvoice, call, body, showsVersion(contract, 201)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueExamples.list',
    method: 'GET',
    path: EXAMPLES,
    summary: 'List the illustrative examples of 606-10-55 that can be loaded',
    params: none,
    query: none,
    body: null,
    success: { status: 200, schema: examplesShape.schema },
    handle: ({ call }) => perform(listExamples, call, {}, shows(examplesShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueExamples.load',
    method: 'POST',
    path: EXAMPLES,
    summary:
      'Create a sandbox contract from an example, with its next steps prepared; demo organizations only',
    params: none,
    query: none,
    body: exampleFields,
    success: { status: 201, schema: loadedExampleShape.schema },
    example: { body: { code: '8' } },
    handle: ({ call, body }) => perform(loadExample, call, body, shows(loadedExampleShape, 201)),
  }),
  defineRoute({
    ...setup,
    operation: 'C.revenueTemplates.create',
    method: 'POST',
    path: TEMPLATES,
    summary: 'Define what an item promises when it is sold; a bundle has several templates (606-10-25-14)',
    params: none,
    query: none,
    body: templateFields,
    success: { status: 201, schema: one.schema },
    example: {
      body: {
        itemId: '0197f0e0-0000-7000-8000-000000000005',
        key: 'support',
        description: 'Support for a year',
        pattern: { kind: 'RATABLE', months: 12 },
        productCode: 'SUPPORT',
        weight: '25',
      },
    },
    handle: ({ call, body }) => perform(templateVerbs.create, call, body, showsVersion(one, 201)),
  }),
  defineRoute({
    ...setup,
    operation: 'C.revenueTemplates.list',
    method: 'GET',
    path: TEMPLATES,
    summary: 'List the templates of an item, or of all items',
    params: none,
    query: z.object({ itemId: z.guid().optional() }),
    body: null,
    success: { status: 200, schema: all.schema },
    async handle({ call, query }) {
      const rows = await runForOutput(listTemplates, call, query);
      return json(200, all.present(rows));
    },
  }),
  defineRoute({
    ...setup,
    operation: 'C.revenueTemplates.get',
    method: 'GET',
    path: `${TEMPLATES}/{id}`,
    summary: 'Get a template',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: one.schema },
    handle: ({ call, params }) => perform(templateVerbs.get, call, params, showsVersion(one)),
  }),
  defineRoute({
    ...setup,
    operation: 'C.revenueTemplates.update',
    method: 'PUT',
    path: `${TEMPLATES}/{id}`,
    summary: 'Change a template; contracts keep the terms they were drafted with',
    params: byId,
    query: none,
    body: templateChanges,
    success: { status: 200, schema: one.schema },
    example: { body: { pattern: { kind: 'RATABLE', months: 24 } } },
    handle: ({ call, params, body }) =>
      perform(templateVerbs.update, call, { ...params, data: body }, showsVersion(one)),
  }),
  defineRoute({
    ...setup,
    operation: 'C.revenueTemplates.remove',
    method: 'DELETE',
    path: `${TEMPLATES}/{id}`,
    summary: 'Remove a template',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: doneShape.schema },
    handle: ({ call, params }) =>
      perform(templateVerbs.remove, call, params, () =>
        json(200, doneShape.present({ message: 'The template was removed.' })),
      ),
  }),
];
