/**
 * The form in which the oracles receive a history: types only, which imply nothing about revenue. The oracles do not see the engine's
 * facts.
 */

/** A committed minimum for each of several spans of days (`from` the first day, `to` the day after the last), and how it is earned. */
export type Minimum = Readonly<{
  method: 'AS_USED' | 'OVER_TIME' | 'AT_START' | 'ROYALTIES' | 'ESTIMATE';
  isCarried: boolean;
  spans: readonly Readonly<{ from: number; to: number; amount: number }>[];
  expected: number | null;
}>;

/** What was used of it on a day. */
export type Use = Readonly<{ at: number; amount: number }>;

/** A performance obligation of a contract. */
export type Promised = Readonly<
  { key: string; ssp: number } & (
    | { kind: 'DAYS' | 'MONTHS'; start: string; end: string }
    /** Measured by what is recorded about it; an agent passes an amount on to its supplier. */
    | { kind: 'MEASURED'; passes?: number; together?: boolean }
    /** Measured by what is used of a committed minimum. */
    | { kind: 'COMMITTED'; minimum: Minimum }
  )
>;

/** The total expected costs of an obligation; with `toDate`, its progress is measured by the costs so far. */
export type Costs = Readonly<{ total: number; toDate?: number; scope?: string; exit?: number }>;

/** Uninstalled materials among the costs of an obligation, recognized at zero margin: in total, and those bought so far. */
export type Lifts = Readonly<{ total: number; toDate: number }>;

/** A financing as agreed (606-10-32-15): who pays what when, and the rate per period or the cash price on transfer. */
export type Financing = Readonly<{
  kind: 'ADVANCE' | 'ARREARS';
  start: string;
  /** Months per period, and the number of periods. */
  months: number;
  periods: number;
  rate?: number;
  cash?: number;
  /** `at`: the number of periods after which it is paid; an advance is paid at 0. */
  payments: readonly Readonly<{ at: number; amount: number }>[];
}>;

/** The standard by which losses are tested, and whether for the whole contract or for each obligation. */
export type LossRule = Readonly<{ isIfrs: boolean; isWhole: boolean }>;

/** What happened to a contract. */
export type Happened = Readonly<
  {
    id: string;
    on: string;
  } /** `measured`: the share transferred so far; `delivered`: a further share; `redeemed`: rights used, out of those expected to be. */ & (
    | { kind: 'measured' | 'delivered'; key: string; share: number }
    | { kind: 'redeemed'; key: string; units: number; of: number }
    /** Costs expected in total and, with `toDate`, those so far, which measure progress. */
    | { kind: 'costed'; key: string; costs: Costs; lifts?: Lifts }
    | { kind: 'expected'; key: string; costs: Costs }
    /**
     * Units at graduated prices; an amount of which an agent passes a share on; units invoiced at one price of which less is expected to be
     * kept.
     */
    | { kind: 'used'; units: number }
    | { kind: 'brokered'; amount: number; passes: number }
    | { kind: 'kept'; units: number; invoiced: number; expected: number }
    /** Use of a committed minimum, or royalties under it; the use that is expected. */
    | { kind: 'consumed' | 'foretold'; key: string; amount: number }
    | { kind: 'repriced'; change: number; agreed: 'FIRST' | 'SINCE' }
    /** A re-estimate of a variable element; sales on which a royalty is due. */
    | { kind: 'estimated'; key: string; included: number }
    | { kind: 'levied'; key: string; sales: number }
    | { kind: 'refundable' | 'returnable'; key: string; liability: number }
    | { kind: 'returned'; key: string; amount: number }
    | { kind: 'credited'; amount: number; mode: 'PRICE' | 'REST' | 'REFUND' }
    /** `key`: the obligation that the bill names. */
    | { kind: 'billed'; amount: number; key?: string }
    | { kind: 'corrected' | 'paid' | 'paidOut'; amount: number }
    /** Interest that is stated, and the accrual of agreed interest. */
    | { kind: 'interest'; amount: number }
    | { kind: 'accrued' }
    /** A cost of the contract that follows obligations. */
    | { kind: 'spent'; key: string; amount: number; follows: readonly string[] }
    | { kind: 'ended'; refund: number }
    | Change
  )
>;
/** A modification of the contract, and how it is treated. */
export type Change = { kind: 'separate' | 'prospective' | 'catchUp' | 'mixed'; price: number } & Comes;

/** What a modification may contain in addition to its price. */
type Comes = {
  added?: Promised;
  term?: Term;
  financing?: Financing;
  minimum?: Raised;
  /** An obligation that is removed, one whose term ends on a different day, and one whose costs are stated again. */
  removed?: string;
  ends?: { key: string; end: string };
  costed?: { key: string; costs: Costs & { toDate: number } };
  /** An amount for past performance, earned or reversed at once. */
  past?: { key: string; amount: number };
};
/** A committed minimum as it applies from now on. */
export type Raised = { key: string; minimum: Minimum };

/** A variable part of the price: the amount included, and the rate of a royalty. */
export type Term = { key: string; included: number; rate: number };

export type Contract = Readonly<{
  on: string;
  /** What the customer is to pay; the price differs from it by the interest of the financing. */
  fixed: number;
  /** `to`: for this obligation alone. */
  variable: readonly (Term & Readonly<{ to?: string }>)[];
  promises: readonly Promised[];
  /** By how much the price of a unit beyond `from` is above, or below, that of the units before. */
  tiers: readonly Readonly<{ from: number; price: number }>[];
  financing: Financing | null;
  /** Interest that is stated instead of a financing. */
  interest: readonly Readonly<{ on: string; amount: number }>[];
  losses: LossRule;
}>;
