import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import { addMonths } from '@/core/periods/calendar';
import type { DateString, PeriodString } from '@/core/revenue/days';
import type { ContractBalancesReport } from '@/core/revenue/reports/contract-balances';

/** One contract's balances at the beginning and end of a reporting period, and its revenue in between. */
export type ContractBalanceRow = {
  contractId: string;
  opening: { receivable: DecimalString; contractAsset: DecimalString; deferred: DecimalString };
  closing: { receivable: DecimalString; contractAsset: DecimalString; deferred: DecimalString };
  revenue: DecimalString;
  /** The part of `revenue` from performance before the period: catch-ups, changes of price or measure. */
  revenueFromPriorPerformance: DecimalString;
};

/**
 * Contract balances (606-10-50-8 to 50-12A). A contract's opening liability is released first: revenue out of it is at
 * most that liability, and at most the contract's revenue from performance in the period.
 */
export function contractBalances(input: {
  currencyCode: string;
  rows: readonly ContractBalanceRow[];
}): ContractBalancesReport {
  const { currencyCode, rows } = input;
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  const over = (pick: (row: ContractBalanceRow) => DecimalString) => text(sum(rows.map(pick)));
  const released = rows.map(({ opening, revenue }) => {
    const earned = dec(revenue).lt(ZERO) ? ZERO : dec(revenue);
    return earned.lt(opening.deferred) ? earned : dec(opening.deferred);
  });
  return {
    opening: {
      receivable: over((row) => row.opening.receivable),
      contractAsset: over((row) => row.opening.contractAsset),
      deferred: over((row) => row.opening.deferred),
    },
    closing: {
      receivable: over((row) => row.closing.receivable),
      contractAsset: over((row) => row.closing.contractAsset),
      deferred: over((row) => row.closing.deferred),
    },
    revenue: over((row) => row.revenue),
    fromOpeningLiability: text(sum(released)),
    fromPriorPerformance: over((row) => row.revenueFromPriorPerformance),
  };
}

/**
 * Splits a contract liability (or asset) into current and noncurrent (210-10-45): the current part is what is released
 * from it in the `months` after `asOf`, earliest first.
 */
export function currentSplit(input: {
  currencyCode: string;
  balance: DecimalString;
  releases: readonly { period: PeriodString; amount: DecimalString }[];
  asOf: DateString;
  months?: number | undefined;
}): { current: DecimalString; nonCurrent: DecimalString } {
  const balance = dec(input.balance);
  // Compared with a day, a month counts when it has begun and any other period when it has ended.
  const limit = addMonths(input.asOf, input.months ?? 12);
  const soon = sum(input.releases.filter(({ period }) => period <= limit).map(({ amount }) => amount));
  const floor = soon.lt(ZERO) ? ZERO : soon;
  const current = balance.lt(floor) ? balance : floor;
  return {
    current: toAmountString(current, input.currencyCode),
    nonCurrent: toAmountString(balance.minus(current), input.currencyCode),
  };
}
