import type { BalanceLine } from '@/core/ledger/balance';
import type { AccountingDate } from '@/core/periods/calendar';
import type { PeriodStatus } from '@/core/periods/period-status';
import type { TransactionStatus } from '@/core/transactions/status';

export type ReversalFacts = {
  readonly status: TransactionStatus;
  /** It reverses another document itself. */
  readonly isReversal: boolean;
  /** Payments or credits are applied to it, or it is applied to others. */
  readonly isApplied: boolean;
  readonly postingDate: AccountingDate | null;
  readonly reversalDate: AccountingDate;
  /** The period of the reversal date; null where none covers it. */
  readonly period: PeriodStatus | null;
};

/**
 * Whether a document may be reversed on a date: only POSTED (so never twice), on or after its posting date, in an open
 * period (decisions.md, "Reversal"). A reversal is never reversed, and what is settled is unapplied first, or the other
 * side's open amount would be left without its counterpart. Null: it may.
 */
export function whyNotReversible(facts: ReversalFacts): string | null {
  const { status, isReversal, isApplied, postingDate, reversalDate, period } = facts;
  if (status !== 'POSTED' || isReversal || isApplied) return 'INVALID_STATUS_TRANSITION';
  if (postingDate !== null && reversalDate < postingDate) return 'REVERSAL_BEFORE_POSTING';
  return period === 'OPEN' ? null : 'PERIOD_NOT_OPEN';
}

/**
 * The entry that undoes `lines`: same accounts, dimensions, currencies and original base amounts, sides swapped.
 * Base amounts are taken over, not computed again, so that reversing brings every balance back exactly.
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
