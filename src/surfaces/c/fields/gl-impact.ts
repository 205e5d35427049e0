import type { GlImpact } from '@/usecases/transactions/posting/gl-impact';
import { shapeOf } from '../../kit/shape';
import { orNull, rowsOf } from '../../kit/shape-parts';
import { wordedError } from './errors';

const warningShape = shapeOf<GlImpact['warnings'][number]>()({ check: 'text', message: 'text' });
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
  lines: rowsOf(lineShape),
  totals: totalsShape,
  blockedBy: orNull(wordedError),
  warnings: rowsOf(warningShape),
});
