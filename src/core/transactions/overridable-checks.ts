import type { Dimensions, EntryLine } from '../ledger/entry-line';
import { toAmountString } from '../money/currency';
import { type DecimalString, dec } from '../money/decimal';
import { granted, type Outcome, refused } from '../outcome';
import { type AccountingDate, daysBetween } from '../periods/calendar';
import type { OverridableCheck } from '../refusals';

/**
 * Further ahead than this is FAR_FUTURE_DATE. Owner of the figure: daybook_judge_postings repeats it; held to it by
 * e2e/ledger/far-future-border.test.ts.
 */
export const FAR_FUTURE_DAYS = 30;

export type DimensionName = keyof Dimensions;

/** The facts the checks use; one that does not apply is null or empty. */
export type CheckFacts = {
  /** For an invoice to a customer with a limit: what is already owed and what this document adds, in base currency. */
  readonly credit: {
    readonly limit: DecimalString;
    readonly owed: DecimalString;
    readonly adds: DecimalString;
    readonly baseCurrencyCode: string;
  } | null;
  readonly missingDimensions: readonly MissingDimension[];
  /** Numbers of documents that look like this one. */
  readonly duplicates: readonly string[];
  readonly postingDate: AccountingDate;
  readonly today: AccountingDate;
  readonly softClosedPeriod: string | null;
};

export type FailedCheck = { readonly check: OverridableCheck; readonly message: string };

/** Every overridable check that fails, in the fixed order of the list in refusals.ts. */
export function failedChecks(facts: CheckFacts): FailedCheck[] {
  return [
    creditLimit(facts.credit),
    missingDimension(facts.missingDimensions),
    duplicateDocument(facts.duplicates),
    farFutureDate(facts),
    softClosedPeriod(facts.softClosedPeriod),
  ].filter((failed) => failed !== null);
}

/**
 * Passes when no check fails or the caller overrides; the value lists what was overridden, for the audit row.
 * Refuses with CHECKS_FAILED, listing all of them at once (decisions.md, "Checks that overrideChecks silences").
 */
export function passOverridable(facts: CheckFacts, overrideChecks: boolean): Outcome<FailedCheck[]> {
  const failed = failedChecks(facts);
  if (failed.length === 0 || overrideChecks) return granted(failed);
  return checksFailed(failed);
}

/** The refusal that names every check that failed. */
export function checksFailed(checks: FailedCheck[]): Outcome<never> {
  const sentence = checks.map((one) => one.message).join(' ');
  return refused('CHECKS_FAILED', `${sentence} Send overrideChecks to post anyway.`, { checks });
}

/** A sentence for each check, for use where the figures are not available. */
export const CHECK_SENTENCES: Readonly<Record<OverridableCheck, string>> = {
  CREDIT_LIMIT: 'The invoice takes the customer over the credit limit.',
  MISSING_DIMENSION: 'Recommended dimensions are missing.',
  DUPLICATE_DOCUMENT:
    'This may be a duplicate: a posted document of this counterparty has the same reference number.',
  FAR_FUTURE_DATE: `The posting date is more than ${FAR_FUTURE_DAYS} days ahead.`,
  SOFT_CLOSED_PERIOD: 'The period is soft-closed.',
};

export type MissingDimension = {
  readonly documentLineNumber: number;
  readonly accountId: string;
  readonly dimension: DimensionName;
};

/**
 * The dimensions that the lines' accounts recommend (or require: the map says which) and the lines lack. Control, tax and
 * other lines of the whole document are left out, because no one could fill them in.
 */
export function missingDimensions(
  lines: readonly Pick<EntryLine, 'documentLineNumber' | 'accountId' | DimensionName>[],
  recommended: ReadonlyMap<string, readonly DimensionName[]>,
): MissingDimension[] {
  return lines.flatMap((line) => {
    const { accountId, documentLineNumber } = line;
    if (accountId === null || documentLineNumber === null) return [];
    return (recommended.get(accountId) ?? [])
      .filter((dimension) => line[dimension] === null)
      .map((dimension) => ({ documentLineNumber, accountId, dimension }));
  });
}

/** Owner: this function; daybook_exceeds_credit is held to it by e2e/ledger/settlement/credit-limit.test.ts. */
function creditLimit(credit: CheckFacts['credit']): FailedCheck | null {
  if (credit === null) return null;
  const text = (value: DecimalString) => toAmountString(dec(value), credit.baseCurrencyCode);
  const after = dec(credit.owed).plus(credit.adds);
  // A document that reduces what is owed never exceeds the limit.
  if (!after.greaterThan(credit.limit) || !dec(credit.adds).greaterThan('0')) return null;
  const figures = `${text(credit.owed)} owed + ${text(credit.adds)} is over the limit of ${text(credit.limit)}`;
  return { check: 'CREDIT_LIMIT', message: `Credit limit: ${figures} ${credit.baseCurrencyCode}.` };
}

/** The names of the dimensions as shown to people. */
export const DIMENSION_WORDS: Readonly<Record<DimensionName, string>> = {
  classId: 'class',
  departmentId: 'department',
  locationId: 'location',
  projectId: 'project',
};

/** "line 2 class": a dimension and the line that lacks it. */
export function dimensionWords({ documentLineNumber, dimension }: MissingDimension): string {
  return `line ${documentLineNumber} ${DIMENSION_WORDS[dimension]}`;
}

function missingDimension(missing: readonly MissingDimension[]): FailedCheck | null {
  if (missing.length === 0) return null;
  const list = missing.map(dimensionWords);
  return { check: 'MISSING_DIMENSION', message: `Recommended dimensions are missing: ${list.join(', ')}.` };
}

function duplicateDocument(numbers: readonly string[]): FailedCheck | null {
  if (numbers.length === 0) return null;
  return { check: 'DUPLICATE_DOCUMENT', message: `This may be a duplicate of ${numbers.join(', ')}.` };
}

function farFutureDate({ postingDate, today }: CheckFacts): FailedCheck | null {
  const ahead = daysBetween(today, postingDate);
  if (ahead <= FAR_FUTURE_DAYS) return null;
  const message = `The posting date ${postingDate} is ${ahead} days ahead, more than ${FAR_FUTURE_DAYS}.`;
  return { check: 'FAR_FUTURE_DATE', message };
}

function softClosedPeriod(label: string | null): FailedCheck | null {
  return label === null ? null : { check: 'SOFT_CLOSED_PERIOD', message: `Period ${label} is soft-closed.` };
}
