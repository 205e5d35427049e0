import type { DecimalString } from '@/core/money/decimal';
import type { BalanceEvent } from '../balances';
import type { DateString, PeriodString } from '../days';
import type { Treatment } from '../modifications/modification';
import type { LIVED_STATUSES } from '../vocabulary';
import type { Installment, InterestRow, ObligationPattern, SupplierShare } from './agreed/promised-terms';
import type { BilledItem, ContractJournalLine, EventKind } from './events';

/** What the history of a contract brought it to; one that was combined ends with its events in another contract. */
export type LivedStatus = (typeof LIVED_STATUSES)[number];

/** A change of a balance, with the fact that caused it. */
export type ContractBalanceEvent = BalanceEvent & { eventId: string };

/** A modification whose treatment must be decided again, because facts recorded since then require another one. */
export type OpenDecision = {
  eventId: string;
  effectiveDate: DateString;
  chosen: Treatment;
  /** The treatment required by the facts known when it was chosen, and the one required by those known now. */
  decidedFor: Treatment;
  required: Treatment;
  paragraph: string;
  why: readonly string[];
};

/** One amount of revenue in one month: in a picture the amount earned, in storage the amount added when a fact was recorded. */
export type RecognitionRow = {
  /** Position in the picture, from 0; in storage, the order of recording. */
  seq: number;
  key: string;
  amount: DecimalString;
  /** The month it is booked in. */
  period: PeriodString;
  /** The month it belongs to; earlier than `period` when it was recorded after the close. */
  naturalPeriod: PeriodString;
  start: DateString;
  end: DateString;
  source: 'SCHEDULE' | EventKind;
  eventId: string;
  /** An adjustment of earlier performance, or a late booking. */
  catchUp: boolean;
  /** Its month was already closed when it was recorded. */
  late: boolean;
};

/** Entries that accompany an event but change no contract balance: cost of sales, return assets, amounts owed to suppliers. */
export type ContractJournal = {
  on: DateString;
  eventId: string;
  memo: string;
  lines: readonly ContractJournalLine[];
};

/** A month of what a cost of the contract takes to expense, as the facts determine it; a provision released is below zero. */
export type CostMonth = {
  /** The cost; a provision: LOSS, or LOSS: and the obligation it is for. */
  item: string;
  kind: 'PROVISION' | 'AMORTISE' | 'WRITTEN_OFF';
  /** The month it belongs to. */
  period: PeriodString;
  amount: DecimalString;
  /** The fact behind it. */
  eventId: string;
};

/** A cost of obtaining or fulfilling a contract, as the facts determine it; its months are among the `costMonths`. */
export type CostState = {
  key: string;
  eventId: string;
  on: DateString;
  decision: 'CAPITALISED' | 'EXPENSED' | 'ELSEWHERE';
  why: string;
  capitalized: DecimalString;
  /** What each test wrote down, below zero what it reversed. */
  impairments: { eventId: string; on: DateString; amount: DecimalString }[];
  /** The day to which it is amortized. */
  end: DateString;
};

/** The test for losses as it now stands, of the contract (`key` null) or one obligation. */
export type LossView = {
  item: string;
  key: string | null;
  /** The price and the expected costs of what was tested, and the loss expected on the whole of it; zero for a profit. */
  price: DecimalString;
  totalCost: DecimalString;
  expectedLoss: DecimalString;
  /** The part still to be performed, which is provided for. */
  provision: DecimalString;
};

/** A commitment period of an obligation with a minimum, as its facts determine it. */
export type CommitmentView = {
  start: DateString;
  end: DateString;
  minimum: DecimalString;
  /** Unused in earlier periods and still good. */
  carriedIn: DecimalString;
  used: DecimalString;
  /** Used beyond the minimum and what was carried in. */
  beyond: DecimalString;
  /** Not used by the end of the period: forfeited, or carried over. */
  unused: DecimalString;
  /** What the customer owes for the period: the minimum, and what it used beyond. */
  due: DecimalString;
  /** What was billed for it, as far as bills say what they are for, and what is still to bill; below zero: billed too much. */
  billed: DecimalString;
  toBill: DecimalString;
};

export type ObligationView = {
  key: string;
  pattern: ObligationPattern;
  ssp: DecimalString;
  allocated: DecimalString;
  /** Sum of the rows, future schedule included. */
  planned: DecimalString;
  /** The share satisfied by events, 0 to 1; null for a ratable obligation and a committed minimum, where time decides. */
  measure: DecimalString | null;
  held: boolean;
  supplier: SupplierShare | null;
  /** The commitment periods of its minimum; left out: it has none. */
  commitments?: CommitmentView[] | undefined;
};

export type VersionView = {
  version: number;
  eventId: string;
  effectiveDate: DateString;
  treatment: Treatment | null;
  allocations: { key: string; allocated: DecimalString }[];
};

/** What the interest of a contract depends on as the facts of a day leave it. */
export type InterestDay = Pick<
  ContractState,
  | 'currencyCode'
  | 'status'
  | 'transactionPrice'
  | 'billed'
  | 'billedFor'
  | 'paid'
  | 'interest'
  | 'installments'
> & {
  on: DateString;
  /** What accrued by then: income on payments in arrears, and expense on an advance. */
  earned: DecimalString;
  expensed: DecimalString;
};

/** A contract as its facts determine it. */
export type ContractState = {
  currencyCode: string;
  status: LivedStatus;
  inception: DateString;
  transactionPrice: DecimalString;
  obligations: ObligationView[];
  rows: RecognitionRow[];
  /** Earlier versions of the allocation stay readable. */
  versions: VersionView[];
  billed: DecimalString;
  /** The part of it that bills assign to an obligation or a commitment period. */
  billedFor: BilledItem[];
  paid: DecimalString;
  refundLiability: DecimalString;
  /** Invoices, payments, credit notes and refunds, in order; revenue is in the rows. */
  balanceEvents: ContractBalanceEvent[];
  /** The contract's own journals, each balanced. */
  journals: ContractJournal[];
  /** Variable elements of the price, with the amount included for each. */
  variable: { key: string; included: DecimalString; judgedOn: DateString }[];
  royalties: { key: string; rate: DecimalString }[];
  /** Interest on its financing by the day it accrues, and the last day for which it was booked. */
  interest: readonly InterestRow[];
  /** The payments of its financing plans in arrears. */
  installments: readonly Installment[];
  accrued: DecimalString;
  accruedThrough: DateString | null;
  /** What its interest depends on as the facts of each day leave it, by day; none before it bears interest. */
  interestDays: readonly InterestDay[];
  /** Modifications whose treatment must be decided again. */
  openDecisions: OpenDecision[];
  /** What costs of the contract take to expense, by month. */
  costMonths: CostMonth[];
  losses: LossView[];
  costs: CostState[];
};
