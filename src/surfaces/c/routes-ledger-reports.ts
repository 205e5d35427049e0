import { z } from 'zod';
import { AGING_BUCKETS } from '@/core/billing/aging';
import { VERIFY_EXTENTS } from '@/core/ledger/verification';
import { SUBLEDGERS } from '@/core/transactions/kinds';
import { CONTROL_NAMES } from '@/core/transactions/subledgers';
import type { UseCase } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { wholeOpenItems } from '@/usecases/reports/list-open-items';
import { wholeAging } from '@/usecases/reports/show-aging';
import { consolidation } from '@/usecases/reports/show-consolidation';
import { incomeByPeriod } from '@/usecases/reports/show-income-by-period';
import { balanceSheet, incomeStatement } from '@/usecases/reports/show-statements';
import { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { tieOutControls } from '@/usecases/reports/tie-out-controls';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { showsInPieces } from '../kit/answer';
import { queryBoolean } from '../kit/paging';
import { defineRoute } from '../kit/route';
import type { Part } from '../kit/shape-parts';
import { consolidationShape } from './fields/consolidation';
import {
  balanceSheetShape,
  incomeByPeriodShape,
  incomeStatementShape,
  trialBalanceShape,
} from './fields/statements';
import { agingShape, openItemsShape, tieOutShape } from './fields/subledgers';
import { verdictShape } from './fields/verification';

const none = z.object({});
const day = z.iso.date().optional();
const id = z.guid().optional();
/** A month, or a fiscal period by its label or its last day. */
const period = z.string().max(10).optional();
const dimensions = { classId: id, departmentId: id, locationId: id, projectId: id };
const side = z.enum(SUBLEDGERS).default('RECEIVABLE');

/** One report on the ledger; its use-case reads the query. */
function report<Input, Output>(
  operation: string,
  path: string,
  summary: string,
  useCase: UseCase<Input, Output>,
  query: z.ZodType,
  shape: Part<Output>,
) {
  return defineRoute({
    section: 'Ledger, reports',
    tag: 'Ledger reports',
    operation: `C.reports.${operation}`,
    method: 'GET',
    path: `/api/v1/reports/${path}`,
    summary,
    params: none,
    query,
    body: null,
    success: { status: 200, schema: shape.schema },
    handle: async ({ call, query: asked }) => showsInPieces(shape)(await runForOutput(useCase, call, asked)),
  });
}

/** The ledger's reports, and the checks by which they agree with each other. */
export const ledgerReportRoutes = [
  report(
    'balanceSheet',
    'balance-sheet',
    'The balance sheet as of a day; its difference is zero',
    balanceSheet,
    z.object({ asOf: day, subsidiaryId: id, ...dimensions }),
    balanceSheetShape,
  ),
  report(
    'incomeStatement',
    'income-statement',
    'The income statement of a range of days',
    incomeStatement,
    z.object({ dateFrom: z.iso.date(), dateTo: z.iso.date(), subsidiaryId: id, ...dimensions }),
    incomeStatementShape,
  ),
  report(
    'incomeByPeriod',
    'income-statement-by-period',
    'The income statement with one column per month, or per fiscal period of the books',
    incomeByPeriod,
    z.object({ from: period, to: period, subsidiaryId: id, ...dimensions }),
    incomeByPeriodShape,
  ),
  report(
    'trialBalance',
    'trial-balance',
    'The trial balance as of a day or of a period’s end',
    trialBalanceReport,
    z.object({
      asOf: day,
      periodId: id,
      subsidiaryId: id,
      includeZero: queryBoolean.optional(),
      ...dimensions,
    }),
    trialBalanceShape,
  ),
  report(
    'consolidation',
    'consolidation',
    'The consolidated statements of a group as of a day, translated and eliminated',
    consolidation,
    z.object({
      asOf: day,
      from: day,
      subsidiaryId: id,
      ownershipKnownAsOf: z.iso.datetime({ offset: true }).optional(),
    }),
    consolidationShape,
  ),
  report(
    'aging',
    'aging',
    `Open items by days past due (${AGING_BUCKETS.join(', ')}), per currency and in base currency, against the control accounts`,
    wholeAging,
    z.object({ side, asOf: day, entityId: id, subsidiaryId: id }),
    agingShape,
  ),
  report(
    'openItems',
    'open-items',
    'The open documents and contract receivables behind the aging',
    wholeOpenItems,
    z.object({ side, asOf: day, entityId: id, subsidiaryId: id }),
    openItemsShape,
  ),
  report(
    'tieOut',
    'tie-out',
    'Control accounts against their subledgers as of a day, by account, subsidiary and currency, with the components of any difference',
    tieOutControls,
    z.object({ asOf: day, subsidiaryId: id, control: z.enum(CONTROL_NAMES).optional() }),
    tieOutShape,
  ),
  report(
    'verification',
    'verification',
    'Every check of the books: balances, entries, documents, subledgers, numbers, references, the audit chain; with extent=SINCE those on what is new since the books were last found sound',
    verifyBooks,
    z.object({ extent: z.enum(VERIFY_EXTENTS).optional() }),
    verdictShape,
  ),
];
