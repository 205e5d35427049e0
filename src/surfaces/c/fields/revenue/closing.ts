import { z } from 'zod';
import type { listEstimates } from '@/usecases/revenue/reports/list-estimates';
import type { verifyRevenue } from '@/usecases/revenue/reports/verify-revenue';
import type { reclassifyBalances } from '@/usecases/revenue/runs/reclassify-balances';
import { type OutputOf, shapeOf, value } from '../../../kit/shape';
import { named, optional, rowsOf } from '../../../kit/shape-parts';

type Estimates = OutputOf<typeof listEstimates>;
type Verdict = OutputOf<typeof verifyRevenue>;
type Reclassified = OutputOf<typeof reclassifyBalances>;

const estimateRowShape = shapeOf<Estimates['estimates'][number]>()({
  contractId: 'id',
  contractNumber: 'text',
  name: 'text?',
  currencyCode: 'text',
  kind: z.enum(['VARIABLE', 'REFUND']),
  key: 'text?',
  amount: 'decimal',
  lastJudged: 'text',
});

export const estimatesShape = shapeOf<Estimates>()({
  period: 'text',
  estimates: rowsOf(estimateRowShape),
});

const tieOutLineShape = shapeOf<Verdict['lines'][number]>()({
  name: 'text',
  subsidiaryId: 'id',
  currencyCode: 'text',
  contractId: 'id?',
  contractNumber: optional(value('text')),
  difference: 'decimal',
  formula: 'text',
});

const summaryShape = shapeOf<Verdict['summary']>()({
  booked: 'decimal',
  planned: 'decimal',
  settled: 'decimal',
  posted: 'decimal',
});

export const verdictShape = shapeOf<Verdict>()({
  lines: rowsOf(tieOutLineShape),
  differences: rowsOf(tieOutLineShape),
  summary: summaryShape,
  holds: 'flag',
});

const reclassificationShape = shapeOf<Reclassified['reclassifications'][number]>()({
  id: 'id',
  subsidiaryId: 'id',
  period: 'text',
  currencyCode: 'text',
  postingDate: 'day',
  reversalDate: 'day',
  liability: 'decimal',
  nonCurrent: 'decimal',
  accountId: 'id',
  entryId: 'id',
  reversalEntryId: 'id',
  createdAt: 'moment',
  current: 'decimal',
});

export const reclassifiedShape = shapeOf<Reclassified>()({
  reclassifications: rowsOf(reclassificationShape),
});

export const reclassifications = named('data', rowsOf(reclassificationShape));
