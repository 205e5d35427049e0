import { z } from 'zod';
import { PERIOD_STATUSES } from '@/core/periods/period-status';
import type { showRevaluation } from '@/usecases/fx/revaluations';
import type { revaluePeriod } from '@/usecases/fx/revalue-period';
import type { listPeriods } from '@/usecases/periods/list-periods';
import type { periodBlockers } from '@/usecases/periods/period-blockers';
import { type OutputOf, shapeOf, value } from '../../kit/shape';
import { optional, rowsOf } from '../../kit/shape-parts';

type Periods = OutputOf<typeof listPeriods>;
type Blockers = OutputOf<typeof periodBlockers>;
type ShownRevaluation = OutputOf<typeof showRevaluation>;
type Revaluation = OutputOf<typeof revaluePeriod>;

export const periodShape = shapeOf<Periods[number]>()({
  organizationId: 'id',
  id: 'id',
  subsidiaryId: 'id',
  fiscalYear: 'count',
  periodNumber: 'count',
  label: 'text',
  startDate: 'day',
  endDate: 'day',
  isAdjustment: 'flag',
  statusReason: 'text?',
  statusChangedBy: 'id?',
  statusChangedAt: 'moment?',
  reopenedUntil: 'moment?',
  reopenedFrom: 'text?',
  version: 'count',
  createdAt: 'moment',
  updatedAt: 'moment',
  status: z.enum(PERIOD_STATUSES),
});

export const blockerShape = shapeOf<Blockers[number]>()({
  blocker: 'text',
  message: 'text',
  count: 'count',
  examples: 'texts',
  documentStatus: optional(value('text')),
});

const shownBalanceShape = shapeOf<ShownRevaluation['balances'][number]>()({
  accountId: 'id',
  currencyCode: 'text',
  amount: 'decimal',
  carrying: 'decimal',
  rate: 'decimal?',
  revalued: 'decimal?',
  difference: 'decimal?',
  accountCode: 'text',
  accountName: 'text',
});

const storedBalanceShape = shapeOf<ShownRevaluation['runs'][number]['balances'][number]>()({
  rate: 'decimal',
  amount: 'decimal',
  posted: 'decimal',
  carrying: 'decimal',
  revalued: 'decimal',
  accountId: 'id',
  difference: 'decimal',
  unrealized: 'decimal',
  currencyCode: 'text',
});

const revaluationRunShape = shapeOf<ShownRevaluation['runs'][number]>()({
  id: 'id',
  runNumber: 'count',
  periodId: 'id',
  revaluedOn: 'day',
  baseCurrencyCode: 'text',
  balances: rowsOf(storedBalanceShape),
  entryId: 'id?',
  entryNumber: 'text?',
  reversalEntryId: 'id?',
  reversalNumber: 'text?',
  recordedBy: 'id?',
  recordedAt: 'moment',
});

export const revaluationShape = shapeOf<ShownRevaluation>()({
  periodId: 'id',
  label: 'text',
  date: 'day',
  baseCurrencyCode: 'text',
  isCurrent: 'flag',
  balances: rowsOf(shownBalanceShape),
  runs: rowsOf(revaluationRunShape),
});

const revaluedBalanceShape = shapeOf<Revaluation['balances'][number]>()({
  accountId: 'id',
  currencyCode: 'text',
  amount: 'decimal',
  carrying: 'decimal',
  posted: 'decimal',
  rate: 'decimal',
  revalued: 'decimal',
  difference: 'decimal',
  unrealized: 'decimal',
});

export const revaluedShape = shapeOf<Revaluation>()({
  periodId: 'id',
  runNumber: 'count',
  date: 'day',
  baseCurrencyCode: 'text',
  balances: rowsOf(revaluedBalanceShape),
  entryNumber: 'text?',
  reversalNumber: 'text?',
});
