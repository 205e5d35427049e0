import { z } from 'zod';
import { TOPICS } from '@/core/revenue/judgements/judged-terms';
import { JUDGEMENT_STATES } from '@/core/revenue/judgements/judgement-list';
import type { listJudgements } from '@/usecases/revenue/reports/list-judgements';
import { type OutputOf, shapeOf } from '../../../kit/shape';
import { rowsOf } from '../../../kit/shape-parts';

type Judgements = OutputOf<typeof listJudgements>;
type JudgementsOf = { readonly rows: Judgements['rows']; readonly open: number };

export const judgementRowShape = shapeOf<Judgements['rows'][number]>()({
  contractId: 'id',
  contractNumber: 'text',
  contractName: 'text?',
  customerId: 'id?',
  subsidiaryId: 'id',
  contractStatus: 'text',
  topic: z.enum(TOPICS),
  about: 'text?',
  question: 'text',
  asks: 'text',
  paragraph: 'text',
  answer: 'text?',
  evidence: 'text?',
  state: z.enum(JUDGEMENT_STATES),
  effectiveDate: 'day',
  eventId: 'id?',
  costId: 'id?',
  by: 'id?',
  byName: 'text?',
  at: 'moment?',
});

export const judgementsShape = shapeOf<Judgements>()({
  rows: rowsOf(judgementRowShape),
  nextCursor: 'text?',
});

export const judgementsOfShape = shapeOf<JudgementsOf>()({
  rows: rowsOf(judgementRowShape),
  open: 'count',
});
