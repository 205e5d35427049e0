import { z } from 'zod';
import { PRICE_COLUMN, RATE_COLUMN } from '@/core/money/column';
import { eachTerm, HEADER_TERMS, type HeaderTermName } from '@/core/transactions/header-terms';
import { ENTITY_TYPES, LINE_TYPES } from '@/core/transactions/kinds';
import { anId, currencyCode, day, decimalOf, jsonObject, lineText } from '../kit/fields';

/** Longest memo or description, in characters. */
const TEXT_LIMIT = 2000;

/** Most lines of one document: limits the cost of one save. */
export const LINE_LIMIT = 2000;

/** Most documents of one batch (decisions.md, "Additions on C"). */
export const BATCH_LIMIT = 1000;

const TERM_INPUT = {
  DAY: day.nullish(),
  LINE: lineText.nullish(),
  TEXT: z.string().max(TEXT_LIMIT).nullish(),
  ADDRESS: jsonObject.nullish(),
  ID: anId.nullish(),
} as const;

/** The terms of core/transactions/header-terms, each parsed by its own type. */
const headerTerms = eachTerm((name) => TERM_INPUT[HEADER_TERMS[name].says]) as {
  readonly [Name in HeaderTermName]: (typeof TERM_INPUT)[(typeof HEADER_TERMS)[Name]['says']];
};

/** The header fields a caller may set (interface 2.6, and the additions for invoices and payments). */
export const headerFields = z.object({
  transactionTypeId: anId,
  subsidiaryId: anId,
  entityId: anId.nullish(),
  entityType: z.enum(ENTITY_TYPES).nullish(),
  transactionDate: day,
  currencyCode,
  exchangeRate: decimalOf(RATE_COLUMN, { above: '0' }).nullish(),
  ...headerTerms,
  /** A journal for the year's adjustment period rather than the ordinary period of its date. */
  isAdjustment: z.boolean().optional(),
});

/** One line as a caller sends it; lineAmount and taxAmount are computed (interface 2.6). */
export const lineFields = z.object({
  lineNumber: z.int().min(1).max(1_000_000),
  lineType: z.enum(LINE_TYPES),
  description: z
    .string()
    .max(TEXT_LIMIT)
    .refine((text) => text.trim() !== '', 'must not be empty'),
  quantity: decimalOf(RATE_COLUMN),
  unitPrice: decimalOf(PRICE_COLUMN),
  taxCodeId: anId.nullish(),
  accountId: anId.nullish(),
  itemId: anId.nullish(),
  classId: anId.nullish(),
  departmentId: anId.nullish(),
  locationId: anId.nullish(),
  projectId: anId.nullish(),
  /** What the line of an invoice bills of its revenue contract: an obligation, and a commitment period of it by its first day. */
  obligationKey: lineText.nullish(),
  commitmentFrom: day.nullish(),
});

/** The lines of a document, with unique line numbers. */
export const documentLines = z
  .array(lineFields)
  .max(LINE_LIMIT)
  .superRefine((lines, context) => {
    const seen = new Set<number>();
    for (const [index, { lineNumber }] of lines.entries()) {
      if (seen.has(lineNumber)) {
        context.addIssue({
          code: 'custom',
          path: [index, 'lineNumber'],
          message: `line ${lineNumber} appears twice`,
        });
      }
      seen.add(lineNumber);
    }
  });

/** Why the rate a document states is right although it differs from the table's by more than the organization's limit. */
export const confirmedRate = z.string().max(1000).nullish();

/** A new document; `status` DRAFT when omitted (decisions.md, "Statuses accepted on create"). */
export const newDocument = z.object({
  transaction: headerFields.extend({ status: z.string().max(40).nullish() }),
  lines: documentLines.min(1),
  confirmedRate,
});

/**
 * Changes to a draft: an omitted field keeps its value, null clears an optional field, lines,
 * when given, replace all lines.
 */
export const documentChanges = z.object({
  transaction: headerFields.partial().default({}),
  lines: documentLines.min(1).optional(),
  confirmedRate,
});

export type HeaderInput = z.output<typeof headerFields>;
export type LineInput = z.output<typeof lineFields>;
