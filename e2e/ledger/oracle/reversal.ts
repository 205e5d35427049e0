import type { BalanceLine } from '@/core/ledger/balance';
import type { AccountingDate } from '@/core/periods/calendar';
import type { PeriodStatus } from '@/core/periods/period-status';
import type { TransactionStatus } from '@/core/transactions/status';

export type ReversalFacts = {
  readonly status: TransactionStatus;
  /** It is itself a reversal. */
  readonly isReversal: boolean;
  /** Payments or credits are applied to it, or it is applied to others. */
  readonly isApplied: boolean;
  readonly postingDate: AccountingDate | null;
  readonly reversalDate: AccountingDate;
  /** The period of the reversal date; null where there is none. */
  readonly period: PeriodStatus | null;
};

/**
 * Whether a document may be reversed on a date: only when POSTED (so never twice), on or after its posting date, in an
 * open period (decisions.md, "Reversal"). A reversal is never reversed, and a settled document is unapplied first,
 * because otherwise the other side would lose its counterpart. Null: it may be reversed.
 */
export function whyNotReversible(facts: ReversalFacts): string | null {
  const { status, isReversal, isApplied, postingDate, reversalDate, period } = facts;
  if (status !== 'POSTED' || isReversal || isApplied) return 'INVALID_STATUS_TRANSITION';
  if (postingDate !== null && reversalDate < postingDate) return 'REVERSAL_BEFORE_POSTING';
  return period === 'OPEN' ? null : 'PERIOD_NOT_OPEN';
}

/**
 * The entry that reverses `lines`: same accounts, dimensions, currencies and original base amounts, with
 * debits and credits swapped. Base amounts are copied rather than computed again, so that the reversal
 * restores every balance exactly.
 */
export function mirrored<Line extends BalanceLine>(lines: readonly Line[]): Line[] {
  return lines.map((line) => ({
    ...line,
    debit: line.credit,
    credit: line.debit,
    baseDebit: line.baseCredit,
    baseCredit: line.baseDebit,
  }));
}
