import { z } from 'zod';
import { runForOutput } from '@/usecases/kit/run';
import { allocatePrice, allocationInput } from '@/usecases/revenue/contracts/allocate-price';
import { financingPreviewInput, previewFinancing } from '@/usecases/revenue/contracts/preview-financing';
import { scheduleAmount, scheduleInput } from '@/usecases/revenue/events/schedule-amount';
import { explainFigure, explainInput } from '@/usecases/revenue/reports/explain-figure';
import { createRun, runFields } from '@/usecases/revenue/runs/create-run';
import { discardFields, discardRun } from '@/usecases/revenue/runs/discard-run';
import { getRun } from '@/usecases/revenue/runs/get-run';
import { listRunContracts } from '@/usecases/revenue/runs/list-run-contracts';
import { listRuns } from '@/usecases/revenue/runs/list-runs';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { reversalFields, reverseRun } from '@/usecases/revenue/runs/reverse-run';
import { json, shows } from '../kit/answer';
import { envelope, envelopeSchema, pageFields, pageLinks } from '../kit/paging';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { rowsOf } from '../kit/shape-parts';
import { allocationShape, financingPreviewShape, scheduleShape } from './fields/revenue/calculations';
import { explainedShape } from './fields/revenue/explanations';
import { contractOfRunShape, runRowShape, runShape } from './fields/revenue/runs';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: 'Revenue, runs', tag: 'Revenue' } as const;
const BASE = '/api/v1/revenue';

/** Calculations that store nothing, runs, and explanations. */
export const revenueRunRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.revenue.allocate',
    method: 'POST',
    path: `${BASE}/allocate`,
    summary: 'Allocate a transaction price to obligations without storing anything (606-10-32-28 to 32-41)',
    params: none,
    query: none,
    body: allocationInput,
    success: { status: 200, schema: allocationShape.schema },
    example: {
      body: {
        transactionPrice: '100.00',
        currencyCode: 'USD',
        obligations: [
          { key: 'A', ssp: '50.00' },
          { key: 'B', ssp: '25.00' },
          { key: 'C', ssp: '75.00' },
        ],
      },
    },
    handle: ({ call, body }) => perform(allocatePrice, call, body, shows(allocationShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenue.schedule',
    method: 'POST',
    path: `${BASE}/schedule`,
    summary: 'Spread an amount over months by a proration convention without storing anything',
    params: none,
    query: none,
    body: scheduleInput,
    success: { status: 200, schema: scheduleShape.schema },
    example: {
      body: {
        amount: '1200.00',
        currencyCode: 'USD',
        start: '2025-01-01',
        end: '2025-12-31',
        method: 'EXACT_DAYS',
      },
    },
    handle: ({ call, body }) => perform(scheduleAmount, call, body, shows(scheduleShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenue.financing',
    method: 'POST',
    path: `${BASE}/financing`,
    summary:
      'Compute the interest of an advance, a deferred payment or an installment plan, period by period and month by month, without storing anything (606-10-32-15 to 32-20)',
    params: none,
    query: none,
    body: financingPreviewInput,
    success: { status: 200, schema: financingPreviewShape.schema },
    example: {
      body: {
        currencyCode: 'USD',
        contractDate: '2026-01-01',
        fixed: '121.00',
        financing: {
          kind: 'ARREARS',
          monthsPerPeriod: 12,
          periods: 2,
          cashPrice: '100.00',
          payments: [{ at: 2, amount: '121.00' }],
        },
      },
    },
    handle: ({ call, body }) => perform(previewFinancing, call, body, shows(financingPreviewShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueRuns.create',
    method: 'POST',
    path: `${BASE}/runs`,
    summary:
      'Propose the recognition run of a month, or of a fiscal period by its label or last day; preview true stores nothing',
    params: none,
    query: none,
    body: runFields,
    success: { status: 201, schema: runShape.schema },
    example: { body: { period: '2026-11', preview: true } },
    handle: ({ call, body }) => perform(createRun, call, body, shows(runShape, 201)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueRuns.list',
    method: 'GET',
    path: `${BASE}/runs`,
    summary: 'List recognition runs, newest first',
    params: none,
    query: z.object({
      ...pageFields({ limit: 20, max: 100 }),
      subsidiaryId: z.guid().optional(),
      period: z.string().max(10).optional(),
    }),
    body: null,
    success: { status: 200, schema: envelopeSchema(runRowShape.schema) },
    async handle({ call, query, inbound }) {
      const { rows, total } = await runForOutput(listRuns, call, query);
      const page = envelope(rowsOf(runRowShape).present(rows), total, query);
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueRuns.get',
    method: 'GET',
    path: `${BASE}/runs/{id}`,
    summary: 'Get a run with its proposal, progress and entries',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: runShape.schema },
    handle: ({ call, params }) => perform(getRun, call, params, shows(runShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueRuns.post',
    method: 'POST',
    path: `${BASE}/runs/{id}/post`,
    summary: 'Post a run or resume an interrupted one; a posted run does not change',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: runShape.schema },
    handle: ({ call, params }) => perform(postRun, call, params, shows(runShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueRuns.contracts',
    method: 'GET',
    path: `${BASE}/runs/{id}/contracts`,
    summary: 'List the contracts of which a run posted revenue, and whether it was reversed',
    params: byId,
    query: z.object(pageFields({ limit: 20, max: 100 })),
    body: null,
    success: { status: 200, schema: envelopeSchema(contractOfRunShape.schema) },
    async handle({ call, params, query, inbound }) {
      const { rows, total } = await runForOutput(listRunContracts, call, { ...params, ...query });
      const page = envelope(rowsOf(contractOfRunShape).present(rows), total, query);
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueRuns.reverse',
    method: 'POST',
    path: `${BASE}/runs/{id}/reverse`,
    summary:
      'Reverse a posted run, whole or for some of its contracts; what it had posted is due again for the next run',
    params: byId,
    query: none,
    body: reversalFields,
    success: { status: 201, schema: runShape.schema },
    example: { body: { reason: 'The price list of the month was wrong' } },
    handle: ({ call, params, body }) =>
      perform(reverseRun, call, { ...params, ...body }, shows(runShape, 201)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueRuns.discard',
    method: 'POST',
    path: `${BASE}/runs/{id}/discard`,
    summary: 'Discard a proposed run, with the reason; what was due stays due for the next run',
    params: byId,
    query: none,
    body: discardFields,
    success: { status: 200, schema: runShape.schema },
    example: { body: { reason: 'Usage of the month was not complete' } },
    handle: ({ call, params, body }) => perform(discardRun, call, { ...params, ...body }, shows(runShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenue.explain',
    method: 'GET',
    path: `${BASE}/explain`,
    summary: 'Why a figure of a contract is what it is, as data and as text for a memo',
    params: none,
    query: explainInput,
    body: null,
    success: { status: 200, schema: explainedShape.schema },
    handle: ({ call, query }) => perform(explainFigure, call, query, shows(explainedShape)),
  }),
];
