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
import { etagOf, json } from '../kit/answer';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { contractSchema, contractViewSchema, templateSchema } from './fields/revenue';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: 'Revenue, contracts', tag: 'Revenue contracts' } as const;
const setup = { section: 'Revenue, policies and prices', tag: 'Revenue setup' } as const;
const CONTRACTS = '/api/v1/revenue/contracts';
const EXAMPLES = '/api/v1/revenue/examples';
const exampleSchema = z.object({ code: z.string(), title: z.string(), paragraph: z.string() });
const TEMPLATES = '/api/v1/revenue/templates';
const contract = z.object({ contract: contractSchema });
const one = z.object({ template: templateSchema });

type Contract = Awaited<ReturnType<typeof contractFromInvoice.run>>;
type Template = Awaited<ReturnType<typeof templateVerbs.get.run>>;
const drafted = (made: Contract) => json(201, { contract: made }, { etag: etagOf(made) });
const present = ({ organizationId: _tenant, ...template }: Template) => template;
const template = (status: number) => (record: Template) =>
  json(status, { template: present(record) }, { etag: etagOf(record) });

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
    success: { status: 201, schema: contract },
    example: {
      body: { subscriptionId: '0197f0e0-0000-7000-8000-000000000003', endDate: '2027-10-31' },
    },
    handle: ({ call, body }) => perform(contractFromSubscription, call, body, drafted),
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
    success: { status: 201, schema: contract },
    example: {
      body: {
        invoiceId: '0197f0e0-0000-7000-8000-000000000004',
        startDate: '2026-11-01',
        endDate: '2027-10-31',
      },
    },
    handle: ({ call, body }) => perform(contractFromInvoice, call, body, drafted),
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
    success: {
      status: 200,
      schema: z.object({ canLoad: z.boolean(), examples: z.array(exampleSchema) }),
    },
    handle: ({ call }) => perform(listExamples, call, {}, (shown) => json(200, shown)),
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
    success: {
      status: 201,
      schema: z.object({
        example: exampleSchema,
        contract: contractViewSchema,
        next: z.array(z.looseObject({ kind: z.string(), label: z.string(), outcome: z.string() })),
      }),
    },
    example: { body: { code: '8' } },
    handle: ({ call, body }) => perform(loadExample, call, body, (made) => json(201, made)),
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
    success: { status: 201, schema: one },
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
    handle: ({ call, body }) => perform(templateVerbs.create, call, body, template(201)),
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
    success: { status: 200, schema: z.object({ data: z.array(templateSchema) }) },
    async handle({ call, query }) {
      const rows = await runForOutput(listTemplates, call, query);
      return json(200, { data: rows.map(present) });
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
    success: { status: 200, schema: one },
    handle: ({ call, params }) => perform(templateVerbs.get, call, params, template(200)),
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
    success: { status: 200, schema: one },
    example: { body: { pattern: { kind: 'RATABLE', months: 24 } } },
    handle: ({ call, params, body }) =>
      perform(templateVerbs.update, call, { ...params, data: body }, template(200)),
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
    success: { status: 200, schema: z.object({ success: z.literal(true), message: z.string() }) },
    handle: ({ call, params }) =>
      perform(templateVerbs.remove, call, params, () =>
        json(200, { success: true, message: 'The template was removed.' }),
      ),
  }),
];
