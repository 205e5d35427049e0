import { z } from 'zod';
import { showRevaluation } from '@/usecases/fx/revaluations';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import type { UseCase } from '@/usecases/kit/define';
import { closePeriod, lockPeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import { reopenPeriod } from '@/usecases/periods/reopen-period';
import { shows } from '../kit/answer';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import type { OutputOf } from '../kit/shape';
import { named, rowsOf } from '../kit/shape-parts';
import { blockerShape, periodShape, revaluationShape, revaluedShape } from './fields/periods';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: 'Ledger, periods', tag: 'Periods' } as const;
const PERIODS = '/api/v1/periods';
const year = z
  .string()
  .regex(/^\d{4}$/, 'must be a year')
  .transform(Number);

const one = named('period', periodShape);
const all = named('data', rowsOf(periodShape));
const blockers = named('data', rowsOf(blockerShape));

/** One step of a period toward LOCKED. */
const step = <Input>(
  verb: string,
  path: string,
  summary: string,
  useCase: UseCase<Input, OutputOf<typeof closePeriod>>,
) =>
  defineRoute({
    ...shared,
    operation: `C.periods.${verb}`,
    method: 'POST',
    path: `${PERIODS}/{id}/${path}`,
    summary,
    params: byId,
    query: none,
    body: z.object({ reason: z.string().max(1000).nullish() }),
    success: { status: 200, schema: one.schema },
    example: { body: { reason: 'October is complete' } },
    handle: ({ call, params, body }) => perform(useCase, call, { ...body, ...params }, shows(one)),
  });

/** Fiscal periods: the calendar, closing step by step, revaluation. */
export const periodRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.periods.list',
    method: 'GET',
    path: PERIODS,
    summary: 'List fiscal periods in order, with the status each has now',
    params: none,
    query: z.object({ subsidiaryId: z.guid().optional(), fiscalYear: year.optional() }),
    body: null,
    success: { status: 200, schema: all.schema },
    handle: ({ call, query }) => perform(listPeriods, call, query, shows(all)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.periods.blockers',
    method: 'GET',
    path: `${PERIODS}/{id}/blockers`,
    summary: 'What blocks closing a period now; empty when nothing does',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: blockers.schema },
    handle: ({ call, params }) => perform(periodBlockers, call, params, shows(blockers)),
  }),
  step(
    'softClose',
    'soft-close',
    'Soft-close an open period: only those who may post to it still can',
    softClosePeriod,
  ),
  step('close', 'close', 'Close a soft-closed period, in sequence and when nothing blocks it', closePeriod),
  step('lock', 'lock', 'Lock a closed period for good', lockPeriod),
  defineRoute({
    ...shared,
    operation: 'C.periods.reopen',
    method: 'POST',
    path: `${PERIODS}/{id}/reopen`,
    summary: 'Reopen a period by one step, with a reason and until a given time',
    params: byId,
    query: none,
    body: z.object({ reason: z.string().max(1000), until: z.string().max(40) }),
    success: { status: 200, schema: one.schema },
    example: { body: { reason: 'A late invoice', until: '2026-11-30T17:00:00Z' } },
    handle: ({ call, params, body }) => perform(reopenPeriod, call, { ...body, ...params }, shows(one)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revaluations.get',
    method: 'GET',
    path: `${PERIODS}/{id}/revaluation`,
    summary:
      'The foreign monetary balances at a period’s end, what revaluing them would change, and its runs',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: revaluationShape.schema },
    handle: ({ call, params }) =>
      perform(showRevaluation, call, { periodId: params.id }, shows(revaluationShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revaluations.create',
    method: 'POST',
    path: `${PERIODS}/{id}/revaluation`,
    summary: 'Revalue a period at its closing rates; each run posts the difference to the last',
    params: byId,
    query: none,
    body: null,
    success: { status: 201, schema: revaluedShape.schema },
    handle: ({ call, params }) =>
      perform(revaluePeriod, call, { periodId: params.id }, shows(revaluedShape, 201)),
  }),
];
