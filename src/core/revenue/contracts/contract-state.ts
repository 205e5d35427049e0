import type { DecimalString } from '@/core/money/decimal';
import type { BalanceEvent } from '../balances';
import type { DateString, PeriodString } from '../days';
import type { Treatment } from '../modifications/modification';
import type { ContractJournalLine, EventKind, InterestRow, ObligationPattern, SupplierShare } from './events';

export type ContractStatus = 'DRAFT' | 'ACTIVE' | 'COMPLETED' | 'TERMINATED';

/** What moves a balance, with the fact behind it. */
export type ContractBalanceEvent = BalanceEvent & { eventId: string };

/** A modification whose treatment has to be decided again: facts told since require another one. */
export type OpenDecision = {
  eventId: string;
  effectiveDate: DateString;
  chosen: Treatment;
  /** What the facts known when it was chosen required, and what those known now require. */
  decidedFor: Treatment;
  required: Treatment;
  paragraph: string;
  why: readonly string[];
};

/** One amount of revenue in one month: of a picture what is earned, as stored what was added to it when a fact was told. */
export type RecognitionRow = {
  /** Position in the picture, from 0; as stored, the order of being told. */
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

/** A contract as its facts make it. */
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
  balanceEvents: ContractBalanceEvent[];
  /** The contract's own journals, balanced each. */
  journals: ContractJournal[];
  /** Variable elements of the price and what is included of each. */
  variable: { key: string; included: DecimalString; judgedOn: DateString }[];
  royalties: { key: string; rate: DecimalString }[];
  /** Interest of its financing by the day it accrues, and the last day for which that was booked. */
  interest: readonly InterestRow[];
  accrued: DecimalString;
  accruedThrough: DateString | null;
  /** Modifications whose treatment has to be decided again. */
  openDecisions: OpenDecision[];
};
