import type { DecimalString } from '@/core/money/decimal';
import type { BalanceEvent } from '../balances';
import type { DateString, PeriodString } from '../days';
import type { Treatment } from '../modifications/modification';
import type { ContractJournalLine, EventKind, ObligationPattern, SupplierShare } from './events';

export type ContractStatus = 'DRAFT' | 'ACTIVE' | 'COMPLETED' | 'TERMINATED';

/** One amount of revenue in one month. Rows are only ever added; a correction is another row. */
export type RecognitionRow = {
  /** Position in the replay, from 0: the same history gives the same numbers. */
  seq: number;
  key: string;
  amount: DecimalString;
  /** The month it is booked in. */
  period: PeriodString;
  /** The month it belongs to; earlier than `period` when it came after the close. */
  naturalPeriod: PeriodString;
  start: DateString;
  end: DateString;
  source: 'SCHEDULE' | EventKind;
  eventId: string;
  /** An adjustment of earlier performance, or a late booking. */
  catchUp: boolean;
  /** Its month was closed when it was recorded. */
  late: boolean;
};

/** What goes with an event but moves no contract balance: cost of sales, return assets, what a supplier is owed. */
export type ContractJournal = {
  on: DateString;
  eventId: string;
  memo: string;
  lines: readonly ContractJournalLine[];
};

export type ObligationView = {
  key: string;
  pattern: ObligationPattern;
  ssp: DecimalString;
  allocated: DecimalString;
  /** Σ rows, future schedule included. */
  planned: DecimalString;
  /** Share satisfied by events, 0 to 1; for a ratable obligation null, time decides. */
  measure: DecimalString | null;
  held: boolean;
  supplier: SupplierShare | null;
};

export type VersionView = {
  version: number;
  eventId: string;
  effectiveDate: DateString;
  treatment: Treatment | null;
  allocations: { key: string; allocated: DecimalString }[];
};

/** A contract as its events left it. */
export type ContractState = {
  currencyCode: string;
  status: ContractStatus;
  inception: DateString;
  transactionPrice: DecimalString;
  obligations: ObligationView[];
  rows: RecognitionRow[];
  /** Earlier versions of the allocation stay readable. */
  versions: VersionView[];
  billed: DecimalString;
  paid: DecimalString;
  refundLiability: DecimalString;
  /** Invoices, payments, credit notes and refunds, in order; revenue comes from the rows. */
  balanceEvents: BalanceEvent[];
  /** The contract's own journals, balanced each. */
  journals: ContractJournal[];
  /** Variable elements of the price and what is included of each. */
  variable: { key: string; included: DecimalString }[];
  royalties: { key: string; rate: DecimalString }[];
  closedThrough: PeriodString | null;
};
