import { z } from 'zod';
import { CUSTOMER_COLUMNS, CUSTOMER_ORDERS, REMAINING_BANDINGS } from '@/core/revenue/vocabulary';
import type { UseCase } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { stream } from '@/usecases/kit/stream';
import { listEstimates } from '@/usecases/revenue/reports/list-estimates';
import {
  contractBalancesReport,
  recurringRevenueReport,
  rollforwardReport,
} from '@/usecases/revenue/reports/report-balances';
import { changedReport } from '@/usecases/revenue/reports/report-changed';
import { customersReport, streamCustomers } from '@/usecases/revenue/reports/report-customers';
import {
  disaggregationReport,
  forecastReport,
  rpoReport,
  waterfallReport,
} from '@/usecases/revenue/reports/report-revenue';
import { verifyRevenue } from '@/usecases/revenue/reports/verify-revenue';
import {
  listReclassified,
  reclassificationFields,
  reclassifyBalances,
} from '@/usecases/revenue/runs/reclassify-balances';
import { shows, showsInPieces } from '../kit/answer';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import type { Part } from '../kit/shape-parts';
import { estimatesShape, reclassifications, reclassifiedShape, verdictShape } from './fields/revenue/closing';
import {
  changedTable,
  contractBalancesTable,
  csvAnswer,
  customersCsv,
  disaggregationTable,
  forecastTable,
  recurringTable,
  rollforwardTable,
  rpoTable,
  type Table,
  wantsCsv,
  waterfallTable,
} from './fields/revenue/csv';
import {
  changedShape,
  contractBalancesShape,
  customersShape,
  disaggregationShape,
  forecastShape,
  recurringShape,
  rollforwardShape,
  rpoShape,
  waterfallShape,
} from './fields/revenue/reports';

const none = z.object({});
const shared = { section: 'Revenue, reports', tag: 'Revenue reports' } as const;
const word = z.string().max(40).optional();

const period = {
  subsidiaryId: z.guid().optional(),
  currencyCode: word,
  effectiveAsOf: word,
  knownAsOf: word,
  from: word,
  to: word,
  asOf: word,
};

type Heading = Parameters<typeof csvAnswer>[1];

