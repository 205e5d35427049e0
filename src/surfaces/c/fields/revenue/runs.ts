import { z } from 'zod';
import { RUN_STATUSES } from '@/core/revenue/vocabulary';
import type { getRun } from '@/usecases/revenue/runs/get-run';
import type { listRunContracts } from '@/usecases/revenue/runs/list-run-contracts';
import type { listRuns } from '@/usecases/revenue/runs/list-runs';
import { type OutputOf, shapeOf, value } from '../../../kit/shape';
import { keyed, optional, rowsOf } from '../../../kit/shape-parts';

type Run = OutputOf<typeof getRun>;
type RunPage = OutputOf<typeof listRuns>;
type RunContracts = OutputOf<typeof listRunContracts>;

const runLineShape = shapeOf<Run['proposal']['lines'][number]>()({
  rows: 'count',
  amount: 'decimal',
  catchUp: 'decimal',
  contracts: 'count',
  currencyCode: 'text',
  revenueAccountId: 'id',
});

const heldShape = shapeOf<Run['proposal']['held'][number]>()({
  rows: 'count',
  amount: 'decimal',
  currencyCode: 'text',
  revenueAccountId: 'id',
});

const amountShape = shapeOf<Run['proposal']['costs'][number]>()({
  rows: 'count',
  amount: 'decimal',
  currencyCode: 'text',
});

const runTotalShape = shapeOf<Run['proposal']['totals'][number]>()({
  rows: 'count',
  amount: 'decimal',
  currencyCode: 'text',
});

const amountOfContractShape = shapeOf<NonNullable<Run['proposal']['interest']>[number]>()({
  amount: 'decimal',
  currencyCode: 'text',
  contractNumber: 'text',
});

const runProposalShape = shapeOf<Run['proposal']>()({
  held: rowsOf(heldShape),
  costs: rowsOf(amountShape),
  lines: rowsOf(runLineShape),
  totals: rowsOf(runTotalShape),
  interest: optional(rowsOf(amountOfContractShape)),
  suppliers: optional(rowsOf(amountOfContractShape)),
  provisions: optional(rowsOf(amountShape)),
});

const reversalOfRunShape = shapeOf<Run['reversals'][number]>()({
  id: 'id',
  runNumber: 'text',
  runStatus: 'text',
  postingDate: 'day',
  reason: 'text',
  contractIds: 'ids?',
});

const progressShape = shapeOf<Run['progress']>()({
  done: 'count',
  of: 'count',
});

const entryShape = shapeOf<Run['entries'][number]>()({
  id: 'id',
  entryNumber: 'text',
  currencyCode: 'text',
  postingDate: 'day',
  debits: 'decimal',
});

export const runShape = shapeOf<Run>()({
  id: 'id',
  runNumber: 'text',
  kind: 'text',
  subsidiaryId: 'id',
  period: 'text',
  periodLabel: 'text',
  postingDate: 'day',
  grouping: 'text',
  runStatus: z.enum(RUN_STATUSES),
  rates: keyed(value('decimal')),
  proposal: runProposalShape,
  createdBy: 'id?',
  startedAt: 'moment?',
  finishedAt: 'moment?',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'count',
  reversesRunId: 'id?',
  reason: 'text?',
  contractIds: 'ids?',
  discardReason: 'text?',
  discardedAt: 'moment?',
  chunks: 'count',
  postedContracts: 'count',
  postedRows: 'count',
  progress: progressShape,
  reversals: rowsOf(reversalOfRunShape),
  reversesRunNumber: 'text?',
  entries: rowsOf(entryShape),
});

export const runRowShape = shapeOf<RunPage['rows'][number]>()({
  id: 'id',
  runNumber: 'text',
  kind: 'text',
  subsidiaryId: 'id',
  period: 'text',
  periodLabel: 'text',
  postingDate: 'day',
  grouping: 'text',
  runStatus: z.enum(RUN_STATUSES),
  rates: keyed(value('text')),
  proposal: 'stored',
  createdBy: 'id?',
  startedAt: 'moment?',
  finishedAt: 'moment?',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'count',
  reversesRunId: 'id?',
  reason: 'text?',
  contractIds: 'ids?',
  discardReason: 'text?',
  discardedAt: 'moment?',
  chunks: 'count',
  postedContracts: 'count',
  postedRows: 'count',
});

export const contractOfRunShape = shapeOf<RunContracts['rows'][number]>()({
  contractId: 'id',
  contractNumber: 'text',
  name: 'text?',
  currencyCode: 'text',
  amount: 'decimal',
  isReversed: 'flag',
});
