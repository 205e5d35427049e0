import { z } from 'zod';
import { ASKED_ROW_STATES } from '@/core/imports/import-states';
import { checkImport } from '@/usecases/imports/check-import';
import { getImport } from '@/usecases/imports/get-import';
import { listRowsOfImport } from '@/usecases/imports/list-import-rows';
import { runImport } from '@/usecases/imports/run-import';
import { runForOutput } from '@/usecases/kit/run';
import { answerFields, answerOrder } from '@/usecases/orders/answer-order';
import { getOrder, listOrders, orderListFields } from '@/usecases/orders/list-orders';
import { orderSourceFields, orderSourceVerbs } from '@/usecases/orders/source-records';
import { takeUpOrders } from '@/usecases/orders/take-up-orders';
import { orderFileFields, uploadOrders } from '@/usecases/orders/upload-orders';
import { json, shows } from '../kit/answer';
import { envelope, envelopeSchema, pageFields, pageLinks } from '../kit/paging';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { rowsOf } from '../kit/shape-parts';
import { fileShape, orderShape, rowShape, sourceShape, triedShape } from './fields/order-sources';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: 'Orders and bills in', tag: 'Order sources' } as const;
const SOURCES = '/api/v1/revenue/order-sources';
const FILES = '/api/v1/revenue/order-files';
const ORDERS = '/api/v1/revenue/source-orders';

const RULE = {
  name: 'Yearly plans',
  when: [{ field: 'description', ask: 'CONTAINS', value: 'year' }],
  outcome: { kind: 'OBLIGATION', pattern: 'OVER_PERIOD' },
} as const;

