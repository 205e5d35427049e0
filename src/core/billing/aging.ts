import type { DecimalString } from '../money/decimal';

/** By days past due; an item due on the day, or without a due date, is CURRENT. The database sorts (db/reports/documents/open-items). */
export const AGING_BUCKETS = ['CURRENT', 'DAYS_1_30', 'DAYS_31_60', 'DAYS_61_90', 'OVER_90'] as const;
export type AgingBucket = (typeof AGING_BUCKETS)[number];

export type Aging = Record<AgingBucket, DecimalString> & { total: DecimalString };
