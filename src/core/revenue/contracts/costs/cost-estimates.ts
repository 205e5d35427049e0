import type { Decimal, DecimalString } from '@/core/money/decimal';
import type { DateString, PeriodString } from '../../days';
import type { ObligationPattern } from '../agreed/promised-terms';
import type { EventOf, LossScope } from '../events';

/** The costs expected for an obligation. `performed`: the share performed as its costs measure it; null: as its measure says. */
export type CostEstimate = {
  totalCost: Decimal;
  performed: Decimal | null;
  scope: LossScope | null;
  exitCost: Decimal | null;
  eventId: string;
};

/** Materials of an obligation that earn their cost and no margin (606-10-55-21(b)), and how much of the rest is performed. */
export type Materials = { totalCost: Decimal; costToDate: Decimal; performed: Decimal };

/** What losses and costs that follow obligations depend on, as it was at the end of a month. */
export type Moment = {
  /** The last fact of the month that could change them. */
  eventId: string;
  ended: boolean;
  obligations: ReadonlyMap<
    string,
    {
      allocated: Decimal;
      /** Deducted from price and revenue at once, which transfers nothing (`DraftObligation.taken`). */
      taken: Decimal;
      /** Null: time decides. */
      measure: Decimal | null;
      estimate: CostEstimate | null;
      /** What determines the share of it transferred by a day, and its standalone price. */
      transfer: Measured;
    }
  >;
};

/** What says how much of an obligation is transferred by a day. */
export type Measured = {
  pattern: ObligationPattern;
  measure: Decimal;
  removedOn: DateString | null;
  ssp: Decimal;
};

/** How much of each obligation was transferred, and its weight among several: its standalone price. */
export type Transferred = ReadonlyMap<string, { readonly done: Decimal; readonly weight: Decimal }>;

/** A modification: the same performance measured on what was promised before it and on what is promised since. */
export type Remeasured = { month: PeriodString; before: Transferred; after: Transferred };

/** What happened to a cost asset in a month: its end moved, it was tested, or its contract ended. */
export type CostChange = { month: PeriodString; on: DateString; eventId: string } & (
  | { kind: 'TERM'; end: DateString }
  | { kind: 'TEST'; expectedConsideration: DecimalString; remainingCosts: DecimalString }
  | { kind: 'END' }
);

/** A cost while facts are folded. */
export type CostItem = {
  fact: EventOf<'cost'>;
  decision: 'CAPITALISED' | 'EXPENSED' | 'ELSEWHERE';
  why: string;
  asset: Decimal;
  /** The day to which its terms amortize it, and the one to which it was last estimated. */
  firstEnd: DateString;
  end: DateString;
  /** The end of the contract's promised term when its end was last fixed, and that end without renewals still expected. */
  term: DateString | null;
  base: DateString;
  changes: CostChange[];
};
