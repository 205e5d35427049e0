import type { DecimalString } from '@/core/money/decimal';

/** The observed prices of one good or service: the `low` and `high` end of the price list's range. */
export type SspRange = { low: DecimalString; high: DecimalString };

export type AllocationObligation = {
  key: string;
  /** Standalone selling price of the whole obligation. May be omitted under RESIDUAL, and where a range is given. */
  ssp?: DecimalString | undefined;
  /** RELATIVE (default, 606-10-32-31) or RESIDUAL (32-34(c): only if highly variable or not yet established). */
  method?: 'RELATIVE' | 'RESIDUAL' | undefined;
  sspRange?: SspRange | undefined;
  /** The price this contract states for it: if inside the range, it is used as the standalone selling price. */
  contractPrice?: DecimalString | undefined;
};

/** An amount that belongs to only some of the obligations. */
export type DirectedAmount = { amount: DecimalString; to: readonly string[] };

export type AllocationInput = {
  /** The whole transaction price: fixed plus every variable amount listed below, net of discounts. */
  transactionPrice: DecimalString;
  currencyCode: string;
  obligations: readonly AllocationObligation[];
  /** Discounts that meet the three tests of 606-10-32-37 for a subset. */
  discounts?: readonly DirectedAmount[] | undefined;
  /** Variable amounts that meet 606-10-32-40 for one obligation (or a subset). Part of the transaction price. */
  variable?: readonly DirectedAmount[] | undefined;
};

export type AllocationShare = { key: string; amount: DecimalString; why: string };
export type Allocation = { allocations: AllocationShare[]; total: DecimalString };
