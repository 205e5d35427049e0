import { z } from 'zod';
import { LISTED_ROW_STATES, ROW_STATES } from '@/core/imports/import-states';
import { SOURCE_KINDS } from '@/core/orders/source-kinds';
import { ORDER_STATES, WAIT_CODES } from '@/core/orders/wanted-order';
import { checkImport } from '@/usecases/imports/check-import';
import { getImport } from '@/usecases/imports/get-import';
import { listRowsOfImport } from '@/usecases/imports/list-import-rows';
import { runImport } from '@/usecases/imports/run-import';
import { runForOutput } from '@/usecases/kit/run';
import { answerFields, answerOrder } from '@/usecases/orders/answer-order';
import { getOrder, listOrders, orderListFields } from '@/usecases/orders/list-orders';
import { orderSourceFields, orderSourceVerbs, outcomeInput } from '@/usecases/orders/source-records';
import { takeUpOrders } from '@/usecases/orders/take-up-orders';
import { orderFileFields, uploadOrders } from '@/usecases/orders/upload-orders';
import { json } from '../kit/answer';
import { envelope, envelopeSchema, pageFields, pageLinks } from '../kit/paging';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: 'Orders and bills in', tag: 'Order sources' } as const;
const SOURCES = '/api/v1/revenue/order-sources';
const FILES = '/api/v1/revenue/order-files';
const ORDERS = '/api/v1/revenue/source-orders';
const moment = z.iso.datetime();

