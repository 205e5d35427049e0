/**
 * The words in which histories are told to the oracles: types only, which state nothing about revenue. The oracles hear nothing of
 * the engine's facts.
 */

/** A minimum of each of some spans of days (`from` the first, `to` the day after the last), and how it is earned. */
export type Minimum = Readonly<{
  method: 'AS_USED' | 'OVER_TIME' | 'AT_START' | 'ROYALTIES' | 'ESTIMATE';
  isCarried: boolean;
  spans: readonly Readonly<{ from: number; to: number; amount: number }>[];
  expected: number | null;
}>;

/** What was used of it on which day. */
export type Use = Readonly<{ at: number; amount: number }>;

/** A promise of a contract. */
export type Promised = Readonly<
  { key: string; ssp: number } & (
    | { kind: 'DAYS' | 'MONTHS'; start: string; end: string }
    /** By what is recorded about it; an agent passes something on to its supplier. */
    | { kind: 'MEASURED'; passes?: number; together?: boolean }
    /** By what is used of a committed minimum. */
    | { kind: 'COMMITTED'; minimum: Minimum }
  )
>;

/** Costs expected of a promise in total; `toDate`: it is measured by those so far. */
export type Costs = Readonly<{ total: number; toDate?: number; scope?: string; exit?: number }>;

/** Materials among the costs of a promise that earn their cost and no margin: in all, and those bought so far. */
export type Lifts = Readonly<{ total: number; toDate: number }>;

/** A financing as it is agreed (606-10-32-15): who pays what when, and the rate of a period or the cash price on transfer. */
export type Financing = Readonly<{
  kind: 'ADVANCE' | 'ARREARS';
  start: string;
  /** Months in a period, and periods in all. */
  months: number;
  periods: number;
  rate?: number;
  cash?: number;
  /** At the end of so many periods; an advance is paid at 0. */
  payments: readonly Readonly<{ at: number; amount: number }>[];
}>;

/** By which standard losses are tested, and whether of the contract or of each promise. */
export type LossRule = Readonly<{ isIfrs: boolean; isWhole: boolean }>;

/** What happened to a contract. */
export type Happened = Readonly<
  {
    id: string;
    on: string;
  } /** The share transferred by now, or so much more of it; rights used, of so many expected to be. */ & (
    | { kind: 'measured' | 'delivered'; key: string; share: number }
    | { kind: 'redeemed'; key: string; units: number; of: number }
    /** Costs expected in total, and with `toDate` those so far, which measure it. */
    | { kind: 'costed'; key: string; costs: Costs; lifts?: Lifts }
    | { kind: 'expected'; key: string; costs: Costs }
    /** Units at graduated prices; an amount of which an agent passes a share on; units of which a price is expected to be kept. */
    | { kind: 'used'; units: number }
    | { kind: 'brokered'; amount: number; passes: number }
    | { kind: 'kept'; units: number; invoiced: number; expected: number }
    /** Used of a committed minimum, or due in royalties under it; how much is expected to be. */
    | { kind: 'consumed' | 'foretold'; key: string; amount: number }
    | { kind: 'repriced'; change: number; agreed: 'FIRST' | 'SINCE' }
    /** A variable element estimated again; sales on which a royalty is due. */
    | { kind: 'estimated'; key: string; included: number }
    | { kind: 'levied'; key: string; sales: number }
    | { kind: 'refundable' | 'returnable'; key: string; liability: number }
    | { kind: 'returned'; key: string; amount: number }
    | { kind: 'credited'; amount: number; mode: 'PRICE' | 'REST' | 'REFUND' }
    /** `key`: the promise a bill says it is for. */
    | { kind: 'billed'; amount: number; key?: string }
    | { kind: 'corrected' | 'paid' | 'paidOut'; amount: number }
    /** Interest that is stated; what was agreed of it is to accrue. */
    | { kind: 'interest'; amount: number }
    | { kind: 'accrued' }
    /** A cost of the contract that follows promises. */
    | { kind: 'spent'; key: string; amount: number; follows: readonly string[] }
    | { kind: 'ended'; refund: number }
    | Change
  )
>;
/** A change of the contract, and how it is treated. */
export type Change = { kind: 'separate' | 'prospective' | 'catchUp' | 'mixed'; price: number } & Comes;

/** What may come with a change beside its price. */
type Comes = {
  added?: Promised;
  term?: Term;
  financing?: Financing;
  minimum?: Raised;
  /** A promise that is no longer one, one whose term ends on another day, and one whose costs are stated. */
  removed?: string;
  ends?: { key: string; end: string };
  costed?: { key: string; costs: Costs & { toDate: number } };
  /** For what was performed before, earned or given back at once. */
  past?: { key: string; amount: number };
};
/** A committed minimum as it is from now on. */
export type Raised = { key: string; minimum: Minimum };

/** A part of the price that is variable: what is included of it, and the rate of a royalty. */
export type Term = { key: string; included: number; rate: number };

export type Contract = Readonly<{
  on: string;
  /** What the customer is to pay; the price is less or more than that by the interest of the financing. */
  fixed: number;
  /** `to`: for this promise alone. */
  variable: readonly (Term & Readonly<{ to?: string }>)[];
  promises: readonly Promised[];
  /** What a unit beyond so many costs more, or less, than one before. */
  tiers: readonly Readonly<{ from: number; price: number }>[];
  financing: Financing | null;
  /** Interest that is stated instead. */
  interest: readonly Readonly<{ on: string; amount: number }>[];
  losses: LossRule;
}>;
