import type { Decimal } from '@/core/money/decimal';
import type { LossScope } from './events';

/** The costs expected for an obligation. `performed`: the share performed as its costs measure it; null: as its measure says. */
export type CostEstimate = {
  totalCost: Decimal;
  performed: Decimal | null;
  scope: LossScope | null;
  exitCost: Decimal | null;
  eventId: string;
};

/** What losses depend on, as it was at the end of a month. */
export type Moment = {
  /** The last fact of the month that could change them. */
  eventId: string;
  ended: boolean;
  obligations: ReadonlyMap<
    string,
    {
      allocated: Decimal;
      /** Null: time decides. */
      measure: Decimal | null;
      estimate: CostEstimate | null;
    }
  >;
};
