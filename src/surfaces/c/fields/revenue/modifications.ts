import { z } from 'zod';
import { TREATMENTS } from '@/core/revenue/modifications/modification';
import type { applyModification } from '@/usecases/revenue/contracts/modifications/apply-modification';
import type { previewModification } from '@/usecases/revenue/contracts/modifications/preview-modification';
import { type OutputOf, shapeOf } from '../../../kit/shape';
import { orNull, rowsOf } from '../../../kit/shape-parts';
import { viewShape } from './contract-view';

type Comparison = OutputOf<typeof previewModification>;
type Outcome = Comparison['outcomes']['separate'];

const allocationRowShape = shapeOf<Outcome['allocation'][number]>()({
  key: 'text',
  before: 'decimal',
  after: 'decimal',
  recognised: 'decimal',
  remaining: 'decimal',
  catchUp: 'decimal',
  why: 'text',
});

const outlookMonthShape = shapeOf<Outcome['revenueByMonth'][number]>()({
  period: 'text',
  amount: 'decimal',
  catchUp: 'decimal',
});

const termShape = shapeOf<Outcome['terms'][number]>()({
  key: 'text',
  to: 'texts?',
});

const journalLineShape = shapeOf<Outcome['entries'][number]>()({
  account: 'text',
  debit: 'decimal',
  credit: 'decimal',
  key: 'text?',
  memo: 'text',
});

type AfterRun = NonNullable<Outcome['afterRun']>;

const obligationAfterRunShape = shapeOf<AfterRun['obligations'][number]>()({
  key: 'text',
  allocated: 'decimal',
  recognised: 'decimal',
  remaining: 'decimal',
});

/** What the contract’s page shows once the change is applied and the runs through `period` are posted. */
const afterRunShape = shapeOf<AfterRun>()({
  period: 'text',
  transactionPrice: 'decimal',
  billed: 'decimal',
  paid: 'decimal',
  receivable: 'decimal',
  contractAsset: 'decimal',
  deferred: 'decimal',
  refundLiability: 'decimal',
  accruedInterest: 'decimal',
  unearnedInterest: 'decimal',
  advanceInterest: 'decimal',
  recognised: 'decimal',
  remaining: 'decimal',
  provision: 'decimal',
  costs: 'decimal',
  obligations: rowsOf(obligationAfterRunShape),
});

const modificationOutcomeShape = shapeOf<Outcome>()({
  applicable: 'flag',
  why: 'text',
  allocation: rowsOf(allocationRowShape),
  revenueByMonth: rowsOf(outlookMonthShape),
  unscheduled: 'decimal',
  catchUp: 'decimal',
  deferred: 'decimal',
  contractAsset: 'decimal',
  due: 'decimal',
  rpo: 'decimal',
  total: 'decimal',
  terms: rowsOf(termShape),
  entries: rowsOf(journalLineShape),
  afterRun: orNull(afterRunShape),
});

const outcomeShape = shapeOf<Comparison['outcomes']>()({
  separate: modificationOutcomeShape,
  prospective: modificationOutcomeShape,
  catchUp: modificationOutcomeShape,
  mixed: modificationOutcomeShape,
});

const requiredTreatmentShape = shapeOf<Comparison['required']>()({
  treatment: z.enum(TREATMENTS),
  paragraph: 'text',
  why: 'texts',
});

export const comparisonShape = shapeOf<Comparison>()({
  outcomes: outcomeShape,
  required: requiredTreatmentShape,
});

type Applied = OutputOf<typeof applyModification>;

/** A modification as applied: the comparison it was chosen from, the treatment, and the contract after it. */
export const appliedShape = shapeOf<Applied>()({
  outcomes: [outcomeShape, ({ comparison }) => comparison.outcomes],
  required: [requiredTreatmentShape, ({ comparison }) => comparison.required],
  treatment: z.enum(TREATMENTS),
  contract: viewShape,
});

/** One operation answers both: with `dryRun` the comparison alone. */
export const modifiedSchema = comparisonShape.schema.extend({
  treatment: z.optional(appliedShape.schema.shape.treatment),
  contract: z.optional(appliedShape.schema.shape.contract),
});
