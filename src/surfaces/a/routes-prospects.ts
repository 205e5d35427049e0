import { z } from 'zod';
import { runForOutput } from '@/usecases/kit/run';
import { stream } from '@/usecases/kit/stream';
import { convertToCustomer } from '@/usecases/prospects/convert-to-customer';
import { convertToLead } from '@/usecases/prospects/convert-to-lead';
import {
  listProspects,
  prospectsOfHighValue,
  prospectsOfIndustry,
} from '@/usecases/prospects/list-prospects';
import type { ProspectView } from '@/usecases/prospects/prospect-fields';
import {
  createProspect,
  getProspect,
  removeProspect,
  updateProspect,
} from '@/usecases/prospects/prospect-records';
import { etagOf, json, noContent, shows } from '../kit/answer';
import { jsonStream } from '../kit/json-stream';
import { envelope, envelopeSchema, pageFields, pageLinks } from '../kit/paging';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { named, rowsOf } from '../kit/shape-parts';
import {
  minRevenueQuery,
  PROSPECT_SORT_NAMES,
  prospectCreateBody,
  prospectShape,
  prospectSummaryShape,
  prospectUpdateBody,
  toCustomerShape,
  toLeadShape,
} from './fields/prospects';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: '4.1', tag: 'Prospects', ignoresUnknown: true } as const;
const summaries = named('data', rowsOf(prospectSummaryShape)).schema;

const shown = (status: number) => (prospect: ProspectView) =>
  json(status, prospectShape.present(prospect), { etag: etagOf(prospect) });

/** The operations of section 4.1, in its order. */
export const prospectRoutes = [
  defineRoute({
    ...shared,
    operation: 'A.prospects.create',
    method: 'POST',
    path: '/prospects',
    summary: 'Create a prospect',
    params: none,
    query: none,
    body: prospectCreateBody,
    success: { status: 201, schema: prospectShape.schema },
    example: {
      body: {
        name: 'Harbour Robotics',
        email: 'hello@harbour-robotics.example',
        phone: '+1 415 555 0100',
        company: 'Harbour Robotics Inc.',
        industry: 'Technology',
        estimatedRevenue: 5000000,
        employeeCount: 250,
        status: 'researching',
        notes: 'Met at the trade fair.',
        customFields: { campaign: 'spring' },
      },
    },
    handle: ({ call, body }) => perform(createProspect, call, body, shown(201)),
  }),
  defineRoute({
    ...shared,
    operation: 'A.prospects.list',
    method: 'GET',
    path: '/prospects',
    summary: 'List prospects, a page at a time',
    params: none,
    query: z.object({
      ...pageFields({ limit: 10, max: 100 }),
      sortField: z
        .enum(Object.keys(PROSPECT_SORT_NAMES) as (keyof typeof PROSPECT_SORT_NAMES)[])
        .default('createdAt'),
      sortOrder: z.enum(['asc', 'desc']).default('desc'),
    }),
    body: null,
    success: { status: 200, schema: envelopeSchema(prospectShape.schema) },
    async handle({ call, query, inbound }) {
      const sortField = PROSPECT_SORT_NAMES[query.sortField];
      const { rows, total } = await runForOutput(listProspects, call, { ...query, sortField });
      const page = envelope(
        rows.map((row) => prospectShape.present(row)),
        total,
        query,
      );
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'A.prospects.get',
    method: 'GET',
    path: '/prospects/{id}',
    summary: 'Get a prospect',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: prospectShape.schema },
    handle: ({ call, params }) => perform(getProspect, call, params, shown(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'A.prospects.update',
    method: 'PUT',
    path: '/prospects/{id}',
    summary: 'Update a prospect; omitted fields keep their values',
    params: byId,
    query: none,
    body: prospectUpdateBody,
    success: { status: 200, schema: prospectShape.schema },
    example: { body: { status: 'qualified', lastContactedAt: '2026-11-20T15:30:00.000Z' } },
    handle: ({ call, params, body }) =>
      perform(updateProspect, call, { id: params.id, data: body }, shown(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'A.prospects.remove',
    method: 'DELETE',
    path: '/prospects/{id}',
    summary: 'Delete a prospect',
    params: byId,
    query: none,
    body: null,
    success: { status: 204, schema: null },
    handle: ({ call, params }) => perform(removeProspect, call, params, () => noContent),
  }),
  defineRoute({
    ...shared,
    operation: 'A.prospects.convertToLead',
    method: 'POST',
    path: '/prospects/{id}/convert-to-lead',
    summary: 'Convert a prospect into a lead, once',
    params: byId,
    query: none,
    body: null,
    success: { status: 201, schema: toLeadShape.schema },
    handle: ({ call, params }) => perform(convertToLead, call, params, shows(toLeadShape, 201)),
  }),
  defineRoute({
    ...shared,
    operation: 'A.prospects.convertToCustomer',
    method: 'POST',
    path: '/prospects/{id}/convert-to-customer',
    summary: 'Convert a prospect into a customer, once',
    params: byId,
    query: none,
    body: null,
    success: { status: 201, schema: toCustomerShape.schema },
    handle: ({ call, params }) => perform(convertToCustomer, call, params, shows(toCustomerShape, 201)),
  }),
  defineRoute({
    ...shared,
    operation: 'A.prospects.byIndustry',
    method: 'GET',
    path: '/prospects/by-industry/{industry}',
    summary: 'Prospects in an industry, ignoring case',
    params: z.object({ industry: z.string().max(200) }),
    query: none,
    body: null,
    success: { status: 200, schema: summaries },
    handle: async ({ call, params }) =>
      jsonStream(await stream(prospectsOfIndustry, call, params), prospectSummaryShape.present, {
        field: 'data',
      }),
  }),
  defineRoute({
    ...shared,
    operation: 'A.prospects.highValue',
    method: 'GET',
    path: '/prospects/high-value',
    summary: 'Prospects whose estimated revenue is above minRevenue (default 1000000), the largest first',
    params: none,
    query: z.object({ minRevenue: minRevenueQuery.optional() }),
    body: null,
    success: { status: 200, schema: summaries },
    handle: async ({ call, query }) =>
      jsonStream(await stream(prospectsOfHighValue, call, query), prospectSummaryShape.present, {
        field: 'data',
      }),
  }),
];
