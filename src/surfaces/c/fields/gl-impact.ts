import { z } from 'zod';
import type { GlImpact } from '@/usecases/transactions/gl-impact';
import { wordC } from '../errors';

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const errorSchema = z.object({
  message: z.string(),
  code: z.string(),
  details: z.record(z.string(), z.unknown()),
});

/** Additions on C: the entry a transaction made or would make. */
export const glImpactSchema = z.object({
  transactionId: z.guid(),
  isPosted: z.boolean(),
  glTransactionId: z.guid().nullable(),
  entryNumber: z.string().nullable(),
  postingDate: z.iso.date(),
  currencyCode: z.string(),
  baseCurrencyCode: z.string(),
  exchangeRate: decimal,
  lines: z.array(
    z.object({
      lineNumber: z.int(),
      accountId: z.guid().nullable(),
      accountCode: z.string().nullable(),
      accountName: z.string().nullable(),
      debit: decimal,
      credit: decimal,
      baseDebit: decimal,
      baseCredit: decimal,
      classId: z.guid().nullable(),
      departmentId: z.guid().nullable(),
      locationId: z.guid().nullable(),
      projectId: z.guid().nullable(),
      entityType: z.string().nullable(),
      entityId: z.guid().nullable(),
      memo: z.string().nullable(),
    }),
  ),
  totals: z.object({
    debits: decimal,
    credits: decimal,
    baseDebits: decimal,
    baseCredits: decimal,
    difference: decimal,
  }),
  blockedBy: errorSchema.nullable(),
  warnings: z.array(z.object({ check: z.string(), message: z.string() })),
});

export function presentGlImpact({ blockedBy, ...impact }: GlImpact) {
  return { ...impact, blockedBy: blockedBy === null ? null : wordC(blockedBy).body };
}
