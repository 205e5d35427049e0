import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';

/** One contract's balances at the beginning and end of a reporting period, and its revenue in between. */
export type ContractBalanceRow = {
  contractId: string;
  opening: { receivable: DecimalString; contractAsset: DecimalString; deferred: DecimalString };
  closing: { receivable: DecimalString; contractAsset: DecimalString; deferred: DecimalString };
  revenue: DecimalString;
  /** The part of `revenue` from performance before the period: catch-ups, changes of price or measure. */
  revenueFromPriorPerformance: DecimalString;
};

export type ContractBalancesReport = {
  opening: { receivable: DecimalString; contractAsset: DecimalString; deferred: DecimalString };
  closing: { receivable: DecimalString; contractAsset: DecimalString; deferred: DecimalString };
  revenue: DecimalString;
  /** Revenue that was in the contract liability at the beginning (606-10-50-8(b)). */
  fromOpeningLiability: DecimalString;
  /** 606-10-50-12A. */
  fromPriorPerformance: DecimalString;
};

/**
 * Contract balances (606-10-50-8 to 50-12A). A contract's opening liability is released first: revenue out of it is at
 * most that liability, and at most the contract's revenue from performance in the period.
 * Owner: this function; the sums that the database makes of all contracts are held to it by e2e/revenue/contract-balances.test.ts.
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
