import { rateMissing } from '../fx/rates';
import { checkPostable, type PostableFacts } from '../ledger/accounts';
import { checkBalanced } from '../ledger/balance';
import type { EntryLine } from '../ledger/entry-line';
import { granted, type Outcome, refused } from '../outcome';
import type { AccountingDate } from '../periods/calendar';
import { checkPeriod, type PostingPeriod } from '../periods/period-status';
import { KIND_FACTS, type TransactionKind } from './kinds';
import { type CheckFacts, type FailedCheck, passOverridable } from './overridable-checks';
import { moveStatus, type TransactionStatus } from './status';

export type DocumentFacts = {
  readonly id: string;
  readonly kind: TransactionKind;
  readonly status: TransactionStatus;
  readonly glTransactionId: string | null;
  readonly entityId: string | null;
  readonly lineCount: number;
};

/**
 * What a document lacks before anything can approve or post it (decisions.md, surface B, "Fields"): lines, and the
 * counterparty where its kind moves that party's subledger.
 */
export function missingParts(document: Pick<DocumentFacts, 'kind' | 'entityId' | 'lineCount'>): string[] {
  const needsEntity = KIND_FACTS[document.kind].entityType !== null && document.entityId === null;
  return [...(document.lineCount === 0 ? ['lines'] : []), ...(needsEntity ? ['entityId'] : [])];
}

/** Refuses with INCOMPLETE_DOCUMENT, naming every missing part. */
export function checkComplete<Document extends Pick<DocumentFacts, 'kind' | 'entityId' | 'lineCount'>>(
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
  readonly document: DocumentFacts;
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
  readonly credit: CheckFacts['credit'];
  readonly missingDimensions: CheckFacts['missingDimensions'];
  readonly duplicates: CheckFacts['duplicates'];
};

/**
 * Everything that decides whether a document may be posted, in the one order every door shares:
 * status, completeness, rate (without one there is no entry to look at), balance, accounts, period (nothing silences
 * these), then the overridable checks. The first that fails refuses; the granted value lists the checks overridden.
 */
export function checkPosting(facts: PostingFacts): Outcome<FailedCheck[]> {
  const { document, entry, postingDate } = facts;
  const moved = moveStatus(document.status, 'post', document);
  if (!moved.ok) return moved;
  const complete = checkComplete(document);
  if (!complete.ok) return complete;
  if (entry === null) return rateMissing(facts.currencyCode, facts.baseCurrencyCode, postingDate);
  const balanced = checkBalanced(entry, facts.baseCurrencyCode);
  if (!balanced.ok) return balanced;
  const postable = checkPostable(entry, facts.accounts);
  if (!postable.ok) return postable;
  const period = checkPeriod(facts.period, { ...facts, date: postingDate });
  if (!period.ok) return period;
  const softClosedPeriod = period.value === 'SOFT_CLOSED' ? (facts.period?.label ?? null) : null;
  return passOverridable({ ...facts, softClosedPeriod }, facts.overrideChecks);
}

export type ReversalFacts = {
  readonly document: Pick<DocumentFacts, 'id' | 'status' | 'glTransactionId'>;
  readonly postingDate: AccountingDate;
  readonly reversalDate: AccountingDate;
  readonly period: PostingPeriod | null;
  readonly subsidiaryId: string;
  readonly mayPostSoftClosed: boolean;
};

/**
 * Whether a posted document may be reversed on a date: only POSTED (so never twice), on or after its posting date
 * (REVERSAL_BEFORE_POSTING), in an open period (decisions.md, "Reversal").
 */
export function checkReversal(facts: ReversalFacts): Outcome<'OPEN' | 'SOFT_CLOSED'> {
  const { document, postingDate, reversalDate } = facts;
  const moved = moveStatus(document.status, 'reverse', document);
  if (!moved.ok) return moved;
  if (reversalDate < postingDate) {
    const message = `The reversal cannot be dated ${reversalDate}, before the posting on ${postingDate}.`;
    return refused('REVERSAL_BEFORE_POSTING', message, { postingDate, reversalDate });
  }
  return checkPeriod(facts.period, { ...facts, date: reversalDate });
}
