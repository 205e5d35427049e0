import { z } from 'zod';
import type { UseCase } from '@/usecases/kit/define';
import {
  contractBalancesReport,
  recurringRevenueReport,
  rollforwardReport,
} from '@/usecases/revenue/report-balances';
import {
  disaggregationReport,
  forecastReport,
  rpoReport,
  waterfallReport,
} from '@/usecases/revenue/report-revenue';
import { verifyRevenue } from '@/usecases/revenue/verify-revenue';
import { json } from '../kit/answer';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { reportSchema } from './fields/revenue';

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

/** One report: the use-case parses what the query carries. */
function report<Input, Output>(
  name: string,
  summary: string,
  useCase: UseCase<Input, Output>,
  more: Readonly<Record<string, z.ZodType>> = {},
) {
  return defineRoute({
    ...shared,
    operation: `C.revenueReports.${name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
    method: 'GET',
    path: `/api/v1/revenue/reports/${name}`,
    summary,
    params: none,
    query: z.object({ ...period, ...more }),
    body: null,
    success: { status: 200, schema: reportSchema },
    handle: ({ call, query }) => perform(useCase, call, query, (shown) => json(200, shown)),
  });
}

/** Revenue reports; each takes `effectiveAsOf` and `knownAsOf`. */
export const revenueReportRoutes = [
  report('waterfall', 'Booked by month, recognised by month, remaining', waterfallReport),
  report('rollforward', 'Deferred revenue month by month, tied to the ledger', rollforwardReport),
  report('rpo', 'Remaining performance obligations by band (606-10-50-13)', rpoReport, {
    banding: z.enum(['MONTHS', 'YEARS']).optional(),
    elected: z
      .string()
      .max(100)
      .transform((text) => text.split(','))
      .optional(),
  }),
  report(
    'contract-balances',
    'Contract balances at both ends of a span (606-10-50-8)',
    contractBalancesReport,
  ),
  report('disaggregation', 'Revenue by one category against another (606-10-50-5)', disaggregationReport, {
    by: word,
    against: word,
  }),
  report('forecast', 'Revenue posted, scheduled and without a month', forecastReport),
  report('recurring', 'Monthly and annual recurring revenue, bridged by customer', recurringRevenueReport),
  defineRoute({
    ...shared,
    operation: 'C.revenue.tieOut',
    method: 'GET',
    path: '/api/v1/revenue/tie-out',
    summary: 'The list that is always zero: subledgers against the ledger, contracts against themselves',
    params: none,
    query: none,
    body: null,
    success: { status: 200, schema: z.looseObject({ holds: z.boolean() }) },
    handle: ({ call }) => perform(verifyRevenue, call, {}, (shown) => json(200, shown)),
  }),
];
