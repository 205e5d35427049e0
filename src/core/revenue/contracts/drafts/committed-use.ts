import type { Decimal } from '@/core/money/decimal';
import type { DateString } from '../../days';

/** What was used under a committed minimum. */
export type CommittedUse = {
  /** The fact that agreed it as it stands. */
  agreedBy: string;
  byDay: Map<DateString, Decimal>;
  /** The same by commitment period (`UsedIn`). */
  within: Map<string, Decimal>;
  /** The last day that has passed. */
  through: DateString;
  expected: Decimal | null;
  /** Used beyond the minimum and in the price: not earned yet, and earned. */
  waiting: Decimal;
  released: Decimal;
};
