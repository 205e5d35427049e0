import type { DayStyle } from '../imports/written-day';
import type { ScheduleMethod } from '../revenue/schedules/schedule-methods';
import type { SourceKind } from './source-kinds';

/** A field that a rule may ask about. */
export const ASKED_FIELDS = [
  'product',
  'plan',
  'description',
  'category',
  'status',
  'subscription',
  'customerId',
  'customerName',
  'currencyCode',
  'amount',
] as const;
export type AskedField = (typeof ASKED_FIELDS)[number];

/** How a condition compares. Words are compared without regard to case; above and below compare amounts. */
export const ASKS = ['IS', 'IS_NOT', 'CONTAINS', 'STARTS_WITH', 'IS_EMPTY', 'ABOVE', 'BELOW'] as const;
export type Ask = (typeof ASKS)[number];

export interface Condition {
  readonly field: AskedField;
  readonly ask: Ask;
  /** What it is compared with; several are separated by semicolons, and one of them must match. */
  readonly value: string;
}

/** When what a line orders is satisfied. */
export const LINE_PATTERNS = ['OVER_PERIOD', 'ON_DATE', 'ON_DELIVERY', 'AS_USED'] as const;
export type LinePattern = (typeof LINE_PATTERNS)[number];

/** What a line becomes. */
export type LineOutcome =
  /** A performance obligation of the order's contract. */
  | {
      readonly kind: 'OBLIGATION';
      readonly pattern: LinePattern;
      readonly method?: ScheduleMethod | undefined;
      readonly nature?: 'GOODS' | 'SERVICE' | undefined;
      /** Its standalone price is that of this product in the price list; otherwise what the line charges for it. */
      readonly productCode?: string | undefined;
      readonly revenueAccountId?: string | undefined;
    }
  /** A line of an ordinary invoice, without a revenue contract. */
  | { readonly kind: 'INVOICE_LINE'; readonly accountId: string }
  /** Nothing: it is not revenue of ours. */
  | { readonly kind: 'NOTHING' };

/** A rule turns the lines that meet all its conditions into its outcome; the first rule that matches decides. */
export interface OrderRule {
  readonly name: string;
  readonly when: readonly Condition[];
  readonly outcome: LineOutcome;
}

/** Defaults for what a file does not say. */
export interface SourceDefaults {
  readonly currencyCode?: string | undefined;
  readonly days?: DayStyle | undefined;
  /** Amounts are whole numbers of the smallest unit of the currency. */
  readonly isMinor?: boolean | undefined;
  /** The end of a service period is the first day after it. */
  readonly endIsExclusive?: boolean | undefined;
  /** An order is also a bill. */
  readonly isBilled?: boolean | undefined;
  /** Amounts and net totals contain the tax. */
  readonly pricesIncludeTax?: boolean | undefined;
}

/** Where orders and bills come from. */
export interface OrderSource {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly kind: SourceKind;
  readonly subsidiaryId: string;
  /** The source whose orders its rows are about: its own, unless given. */
  readonly ordersOfId: string | null;
  /** Field by header. */
  readonly mapping: Readonly<Record<string, string>>;
  readonly defaults: SourceDefaults;
  readonly rules: readonly OrderRule[];
}
