import type { Aging, AgingBucket } from '@/core/billing/aging';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, ZERO } from '@/core/money/decimal';
import { type AccountingDate, daysBetween } from '@/core/periods/calendar';

/** The bucket of an item by days past due on `asOf`. An item due that day, or without a due date, is CURRENT. */
export function agingBucket(dueDate: AccountingDate | null, asOf: AccountingDate): AgingBucket {
  const late = dueDate === null ? 0 : daysBetween(dueDate, asOf);
  if (late <= 0) return 'CURRENT';
  if (late <= 30) return 'DAYS_1_30';
  if (late <= 60) return 'DAYS_31_60';
  return late <= 90 ? 'DAYS_61_90' : 'OVER_90';
}

/** Open amounts by bucket; all items in one currency. Open credits reduce the bucket they fall in. */
export function ageItems(
  items: readonly { readonly dueDate: AccountingDate | null; readonly open: DecimalString }[],
  asOf: AccountingDate,
  currencyCode: string,
): Aging {
  const sums: Record<AgingBucket, Decimal> = {
    CURRENT: ZERO,
    DAYS_1_30: ZERO,
    DAYS_31_60: ZERO,
    DAYS_61_90: ZERO,
    OVER_90: ZERO,
  };
  let total = ZERO;
  for (const item of items) {
    const bucket = agingBucket(item.dueDate, asOf);
    sums[bucket] = sums[bucket].plus(item.open);
    total = total.plus(dec(item.open));
  }
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  return {
    CURRENT: text(sums.CURRENT),
    DAYS_1_30: text(sums.DAYS_1_30),
    DAYS_31_60: text(sums.DAYS_31_60),
    DAYS_61_90: text(sums.DAYS_61_90),
    OVER_90: text(sums.OVER_90),
    total: text(total),
  };
}
