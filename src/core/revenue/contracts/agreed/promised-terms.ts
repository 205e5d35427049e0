import type { DecimalString } from '@/core/money/decimal';
import type { DateString } from '../../days';
import type { MinimumTerms } from '../../minimum';
import type { Residual, ScheduleMethod } from '../../schedules/schedule';
import type { UsageTier } from '../../usage';
import type { CAPACITIES } from '../../vocabulary';

/** How an obligation is satisfied. */
export type ObligationPattern =
  /** At a point in time, by one delivery. */
  | { kind: 'POINT' }
  /** Distinct units delivered over time. */
  | { kind: 'UNITS'; quantity: DecimalString }
  /** Over time by a reported share or by costs. */
  | { kind: 'PROGRESS' }
  | { kind: 'MILESTONES'; milestones: readonly { key: string; weight: DecimalString }[] }
  /** Over time, by days or months: the only pattern that recognizes without further events. */
  | {
      kind: 'RATABLE';
      start: DateString;
      end: DateString;
      method?: ScheduleMethod | undefined;
      residual?: Residual | undefined;
    }
  /** Points, vouchers and other rights: earned as they are used, breakage in proportion (606-10-55-48). */
  | { kind: 'RIGHTS'; expectedUsed: DecimalString }
  /**
   * Priced as used (606-10-55-18, 55-65): each usage adds to the price and is recognized. A quantity is priced by
   * graduated tiers, or by a price invoiced of which a lower one is expected to remain (606-10-32-10). With a `minimum`, the
   * customer owes that much regardless of usage: a fixed amount; usage only determines how much of it is earned.
   */
  | {
      kind: 'USAGE';
      minimum?: MinimumTerms | undefined;
      tiers?: readonly UsageTier[] | undefined;
      invoicedPrice?: DecimalString | undefined;
      expectedPrice?: DecimalString | undefined;
    };

/**
 * What another party supplies: an agent keeps the rest of the price, a principal bears the amount as a cost
 * (606-10-55-36). `amount` for a whole obligation; `rate`, a share of every usage, for one that is priced as used.
 */
export type SupplierShare = {
  capacity: (typeof CAPACITIES)[number];
  amount: DecimalString;
  rate?: DecimalString | undefined;
};

/** Variable consideration in the price (606-10-32-5), and the amount included so far. */
export type VariableTerms = { key: string; included: DecimalString; to?: readonly string[] | undefined };

/** A sales- or usage-based royalty on a license: added to the price as the sales occur (606-10-55-65). */
export type RoyaltyTerms = { key: string; rate: DecimalString; to?: readonly string[] | undefined };

/** Interest on a significant financing component by the day it accrues: expense above zero, income below. */
export type InterestRow = { on: DateString; amount: DecimalString };

/**
 * What the customer has agreed to pay later, and when: the payments of a financing plan in arrears. `after`: what had been billed or
 * paid when a modification agreed the plan, and does not say what it is for; it covers none of these payments.
 */
export type Installment = {
  on: DateString;
  amount: DecimalString;
  after?: DecimalString | undefined;
  /** The obligations it was agreed for: a bill that names others covers none of it. */
  keys?: readonly string[] | undefined;
};

/** A performance obligation of a contract, with its share of the price. */
export type ObligationTerms = {
  key: string;
  /** Its share of the transaction price. */
  allocated: DecimalString;
  /** Standalone price at inception, the basis of later price changes (606-10-32-43). */
  ssp: DecimalString;
  pattern: ObligationPattern;
  supplier?: SupplierShare | undefined;
  /** Nothing is satisfied before this day: a license that has not begun (55-58C), an unexpired option (55-68). */
  notBefore?: { on: DateString; rule: string; paragraph: string } | undefined;
  /** Received but to be refunded from the start, such as the repurchase price under a lease (55-72). */
  refund?: DecimalString | undefined;
};