/** One report, as JSON or, on request, as CSV; the use-case parses the query. */
function report<Input, Output extends Heading>(
  name: string,
  summary: string,
  useCase: UseCase<Input, Output>,
  shape: Part<Output>,
  table: (shown: Output) => Table,
  more: Readonly<Record<string, z.ZodType>> = {},
) {
  return defineRoute({
    ...shared,
    operation: `C.revenueReports.${name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
    method: 'GET',
    path: `/api/v1/revenue/reports/${name}`,
    summary: `${summary}; ?format=csv or Accept: text/csv for a table`,
    params: none,
    query: z.object({ ...period, ...more, format: z.enum(['json', 'csv']).optional() }),
    body: null,
    success: { status: 200, schema: shape.schema },
    async handle({ call, query: { format: _format, ...query }, inbound }) {
      if (!wantsCsv(inbound)) return showsInPieces(shape)(await runForOutput(useCase, call, query));
      const shown = await runForOutput(useCase, call, { ...query, ...MOST_ROWS[name] });
      return csvAnswer(name, shown, table(shown), call.clock.now());
    },
  });
}

/** Rows of one table: as many as the report lists. */
const MOST_ROWS: Readonly<Record<string, { readonly limit: number }>> = {
  'contract-balances': { limit: 200_000 },
  changed: { limit: 100_000 },
};

/** Revenue reports; each takes `effectiveAsOf` and `knownAsOf`. */
export const revenueReportRoutes = [
  report(
    'waterfall',
    'Booked by month, recognized by month, remaining',
    waterfallReport,
    waterfallShape,
    waterfallTable,
  ),
  report(
    'rollforward',
    'Deferred revenue month by month, reconciled to the ledger',
    rollforwardReport,
    rollforwardShape,
    rollforwardTable,
  ),
  report('rpo', 'Remaining performance obligations by band (606-10-50-13)', rpoReport, rpoShape, rpoTable, {
    banding: z.enum(REMAINING_BANDINGS).optional(),
    elected: z
      .string()
      .max(100)
      .transform((text) => text.split(','))
      .optional(),
  }),
  report(
    'contract-balances',
    'Contract balances at the beginning and end of a range of months, the liability by due date (606-10-50-8, 210-10-45)',
    contractBalancesReport,
    contractBalancesShape,
    contractBalancesTable,
    { limit: z.coerce.number().int().min(1).max(1000).optional(), after: z.string().max(200).optional() },
  ),
  report(
    'disaggregation',
    'Revenue by one category against another (606-10-50-5)',
    disaggregationReport,
    disaggregationShape,
    disaggregationTable,
    { by: word, against: word },
  ),
  defineRoute({
    ...shared,
    operation: 'C.revenueReports.customers',
    method: 'GET',
    path: '/api/v1/revenue/reports/customers',
    summary:
      'Revenue by customer, a page of the largest (order=NAME: by name), with the sums of all; ?format=csv or Accept: text/csv for a table of all by period',
    params: none,
    query: z.object({
      ...period,
      search: z.string().max(200).optional(),
      order: z.enum(CUSTOMER_ORDERS).optional(),
      against: z.enum(CUSTOMER_COLUMNS).optional(),
      limit: z.coerce.number().int().min(1).max(500).optional(),
      after: z.string().max(1_000).optional(),
      format: z.enum(['json', 'csv']).optional(),
    }),
    body: null,
    success: { status: 200, schema: customersShape.schema },
    async handle({ call, query: { format: _format, ...query }, inbound }) {
      if (!wantsCsv(inbound)) return shows(customersShape)(await runForOutput(customersReport, call, query));
      const { against: _against, after: _after, limit: _limit, ...asked } = query;
      const heading = await runForOutput(customersReport, call, { ...asked, limit: 1 });
      return customersCsv(heading, await stream(streamCustomers, call, asked), call.clock.now());
    },
  }),
  report(
    'forecast',
    'Revenue posted, scheduled and not yet scheduled',
    forecastReport,
    forecastShape,
    forecastTable,
  ),
  report(
    'recurring',
    'Monthly and annual recurring revenue, bridged by customer',
    recurringRevenueReport,
    recurringShape,
    recurringTable,
  ),
  report(
    'changed',
    'What changed since the close: revenue by the month it belongs to and by the month it was posted, and every catch-up between the two with its cause',
    changedReport,
    changedShape,
    changedTable,
    { limit: word },
  ),
  defineRoute({
    ...shared,
    operation: 'C.revenue.tieOut',
    method: 'GET',
    path: '/api/v1/revenue/tie-out',
    summary:
      'Reconciliation differences, which are always zero: subledgers against the ledger, contracts against their own totals',
    params: none,
    query: none,
    body: null,
    success: { status: 200, schema: verdictShape.schema },
    handle: ({ call }) => perform(verifyRevenue, call, {}, shows(verdictShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueEstimates.due',
    method: 'GET',
    path: '/api/v1/revenue/estimates',
    summary:
      'Estimates not reassessed since the month began: variable consideration, expected refunds (606-10-32-14)',
    params: none,
    query: z.object({ subsidiaryId: z.guid().optional(), period: word }),
    body: null,
    success: { status: 200, schema: estimatesShape.schema },
    handle: ({ call, query }) => perform(listEstimates, call, query, shows(estimatesShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueReclassifications.create',
    method: 'POST',
    path: '/api/v1/revenue/reclassifications',
    summary:
      'Reclassify the contract liabilities due after one year at the end of a month and reverse it the day after (210-10-45)',
    params: none,
    query: none,
    body: reclassificationFields,
    success: { status: 201, schema: reclassifiedShape.schema },
    example: { body: { period: '2026-10' } },
    handle: ({ call, body }) => perform(reclassifyBalances, call, body, shows(reclassifiedShape, 201)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueReclassifications.list',
    method: 'GET',
    path: '/api/v1/revenue/reclassifications',
    summary: 'List the reclassifications posted so far',
    params: none,
    query: z.object({ subsidiaryId: z.guid().optional(), period: word }),
    body: null,
    success: { status: 200, schema: reclassifications.schema },
    handle: ({ call, query }) => perform(listReclassified, call, query, shows(reclassifications)),
  }),
];
