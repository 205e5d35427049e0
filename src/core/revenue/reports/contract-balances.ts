import type { DecimalString } from '@/core/money/decimal';

/**
 * Contract balances (606-10-50-8 to 50-12A). A contract's opening liability is released first: revenue out of it is at
 * most that liability, and at most the contract's revenue from performance in the period.
 */
export type ContractBalancesReport = {
  opening: { receivable: DecimalString; contractAsset: DecimalString; deferred: DecimalString };
  closing: { receivable: DecimalString; contractAsset: DecimalString; deferred: DecimalString };
  revenue: DecimalString;
  /** Revenue that was in the contract liability at the beginning (606-10-50-8(b)). */
  fromOpeningLiability: DecimalString;
  /** 606-10-50-12A. */
  fromPriorPerformance: DecimalString;
};
