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
  DIMENSION_WORDS,
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
 * What a document lacks before anything can approve or post it (decisions.md, surface B, "Fields"): its lines. The
 * counterparty is not among them: the contract calls entityId optional (interface 2.6), and an entry without one still
 * balances; it only stays out of that party's statement.
 */
export function missingParts(document: Pick<CheckedDocument, 'lineCount'>): string[] {
  return document.lineCount === 0 ? ['lines'] : [];
}

/** Refuses with INCOMPLETE_DOCUMENT, naming every missing part. */
export function checkComplete<Document extends Pick<CheckedDocument, 'lineCount'>>(
  document: Document,
): Outcome<Document> {
  const missing = missingParts(document);
  return missing.length === 0
    ? granted(document)
    : refused('INCOMPLETE_DOCUMENT', `The transaction is not complete: ${missing.join(' and ')} missing.`, {
        missing,
      });
}

export type PostingFacts = {
  readonly document: CheckedDocument;
  /** The entry it would make; null when the foreign currency has no rate. */
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
  /** Null: nobody in particular posts, as in a preview. */
  readonly fourEyes: FourEyesFacts | null;
  /** Dimensions the accounts demand and the lines lack: nothing silences these. */
  readonly requiredDimensions: readonly MissingDimension[];
  readonly credit: CheckFacts['credit'];
  readonly missingDimensions: CheckFacts['missingDimensions'];
  readonly duplicates: CheckFacts['duplicates'];
};

/**
 * Everything that decides whether a document may be posted, in the one order every door shares:
 * status, four eyes, completeness, rate (without one there is no entry to look at), balance, accounts, required
 * dimensions, period (nothing silences these), then the overridable checks. The first that fails refuses; the granted
 * value lists the checks overridden. The database function daybook_judge_postings decides the same; a test holds the
 * two together.
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
  const balanced = checkBalanced(entry, facts.baseCurrencyCode);
  if (!balanced.ok) return balanced;
  const postable = checkPostable(entry, facts.accounts);
  if (!postable.ok) return postable;
  if (facts.requiredDimensions.length > 0) return dimensionsMissing(facts.requiredDimensions);
  const period = checkPeriod(facts.period, { ...facts, date: postingDate });
  if (!period.ok) return period;
  const softClosedPeriod = period.value === 'SOFT_CLOSED' ? (facts.period?.label ?? null) : null;
  return passOverridable({ ...facts, softClosedPeriod }, facts.overrideChecks);
}

function dimensionsMissing(required: readonly MissingDimension[]): Outcome<never> {
  const missing = required.map((one) => `line ${one.documentLineNumber} ${DIMENSION_WORDS[one.dimension]}`);
  const message = `The accounts require dimensions that are missing: ${missing.join(', ')}.`;
  return refused('INCOMPLETE_DOCUMENT', message, { missing });
}

export type ReversalFacts = {
  readonly document: Pick<CheckedDocument, 'id' | 'status' | 'glTransactionId'> & {
    /** It reverses another document itself. */
    readonly isReversal: boolean;
    /** Payments or credits are applied to it, or it is applied to others. */
    readonly isApplied: boolean;
  };
  readonly postingDate: AccountingDate;
  readonly reversalDate: AccountingDate;
  readonly period: PostingPeriod | null;
  readonly subsidiaryId: string;
};

/**
 * Whether a posted document may be reversed on a date: only POSTED (so never twice), on or after its posting date
 * (REVERSAL_BEFORE_POSTING), in an open period (decisions.md, "Reversal"). A reversal is reversed never, and what is
 * settled is unapplied first, or the other side's open amount would hang in the air: both INVALID_STATUS_TRANSITION.
 */
export function checkReversal(facts: ReversalFacts): Outcome<'OPEN' | 'SOFT_CLOSED'> {
  const { document, postingDate, reversalDate } = facts;
  const moved = moveStatus(document.status, 'reverse', document);
  if (!moved.ok) return moved;
  if (document.isReversal || document.isApplied) {
    const message = document.isReversal
      ? 'A reversal cannot be reversed. Create a new transaction instead.'
      : 'Payments or credits are applied. Unapply them first.';
    return refused('INVALID_STATUS_TRANSITION', message, { from: document.status, to: 'REVERSED' });
  }
  if (reversalDate < postingDate) {
    const message = `The reversal cannot be dated ${reversalDate}, before the posting on ${postingDate}.`;
    return refused('REVERSAL_BEFORE_POSTING', message, { postingDate, reversalDate });
  }
  return checkPeriod(facts.period, { ...facts, date: reversalDate, mayPostSoftClosed: false });
}
