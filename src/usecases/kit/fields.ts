import { z } from 'zod';
import { isWords } from '@/core/ledger/words';
import { AMOUNT_COLUMN, type Column, columnProblem } from '@/core/money/column';
import { dec, toPlainString } from '@/core/money/decimal';
import { fromJsonNumber, jsonNumberProblem } from '@/core/money/json-number';
import { isCurrency } from '@/core/money/minor-units';

/** The building blocks of input schemas, limited to what a column can hold. */

/** A lone surrogate has no UTF-8 encoding: a text column would lose it, and a JSON column refuses it. */
const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text);
const WELL_FORMED = 'must be well-formed Unicode text';

/** Single-line text: a name, an email address, a phone number. */
export const lineText = z.string().max(500).refine(isWellFormed, WELL_FORMED);

/** A required name: at least one visible character. */
export const nameText = lineText.refine((text) => text.trim() !== '', 'must not be empty');

/** A short business code that is unique or looked up: kept well below the size limit of an index entry. */
export const codeText = z
  .string()
  .max(100)
  .refine(isWellFormed, WELL_FORMED)
  .refine((text) => text.trim() !== '', 'must not be empty');

/** Notes and descriptions. */
export const longText = z.string().max(50_000).refine(isWellFormed, WELL_FORMED);

const WORDS = 'must contain words, not only spaces or punctuation';

/**
 * Why something is done, decided or reversed, and the evidence of a judgment. One schema for every verb that requires one: words, not only
 * spaces or punctuation.
 */
export const reasonText = z
  .string(WORDS)
  .trim()
  .max(2000)
  .refine(isWellFormed, WELL_FORMED)
  .refine(isWords, WORDS);

/** Maximum nesting of free-form JSON: far more than any form needs, far less than would exhaust a parser's stack. */
const DEEPEST = 20;

/** Names that no object may take from outside input; the console, which receives superjson, could not read a record with one. */
const NO_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Free-form key and value data (2.1, 2.4 customFields). */
export const jsonObject = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const problem = jsonProblem(value, 1);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

function jsonProblem(value: unknown, depth: number): string | null {
  if (depth > DEEPEST) return `must not nest deeper than ${DEEPEST} levels`;
  if (typeof value === 'string') {
    return isWellFormed(value) ? null : WELL_FORMED;
  }
  if (value === null || typeof value !== 'object') return null;
  for (const [key, inner] of Object.entries(value)) {
    if (NO_NAMES.includes(key)) return `must not have a field named ${key}`;
    const problem = jsonProblem(key, depth) ?? jsonProblem(inner, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

/** Years allowed in business records. */
const isBusinessYear = (text: string) => Number(text.slice(0, 4)) >= 1900;

/** A moment in time as every door sends it: ISO 8601 with an offset or `Z`. */
export const momentText = z.iso
  .datetime({ offset: true })
  .refine(isBusinessYear, 'must not be before the year 1900');

/** The same, parsed into a Date. */
export const moment = momentText.transform((text) => new Date(text));

/** An accounting day `YYYY-MM-DD`. */
export const day = z.iso.date().refine(isBusinessYear, 'must not be before the year 1900');

/** A count that fits a 32-bit column. */
export const wholeNumber = z.int().min(0).max(2_147_483_647);

/** An ISO 4217 transaction currency. */
export const currencyCode = z.string().refine(isCurrency, 'must be an ISO 4217 currency code such as USD');

/** The record status, not the lifecycle status (decisions.md, surface B, "status"). */
export const recordStatus = z.enum(['active', 'inactive']);

/** Of customers, prospects and employees, which can also be archived. */
export const ARCHIVABLE_STATES = ['active', 'inactive', 'archived'] as const;
export const archivableStatus = z.enum(ARCHIVABLE_STATES);

interface DecimalLimits {
  readonly min?: string;
  readonly max?: string;
  readonly above?: string;
  /** The interface sends it as a JSON number: no more digits than such a number represents exactly. */
  readonly jsonNumber?: boolean;
}

/**
 * A decimal as a string or JSON number, exactly as the column stores it; never rounded
 * (decisions.md, "Dates, times, decimals").
 */
export function decimalOf(column: Column, limits: DecimalLimits = {}) {
  return z.union([z.number(), z.string()]).transform((value, context) => {
    const text = typeof value === 'number' ? fromJsonNumber(value) : value.trim();
    const exact = limits.jsonNumber === true || typeof value === 'number';
    const problem =
      text === null
        ? 'must be a decimal number such as 1234.50'
        : decimalProblem(text, column, limits, exact);
    if (problem === null && text !== null) return toPlainString(dec(text));
    context.addIssue({ code: 'custom', message: problem ?? 'must be a decimal number' });
    return z.NEVER;
  });
}

/** An amount that the interface sends as a JSON number (2.1 estimatedRevenue, 2.3 creditLimit); never negative. */
export const numberAmount = decimalOf(AMOUNT_COLUMN, { min: '0', jsonNumber: true });

function decimalProblem(text: string, column: Column, limits: DecimalLimits, exact: boolean): string | null {
  const problem = columnProblem(text, column) ?? (exact ? jsonNumberProblem(text) : null);
  if (problem !== null) return problem;
  if (limits.min !== undefined && dec(text).lt(limits.min)) return `must be at least ${limits.min}`;
  if (limits.max !== undefined && dec(text).gt(limits.max)) return `must be at most ${limits.max}`;
  if (limits.above !== undefined && dec(text).lte(limits.above)) {
    return `must be greater than ${limits.above}`;
  }
  return null;
}

/** A discount agreed with a customer or vendor, in percent: above zero, at most 100. */
export const discountPercent = decimalOf({ integer: 3, fraction: 6 }, { above: '0', max: '100' });

/** Ids are compared by value, ignoring letter case. */
export const anId = z.guid().toLowerCase();
