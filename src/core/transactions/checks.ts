import { rateMissing } from '../fx/rates';
import { checkPostable, type PostableFacts } from '../ledger/accounts';
import { checkBalanced } from '../ledger/balance';
import type { EntryLine } from '../ledger/entry-line';
import { granted, type Outcome, refused } from '../outcome';
import type { AccountingDate } from '../periods/calendar';
import { checkPeriod, type PostingPeriod } from '../periods/period-status';
import type { TransactionKind } from './kinds';
import {
  type CheckFacts,
  dimensionWords,
  type FailedCheck,
  type MissingDimension,
  passOverridable,
} from './overridable-checks';
import { checkFourEyes, type FourEyesFacts } from './segregation';
import { moveStatus, type TransactionStatus } from './status';

export type CheckedDocument = {
  readonly id: string;
  readonly kind: TransactionKind;
  readonly status: TransactionStatus;
  readonly glTransactionId: string | null;
  readonly entityId: string | null;
  readonly lineCount: number;
};

/**
 * What a document lacks before it can be approved or posted (decisions.md, surface B, "Fields"): its lines. The
 * counterparty is not required: the contract makes entityId optional (interface 2.6), and an entry without one still
 * balances; it only does not appear on that party's statement.
 */
export function missingParts(document: Pick<CheckedDocument, 'lineCount'>): string[] {
  return document.lineCount === 0 ? ['lines'] : [];
}

/** Refuses with INCOMPLETE_DOCUMENT, naming every missing part. */
export function checkComplete<Document extends Pick<CheckedDocument, 'lineCount'>>(
  document: Document,
): Outcome<Document> {
  const missing = missingParts(document);
  return missing.length === 0 ? granted(document) : incompleteDocument(missing);
}

/** The refusal of a document that lacks these parts. */
export function incompleteDocument(missing: readonly string[]): Outcome<never> {
  const message = `The transaction is not complete: ${missing.join(' and ')} missing.`;
  return refused('INCOMPLETE_DOCUMENT', message, { missing: [...missing] });
}

export type PostingFacts = {
  readonly document: CheckedDocument;
  /** The entry it would make; null when there is no exchange rate for its currency. */
  readonly entry: readonly EntryLine[] | null;
  readonly currencyCode: string;
  readonly baseCurrencyCode: string;
  readonly accounts: ReadonlyMap<string, PostableFacts>;
  readonly period: PostingPeriod | null;
  readonly postingDate: AccountingDate;
  readonly today: AccountingDate;
  readonly subsidiaryId: string;
  readonly mayPostSoftClosed: boolean;
  readonly overrideChecks: boolean;
  /** Null when no particular person posts, as in a preview. */
  readonly fourEyes: FourEyesFacts | null;
  /** Dimensions that the accounts require and the lines lack; this check cannot be overridden. */
  readonly requiredDimensions: readonly MissingDimension[];
  readonly credit: CheckFacts['credit'];
  readonly missingDimensions: CheckFacts['missingDimensions'];
  readonly duplicates: CheckFacts['duplicates'];
};

/**
 * Everything that decides whether a document may be posted, in the one order all surfaces share: status, four eyes,
 * completeness, rate (without one there is no entry to check), balance, accounts, required dimensions, period (none of
 * these can be overridden), then the overridable checks. The first that fails refuses; the value lists the checks that
 * were overridden. This function owns the rule; daybook_judge_postings (prisma/sql/documents/judge-postings.sql) makes
 * the same decision for speed, and e2e/ledger/evidence/verdicts.test.ts compares the two case by case.
 */
export function checkPosting(facts: PostingFacts): Outcome<FailedCheck[]> {
  const { document, entry, postingDate } = facts;
  const moved = moveStatus(document.status, 'post', document);
  if (!moved.ok) return moved;
  if (facts.fourEyes !== null) {
    const second = checkFourEyes(facts.fourEyes, 'gl.transaction.post');
    if (!second.ok) return second;
  }
  const complete = checkComplete(document);
  if (!complete.ok) return complete;
  if (entry === null) return rateMissing(facts.currencyCode, facts.baseCurrencyCode, postingDate);
  const sound = checkEntry(entry, facts);
  if (!sound.ok) return sound;
  const period = checkPeriod(facts.period, { ...facts, date: postingDate });
  if (!period.ok) return period;
  const softClosedPeriod = period.value === 'SOFT_CLOSED' ? (facts.period?.label ?? null) : null;
  return passOverridable({ ...facts, softClosedPeriod }, facts.overrideChecks);
}

/**
 * Whether an entry can ever be posted as it stands: it balances, every account takes postings, and every required dimension is
 * there. When it is posted makes no difference to these; what does, such as the period, is not asked here.
 * Refuses NOT_BALANCED, ACCOUNT_UNRESOLVED, ACCOUNT_NOT_POSTABLE, INCOMPLETE_DOCUMENT, in this order.
 */
export function checkEntry(
  entry: readonly EntryLine[],
  facts: Pick<PostingFacts, 'baseCurrencyCode' | 'accounts' | 'requiredDimensions'>,
): Outcome<readonly EntryLine[]> {
  const balanced = checkBalanced(entry, facts.baseCurrencyCode);
  if (!balanced.ok) return balanced;
  const postable = checkPostable(entry, facts.accounts);
  if (!postable.ok) return postable;
  return facts.requiredDimensions.length > 0
    ? dimensionsMissing(facts.requiredDimensions.map(dimensionWords))
    : granted(entry);
}

/** The refusal of lines without dimensions that their accounts require, such as "line 2 class". */
export function dimensionsMissing(missing: readonly string[]): Outcome<never> {
  const message = `The accounts require dimensions that are missing: ${missing.join(', ')}.`;
  return refused('INCOMPLETE_DOCUMENT', message, { missing: [...missing] });
}
