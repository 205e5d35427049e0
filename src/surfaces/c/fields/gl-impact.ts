import { z } from 'zod';
import type { GlImpact } from '@/usecases/transactions/posting/gl-impact';
import { shapeOf } from '../../kit/shape';
import { wordC } from '../errors';

const errorSchema = z.object({
  message: z.string(),
  code: z.string(),
  details: z.record(z.string(), z.unknown()),
});

const lineShape = shapeOf<GlImpact['lines'][number]>()({
  lineNumber: 'count',
  accountId: 'id?',
  accountCode: 'text?',
  accountName: 'text?',
  debit: 'decimal',
  credit: 'decimal',
  baseDebit: 'decimal',
  baseCredit: 'decimal',
  classId: 'id?',
  departmentId: 'id?',
  locationId: 'id?',
  projectId: 'id?',
  entityType: 'text?',
  entityId: 'id?',
  memo: 'text?',
});
const totalsShape = shapeOf<GlImpact['totals']>()({
  debits: 'decimal',
  credits: 'decimal',
  baseDebits: 'decimal',
  baseCredits: 'decimal',
  difference: 'decimal',
});

/** Additions on C: the entry a transaction posted or would post. */
export const glImpactShape = shapeOf<GlImpact>()({
  transactionId: 'id',
  isPosted: 'flag',
  glTransactionId: 'id?',
  entryNumber: 'text?',
  postingDate: 'day',
  currencyCode: 'text',
  baseCurrencyCode: 'text',
  exchangeRate: 'decimal',
  lines: [z.array(lineShape.schema), ({ lines }) => lines.map((line) => lineShape.present(line))],
  totals: [totalsShape.schema, ({ totals }) => totalsShape.present(totals)],
  blockedBy: [errorSchema.nullable(), ({ blockedBy }) => (blockedBy === null ? null : wordC(blockedBy).body)],
  warnings: z.array(z.object({ check: z.string(), message: z.string() })),
});
