import { z } from 'zod';
import { ledgerEntries, ledgerEntry } from '@/usecases/reports/list-entries';
import { accountActivity } from '@/usecases/reports/show-account-activity';
import { glOverview } from '@/usecases/reports/show-overview';
import { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { perform } from '../../kit/perform';
import { defineRoute } from '../../kit/route';
import { data, dataOf, listOf, page, pageOf } from '../fields/answers';
import {
  accountActivitySchema,
  glTransactionDetailsSchema,
  glTransactionSchema,
  overviewShape,
  presentActivity,
  presentGlTransaction,
  presentGlTransactionDetails,
  presentTrialBalance,
  trialBalanceSchema,
} from '../fields/gl';
import { optionalDay, optionalId, paging, requiredDay, requiredId } from '../fields/query';

const none = z.object({});
const shared = {
  section: '4.6',
  tag: 'External: general ledger',
  method: 'GET',
  body: null,
  ignoresUnknown: true,
} as const;

const dimensions = { class_id: optionalId, department_id: optionalId, location_id: optionalId };
const dimensionsOf = (query: {
  readonly class_id?: string | undefined;
  readonly department_id?: string | undefined;
  readonly location_id?: string | undefined;
}) => ({ classId: query.class_id, departmentId: query.department_id, locationId: query.location_id });

/** The general ledger of the company's subsidiaries. */
export const glRoutes = [
  defineRoute({
    ...shared,
    operation: 'D.gl.overview',
    path: '/api/external/gl/overview',
    summary: 'The general ledger at a glance',
    params: none,
    query: z.object({ subsidiary_id: optionalId }),
    success: { status: 200, schema: dataOf(overviewShape.schema) },
    handle: ({ call, query }) =>
      perform(glOverview, call, { subsidiaryId: query.subsidiary_id }, (found) =>
        data(overviewShape.present(found)),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'D.gl.transactions.list',
    path: '/api/external/gl/gl-transactions',
    summary: 'Posted entries, newest first',
    params: none,
    query: z.object({
      subsidiary_id: optionalId,
      account_id: optionalId,
      date_from: optionalDay,
      date_to: optionalDay,
      ...paging,
    }),
    success: { status: 200, schema: listOf(glTransactionSchema) },
    handle: ({ call, query, inbound }) =>
      perform(
        ledgerEntries,
        call,
        {
          subsidiaryId: query.subsidiary_id,
          accountId: query.account_id,
          dateFrom: query.date_from,
          dateTo: query.date_to,
          page: query.page,
          limit: query.limit,
        },
        ({ rows, total }) => page(inbound, rows.map(presentGlTransaction), total ?? 0, query),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'D.gl.transactions.get',
    path: '/api/external/gl/gl-transactions/{id}',
    summary: 'One posted entry with its lines',
    params: z.object({ id: requiredId }),
    query: none,
    success: { status: 200, schema: dataOf(glTransactionDetailsSchema) },
    handle: ({ call, params }) =>
      perform(ledgerEntry, call, params, (found) => data(presentGlTransactionDetails(found))),
  }),
  defineRoute({
    ...shared,
    operation: 'D.gl.reports.trialBalance',
    path: '/api/external/gl/reports/trial-balance',
    summary: 'The trial balance as of a day or of a period’s end',
    params: none,
    query: z
      .object({ as_of: optionalDay, period_id: optionalId, subsidiary_id: optionalId, ...dimensions })
      .refine((query) => query.as_of !== undefined || query.period_id !== undefined, {
        message: 'as_of or period_id is required in query parameters',
      })
      .refine((query) => query.as_of === undefined || query.period_id === undefined, {
        message: 'as_of and period_id cannot be combined',
      }),
    success: { status: 200, schema: dataOf(trialBalanceSchema) },
    handle: ({ call, query }) =>
      perform(
        trialBalanceReport,
        call,
        {
          asOf: query.as_of,
          periodId: query.period_id,
          subsidiaryId: query.subsidiary_id,
          ...dimensionsOf(query),
        },
        (found) => data(presentTrialBalance(found)),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'D.gl.reports.accountActivity',
    path: '/api/external/gl/reports/account-activity',
    summary: 'Activity of an account: opening balance, lines with a running balance, closing balance',
    params: none,
    query: z.object({
      account_id: requiredId,
      date_from: requiredDay,
      date_to: requiredDay,
      subsidiary_id: optionalId,
      ...dimensions,
      ...paging,
    }),
    success: { status: 200, schema: pageOf(accountActivitySchema) },
    handle: ({ call, query, inbound }) =>
      perform(
        accountActivity,
        call,
        {
          accountId: query.account_id,
          dateFrom: query.date_from,
          dateTo: query.date_to,
          subsidiaryId: query.subsidiary_id,
          ...dimensionsOf(query),
          page: query.page,
          limit: query.limit,
        },
        (found) => page(inbound, presentActivity(found), found.total ?? 0, query),
      ),
  }),
];
