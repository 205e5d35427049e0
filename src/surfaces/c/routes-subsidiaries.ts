import { z } from 'zod';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { listSubsidiaries, SUBSIDIARY_ORDERS } from '@/usecases/subsidiaries/list-subsidiaries';
import type { SubsidiaryRecord } from '@/usecases/subsidiaries/subsidiary-records';
import {
  getSubsidiary,
  removeSubsidiary,
  updateSubsidiary,
} from '@/usecases/subsidiaries/subsidiary-records';
import { etagOf, json } from '../kit/answer';
import { envelope, envelopeSchema, pageFields, pageLinks, queryBoolean } from '../kit/paging';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { doneShape } from './fields/removals';
import { subsidiaryCreateBody, subsidiaryShape, subsidiaryUpdateBody } from './fields/subsidiaries';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: '4.4', tag: 'Subsidiaries', ignoresUnknown: true } as const;
const one = z.object({ subsidiary: subsidiaryShape.schema });

const shown = (status: number) => (record: SubsidiaryRecord) =>
  json(status, { subsidiary: subsidiaryShape.present(record) }, { etag: etagOf(record) });

/** The operations of section 4.4, in its order. */
export const subsidiaryRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.subsidiaries.create',
    method: 'POST',
    path: '/api/v1/subsidiaries',
    summary: 'Create a subsidiary',
    params: none,
    query: none,
    body: subsidiaryCreateBody,
    success: { status: 201, schema: one },
    example: {
      body: { name: 'Daybook Iberia', code: 'ES-01', description: 'Sales office in Madrid', isActive: true },
    },
    handle: ({ call, body }) => perform(createSubsidiary, call, body, shown(201)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.subsidiaries.list',
    method: 'GET',
    path: '/api/v1/subsidiaries',
    summary: 'List subsidiaries, a page at a time; parentId=null for those at the top',
    params: none,
    query: z.object({
      ...pageFields({ limit: 10, max: 100 }),
      orderBy: z.enum(SUBSIDIARY_ORDERS).default('name'),
      orderDirection: z.enum(['asc', 'desc']).default('asc'),
      isActive: queryBoolean.optional(),
      parentId: z.union([z.literal('null'), z.guid()], 'must be an id or the word null').optional(),
    }),
    body: null,
    success: { status: 200, schema: envelopeSchema(subsidiaryShape.schema) },
    async handle({ call, query, inbound }) {
      const parentId = query.parentId === 'null' ? null : query.parentId;
      const { rows, total } = await runForOutput(listSubsidiaries, call, { ...query, parentId });
      const page = envelope(
        rows.map((row) => subsidiaryShape.present(row)),
        total,
        query,
      );
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.subsidiaries.get',
    method: 'GET',
    path: '/api/v1/subsidiaries/{id}',
    summary: 'Get a subsidiary',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: one },
    handle: ({ call, params }) => perform(getSubsidiary, call, params, shown(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.subsidiaries.update',
    method: 'PUT',
    path: '/api/v1/subsidiaries/{id}',
    summary: 'Update a subsidiary; omitted fields keep their values, parentId null makes it top level',
    params: byId,
    query: none,
    body: subsidiaryUpdateBody,
    success: { status: 200, schema: one },
    example: { body: { description: 'Sales and service office in Madrid' } },
    handle: ({ call, params, body }) =>
      perform(updateSubsidiary, call, { id: params.id, data: body }, shown(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.subsidiaries.remove',
    method: 'DELETE',
    path: '/api/v1/subsidiaries/{id}',
    summary: 'Delete a subsidiary that has no children and is not used elsewhere',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: doneShape.schema },
    handle: ({ call, params }) =>
      perform(removeSubsidiary, call, params, ({ code }) =>
        json(200, doneShape.present({ message: `Subsidiary ${code} was deleted.` })),
      ),
  }),
];