const sourceSchema = z.object({
  id: z.guid(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(SOURCE_KINDS),
  subsidiaryId: z.guid(),
  ordersOfId: z.guid().nullable(),
  mapping: z.record(z.string(), z.string()),
  defaults: z.record(z.string(), z.unknown()),
  rules: z.array(z.record(z.string(), z.unknown())),
  status: z.string(),
  createdAt: moment,
  updatedAt: moment,
});
const fileSchema = z.object({
  id: z.guid(),
  sourceId: z.guid().nullable(),
  fileName: z.string(),
  status: z.enum(['ARRIVING', 'UPLOADED', 'CHECKING', 'CHECKED', 'RUNNING', 'DONE', 'UNDONE']),
  columns: z.array(z.string()),
  mapping: z.array(z.string().nullable()),
  counts: z.object({
    total: z.int(),
    pending: z.int(),
    ready: z.int(),
    failed: z.int(),
    imported: z.int(),
    left: z.int(),
  }),
  orders: z.object({ sourceId: z.guid(), waiting: z.int() }).nullable(),
});
const rowSchema = z.object({
  row: z.int(),
  state: z.enum(ROW_STATES),
  field: z.string().nullable(),
  problem: z.string().nullable(),
  outcome: z.string().nullable(),
  orderId: z.guid().nullable(),
});
const orderSchema = z.object({
  id: z.guid(),
  sourceId: z.guid(),
  orderKey: z.string(),
  state: z.enum(ORDER_STATES),
  waits: z.object({ code: z.enum(WAIT_CODES), words: z.string(), line: z.string().nullable() }).nullable(),
  contractId: z.guid().nullable(),
  transactionId: z.guid().nullable(),
  lines: z.array(
    z.object({
      line: z.string(),
      fileId: z.guid(),
      row: z.int(),
      values: z.record(z.string(), z.string()),
      answer: outcomeInput.nullable(),
    }),
  ),
  createdAt: moment,
  updatedAt: moment,
});

type Source = Awaited<ReturnType<typeof orderSourceVerbs.get.run>>;
type File = Awaited<ReturnType<typeof getImport.run>>;
type Order = Awaited<ReturnType<typeof getOrder.run>>;

const shownSource = ({
  organizationId: _tenant,
  version: _version,
  round: _round,
  recordStatus: status,
  ...row
}: Source) => ({ ...row, status });
const shownFile = ({ id, sourceId, fileName, importStatus, columns, mapping, counts, orders }: File) => ({
  id,
  sourceId,
  fileName,
  status: importStatus,
  columns,
  mapping,
  counts,
  orders,
});
const shownOrder = ({ told, answers, made: _made, version: _version, ...row }: Order) => ({
  id: row.id,
  sourceId: row.sourceId,
  orderKey: row.orderKey,
  state: row.orderState,
  waits: row.waitCode === null ? null : { code: row.waitCode, words: row.waitWords ?? '', line: row.waitRow },
  contractId: row.contractId,
  transactionId: row.transactionId,
  lines: Object.entries(told).map(([line, { values, importId, rowNumber }]) => ({
    line,
    fileId: importId,
    row: rowNumber,
    values,
    answer: answers[line] ?? null,
  })),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

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
    success: { status: 200, schema: envelopeSchema(sourceSchema) },
    async handle({ call, query, inbound }) {
      const { rows, total } = await runForOutput(orderSourceVerbs.page, call, query);
      const page = envelope(rows.map(shownSource), total, query);
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
    success: { status: 201, schema: z.object({ source: sourceSchema }) },
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
      perform(orderSourceVerbs.create, call, body, (row) => json(201, { source: shownSource(row) })),
  }),
  defineRoute({
    ...shared,
    operation: 'C.orderSources.update',
    method: 'PUT',
    path: `${SOURCES}/{id}`,
    summary: 'Change a source; what was taken in stays as it is',
    params: byId,
    query: none,
    body: orderSourceFields,
    success: { status: 200, schema: z.object({ source: sourceSchema }) },
    example: { body: { rules: [RULE] } },
    handle: ({ call, params, body }) =>
      perform(orderSourceVerbs.update, call, { id: params.id, data: body }, (row) =>
        json(200, { source: shownSource(row) }),
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
    success: { status: 201, schema: z.object({ file: fileSchema }) },
    example: {
      body: {
        fileName: 'invoices.csv',
        columns: ['id', 'Customer Name', 'Currency', 'Date (UTC)', 'Total', 'Tax', 'Status'],
        rows: [['in_1', 'Acme', 'usd', '2026-01-05 09:12', '120.00', '0.00', 'open']],
      },
    },
    handle: ({ call, params, body }) =>
      perform(uploadOrders, call, { sourceId: params.id, ...body }, (file) =>
        json(201, { file: shownFile(file) }),
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
    success: { status: 200, schema: z.object({ tried: z.int() }) },
    handle: ({ call, params }) =>
      perform(takeUpOrders, call, { sourceId: params.id }, (done) => json(200, done)),
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
    success: { status: 200, schema: envelopeSchema(orderSchema) },
    async handle({ call, params, query, inbound }) {
      const { rows, total } = await runForOutput(listOrders, call, { sourceId: params.id, ...query });
      const page = envelope(rows.map(shownOrder), total, query);
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
    success: { status: 200, schema: z.object({ order: orderSchema }) },
    handle: ({ call, params }) =>
      perform(getOrder, call, params, (row) => json(200, { order: shownOrder(row) })),
  }),
  defineRoute({
    ...shared,
    operation: 'C.sourceOrders.answer',
    method: 'POST',
    path: `${ORDERS}/{id}/answer`,
    summary: 'Answer for an order that waits: what a line becomes, or what is to be done about changed terms',
    params: byId,
    query: none,
    body: answerFields,
    success: { status: 200, schema: z.object({ order: orderSchema }) },
    example: { body: { answer: 'NOTHING', reason: 'A test order' } },
    handle: ({ call, params, body }) =>
      perform(answerOrder, call, { id: params.id, answer: body }, (row) =>
        json(200, { order: shownOrder(row) }),
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
    success: { status: 200, schema: z.object({ file: fileSchema }) },
    handle: ({ call, params }) =>
      perform(getImport, call, params, (file) => json(200, { file: shownFile(file) })),
  }),
  defineRoute({
    ...shared,
    operation: 'C.orderFiles.rows',
    method: 'GET',
    path: `${FILES}/{id}/rows`,
    summary: 'The rows of a file with what each became or would become, or what is wrong with it',
    params: byId,
    query: z.object({
      ...pageFields({ limit: 50, max: 1000 }),
      state: z.enum(LISTED_ROW_STATES).optional(),
    }),
    body: null,
    success: { status: 200, schema: envelopeSchema(rowSchema) },
    async handle({ call, params, query, inbound }) {
      const { rows, total } = await runForOutput(listRowsOfImport, call, { id: params.id, ...query });
      const shown = rows.map((row) => ({
        row: row.rowNumber,
        state: row.rowState,
        field: row.errorField,
        problem: row.errorMessage,
        outcome: row.outcome,
        orderId: row.recordId,
      }));
      const page = envelope(shown, total, query);
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.orderFiles.check',
    method: 'POST',
    path: `${FILES}/{id}/check`,
    summary: 'Say what each row of a file would become; nothing is added to the books',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: z.object({ file: fileSchema }) },
    handle: ({ call, params }) =>
      perform(checkImport, call, params, (file) => json(200, { file: shownFile(file) })),
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
    success: { status: 200, schema: z.object({ file: fileSchema }) },
    handle: ({ call, params }) =>
      perform(runImport, call, params, (file) => json(200, { file: shownFile(file) })),
  }),
];