/** Orders and bills of other systems: sources, their files, and the orders that wait for a person. */
export const orderSourceRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.orderSources.list',
    method: 'GET',
    path: SOURCES,
    summary: 'Where orders and bills come from',
    params: none,
    query: z.object(pageFields({ limit: 50, max: 100 })),
    body: null,
    success: { status: 200, schema: envelopeSchema(sourceShape.schema) },
    async handle({ call, query, inbound }) {
      const { rows, total } = await runForOutput(orderSourceVerbs.page, call, query);
      const page = envelope(
        rows.map((row) => sourceShape.present(row)),
        total,
        query,
      );
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.orderSources.create',
    method: 'POST',
    path: SOURCES,
    summary: 'Add a source, with its rules in order',
    params: none,
    query: none,
    body: orderSourceFields,
    success: { status: 201, schema: z.object({ source: sourceShape.schema }) },
    example: {
      body: {
        code: 'STRIPE',
        name: 'Stripe',
        kind: 'STRIPE_INVOICES',
        subsidiaryId: '0192d0c4-6c1e-7c3b-9a51-6c7a3b1f0e01',
        rules: [RULE],
      },
    },
    handle: ({ call, body }) =>
      perform(orderSourceVerbs.create, call, body, (row) => json(201, { source: sourceShape.present(row) })),
  }),
  defineRoute({
    ...shared,
    operation: 'C.orderSources.update',
    method: 'PUT',
    path: `${SOURCES}/{id}`,
    summary: 'Change a source; orders already taken in do not change',
    params: byId,
    query: none,
    body: orderSourceFields,
    success: { status: 200, schema: z.object({ source: sourceShape.schema }) },
    example: { body: { rules: [RULE] } },
    handle: ({ call, params, body }) =>
      perform(orderSourceVerbs.update, call, { id: params.id, data: body }, (row) =>
        json(200, { source: sourceShape.present(row) }),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'C.orderSources.upload',
    method: 'POST',
    path: `${SOURCES}/{id}/files`,
    summary: 'Upload a file of a source; nothing is added to the books until it is run',
    params: byId,
    query: none,
    body: orderFileFields,
    success: { status: 201, schema: z.object({ file: fileShape.schema }) },
    example: {
      body: {
        fileName: 'invoices.csv',
        columns: ['id', 'Customer Name', 'Currency', 'Date (UTC)', 'Total', 'Tax', 'Status'],
        rows: [['in_1', 'Acme', 'usd', '2026-01-05 09:12', '120.00', '0.00', 'open']],
      },
    },
    handle: ({ call, params, body }) =>
      perform(uploadOrders, call, { sourceId: params.id, ...body }, (file) =>
        json(201, { file: fileShape.present(file) }),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'C.orderSources.takeUp',
    method: 'POST',
    path: `${SOURCES}/{id}/take-up`,
    summary: 'Try the waiting orders of a source again, by its rules as they are now',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: triedShape.schema },
    handle: ({ call, params }) => perform(takeUpOrders, call, { sourceId: params.id }, shows(triedShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.sourceOrders.list',
    method: 'GET',
    path: `${SOURCES}/{id}/orders`,
    summary:
      'The orders of a source: what its files said of each, what was created from it, and why it waits',
    params: byId,
    query: orderListFields,
    body: null,
    success: { status: 200, schema: envelopeSchema(orderShape.schema) },
    async handle({ call, params, query, inbound }) {
      const { rows, total } = await runForOutput(listOrders, call, { sourceId: params.id, ...query });
      const page = envelope(
        rows.map((row) => orderShape.present(row)),
        total,
        query,
      );
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.sourceOrders.get',
    method: 'GET',
    path: `${ORDERS}/{id}`,
    summary: 'Get an order of a source',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: z.object({ order: orderShape.schema }) },
    handle: ({ call, params }) =>
      perform(getOrder, call, params, (row) => json(200, { order: orderShape.present(row) })),
  }),
  defineRoute({
    ...shared,
    operation: 'C.sourceOrders.answer',
    method: 'POST',
    path: `${ORDERS}/{id}/answer`,
    summary: 'Answer for an order that is waiting: what a line becomes, or what to do about changed terms',
    params: byId,
    query: none,
    body: answerFields,
    success: { status: 200, schema: z.object({ order: orderShape.schema }) },
    example: { body: { answer: 'NOTHING', reason: 'A test order' } },
    handle: ({ call, params, body }) =>
      perform(answerOrder, call, { id: params.id, answer: body }, (row) =>
        json(200, { order: orderShape.present(row) }),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'C.orderFiles.get',
    method: 'GET',
    path: `${FILES}/{id}`,
    summary: 'Get a file of a source, with how many of its rows are in each state',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: z.object({ file: fileShape.schema }) },
    handle: ({ call, params }) =>
      perform(getImport, call, params, (file) => json(200, { file: fileShape.present(file) })),
  }),
  defineRoute({
    ...shared,
    operation: 'C.orderFiles.rows',
    method: 'GET',
    path: `${FILES}/{id}/rows`,
    summary:
      'The rows of a file, each with the record it became or would become, or the reason it waits or was refused',
    params: byId,
    query: z.object({
      ...pageFields({ limit: 50, max: 1000 }),
      state: z.enum(ASKED_ROW_STATES).optional(),
    }),
    body: null,
    success: { status: 200, schema: envelopeSchema(rowShape.schema) },
    async handle({ call, params, query, inbound }) {
      const { rows, total } = await runForOutput(listRowsOfImport, call, { id: params.id, ...query });
      const page = envelope(rowsOf(rowShape).present(rows), total, query);
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.orderFiles.check',
    method: 'POST',
    path: `${FILES}/{id}/check`,
    summary: 'Preview what each row of a file would become; nothing is added to the books',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: z.object({ file: fileShape.schema }) },
    handle: ({ call, params }) =>
      perform(checkImport, call, params, (file) => json(200, { file: fileShape.present(file) })),
  }),
  defineRoute({
    ...shared,
    operation: 'C.orderFiles.run',
    method: 'POST',
    path: `${FILES}/{id}/run`,
    summary: 'Take a file in; if interrupted, call it again to continue',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: z.object({ file: fileShape.schema }) },
    handle: ({ call, params }) =>
      perform(runImport, call, params, (file) => json(200, { file: fileShape.present(file) })),
  }),
];
