import type { DecimalString } from '../money/decimal';
import type { SUBLEDGERS } from '../transactions/kinds';

/** By days past due; an item due on the day, or without a due date, is CURRENT. The database sorts (db/reports/documents/open-items). */
export const AGING_BUCKETS = ['CURRENT', 'DAYS_1_30', 'DAYS_31_60', 'DAYS_61_90', 'OVER_90'] as const;
/** The head of each bucket's column. */
export const BUCKET_TITLES = {
  CURRENT: 'Not due',
  DAYS_1_30: '1–30 days',
  DAYS_31_60: '31–60',
  DAYS_61_90: '61–90',
  OVER_90: 'Over 90',
} as const satisfies Record<(typeof AGING_BUCKETS)[number], string>;
export type AgingBucket = (typeof AGING_BUCKETS)[number];

export type Aging = Record<AgingBucket, DecimalString> & { total: DecimalString };

/** What a side of the aging is called, and its counterparties. */
export const AGING_SIDES = {
  RECEIVABLE: { label: 'Receivables', who: 'Customer' },
  PAYABLE: { label: 'Payables', who: 'Vendor' },
  EMPLOYEE_PAYABLE: { label: 'Employees', who: 'Employee' },
} as const satisfies Record<(typeof SUBLEDGERS)[number], { label: string; who: string }>;

/** What a row of an aging is called: its counterparty, or what stands in for one. */
export const agingRowName = (row: {
  readonly origin: 'OWED' | 'REVALUATION';
  readonly entityName: string;
}): string =>
  row.origin === 'REVALUATION' ? 'Unrealized exchange differences' : row.entityName || 'No counterparty';
