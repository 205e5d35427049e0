import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ONE, sum, ZERO } from '@/core/money/decimal';
import { type Refusal, refusal } from '@/core/refusals';
import type { BalanceEvent } from '../balances';
import { addPeriods, type DateString, daysInclusive, type PeriodString, periodOf } from '../days';
import { buildSchedule } from '../schedule';
import type { ContractJournal, ContractStatus, RecognitionRow, VersionView } from './contract-state';
import type {
  ContractEvent,
  InterestRow,
  ObligationPattern,
  ObligationTerms,
  RoyaltyTerms,
  SupplierShare,
  VariableTerms,
} from './events';

/** An obligation while events are folded. */
export type DraftObligation = {
  key: string;
  pattern: ObligationPattern;
  ssp: Decimal;
  allocated: Decimal;
  /** Share satisfied by events. Ratable obligations do not use it. */
  measure: Decimal;
  /** Units delivered, and milestones reached: where the measure comes from. */
  units: Decimal;
  reached: string[];
  /** Recognized, and the share satisfied, when the obligation was last set anew by a prospective change. */
  base: Decimal;
  baseMeasure: Decimal;
  /** Promised from the start, so part of the basis of 606-10-32-43. */
  sinceInception: boolean;
  /** Part of a prospective modification's remainder. */
  openAtModification: boolean;
  held: boolean;
  /** What another party supplies, and how much of that was booked. */
  supplier: SupplierShare | null;
  supplied: Decimal;
  /** Where the supplier's share was last set anew: owed then, earned then, measured then. */
  supplierBase: { owed: Decimal; earned: Decimal; measure: Decimal };
  notBefore: ObligationTerms['notBefore'];
  refund: Decimal;
  /** Of the refund liability, what this obligation's prices invoiced but not expected to stay make. */
  rebate: Decimal;
  /** Cost of what was sold, and the right to recover what is expected back. */
  cost: Decimal;
  returnAsset: Decimal;
  /** Units still expected back, and the cost of one; null before anybody has estimated returns. */
  comingBack: { units: Decimal; unitCost: Decimal } | null;
};

/** After how many prospective modifications a term of the price was agreed by one; of the inception undefined. */
export type Agreed = { since?: number | undefined };

type DraftRow = Omit<RecognitionRow, 'amount'> & { amount: Decimal };

/** A contract while events are folded; lives only inside one replay. */
export type Draft = {
  currencyCode: string;
  status: ContractStatus;
  inception: DateString;
  obligations: Map<string, DraftObligation>;
  rows: DraftRow[];
  versions: VersionView[];
  /** What prospective modifications left, with the weights then; null before the first. */
  modified: { key: string; weight: Decimal }[] | null;
  /** The same of every prospective modification so far, since the last that left something. */
  bases: { key: string; weight: Decimal }[][];
  billed: Decimal;
  paid: Decimal;
  refund: Decimal;
  balanceEvents: BalanceEvent[];
  journals: ContractJournal[];
  /** Variable elements of the price with what is included of each. */
  variable: Map<string, VariableTerms & Agreed>;
  royalties: Map<string, RoyaltyTerms & Agreed>;
  interest: readonly InterestRow[];
  accrued: Decimal;
  closedThrough: PeriodString | null;
};

/** A rule the event breaks. */
export function breach(rule: string, message: string, data: Record<string, unknown> = {}): Refusal {
  return refusal('REVENUE_RULE', message, { rule, ...data });
}

export function draftObligation(terms: ObligationTerms, sinceInception: boolean): DraftObligation {
  return {
    key: terms.key,
    pattern: terms.pattern,
    ssp: dec(terms.ssp),
    allocated: dec(terms.allocated),
    measure: ZERO,
    units: ZERO,
    reached: [],
    base: ZERO,
    baseMeasure: ZERO,
    sinceInception,
    openAtModification: true,
    held: false,
    supplier: terms.supplier ?? null,
    supplied: ZERO,
    supplierBase: { owed: ZERO, earned: ZERO, measure: ZERO },
    notBefore: terms.notBefore,
    refund: dec(terms.refund ?? '0'),
    rebate: ZERO,
    cost: ZERO,
    returnAsset: ZERO,
    comingBack: null,
  };
}

type Emission = {
  key: string;
  amount: Decimal;
  start: DateString;
  end: DateString;
  source: RecognitionRow['source'];
  eventId: string;
  catchUp: boolean;
};

/** Adds a row; what belongs to a closed month is booked in the first open one and labeled so. */
export function emit(draft: Draft, emission: Emission): void {
  if (emission.amount.isZero() && emission.source !== 'SCHEDULE') return;
  const natural = periodOf(emission.start);
  const closed = draft.closedThrough;
  const late = closed !== null && natural <= closed;
  draft.rows.push({
    ...emission,
    seq: draft.rows.length,
    naturalPeriod: natural,
    period: late && closed !== null ? addPeriods(closed, 1) : natural,
    catchUp: emission.catchUp || late,
    late,
  });
}

/** Spreads an amount over a ratable obligation's term from a day on, as schedule rows. */
export function emitSchedule(
  draft: Draft,
  obligation: DraftObligation,
  amount: Decimal,
  from: DateString,
  event: ContractEvent,
): Refusal | null {
  const { pattern, key } = obligation;
  if (pattern.kind !== 'RATABLE' || amount.isZero()) return null;
  const start = pattern.start > from ? pattern.start : from;
  if (start > pattern.end) {
    emit(draft, {
      key,
      amount,
      start: from,
      end: from,
      source: event.kind,
      eventId: event.id,
      catchUp: true,
    });
    return null;
  }
  const schedule = buildSchedule({
    amount: toAmountString(amount, draft.currencyCode),
    currencyCode: draft.currencyCode,
    start,
    end: pattern.end,
    method: pattern.method ?? 'EXACT_DAYS',
    residual: pattern.residual,
  });
  if (!schedule.ok) return schedule.refusal;
  for (const slice of schedule.value.slices) {
    const { start: first, end, amount: share } = slice;
    emit(draft, {
      key,
      amount: dec(share),
      start: first,
      end,
      source: 'SCHEDULE',
      eventId: event.id,
      catchUp: false,
    });
  }
  return null;
}

/** What a row earns on or after a day, by days. */
function partFrom(row: DraftRow, date: DateString, currencyCode: string): Decimal {
  if (row.source !== 'SCHEDULE' || row.end < date) return ZERO;
  if (row.start >= date) return row.amount;
  const days = String(daysInclusive(date, row.end));
  const share = row.amount.times(days).div(String(daysInclusive(row.start, row.end)));
  return roundToCurrency(share, currencyCode);
}

/** Recognized before a day: all event rows, and the schedule up to the day before. */
export function earnedBefore(draft: Draft, key: string, date: DateString): Decimal {
  return sum(
    draft.rows
      .filter((row) => row.key === key)
      .map((row) => row.amount.minus(partFrom(row, date, draft.currencyCode))),
  );
}

/** Takes the schedule from a day on back, row by row, so that it can be planned anew. */
export function cancelFrom(draft: Draft, key: string, date: DateString, event: ContractEvent): void {
  for (const row of draft.rows.filter((candidate) => candidate.key === key)) {
    const amount = partFrom(row, date, draft.currencyCode);
    if (amount.isZero()) continue;
    const start = row.start > date ? row.start : date;
    emit(draft, {
      key,
      amount: amount.negated(),
      start,
      end: row.end,
      source: 'SCHEDULE',
      eventId: event.id,
      catchUp: false,
    });
  }
}

/** Σ rows of an obligation. */
export function planned(draft: Draft, key: string): Decimal {
  return sum(draft.rows.filter((row) => row.key === key).map((row) => row.amount));
}

/** Share of an obligation satisfied by a day: by events, or for a ratable one by its schedule. */
export function satisfiedShare(draft: Draft, obligation: DraftObligation, date: DateString): Decimal {
  if (obligation.pattern.kind !== 'RATABLE') return obligation.measure;
  if (obligation.allocated.isZero()) return ONE;
  const share = earnedBefore(draft, obligation.key, date).div(obligation.allocated);
  return share.lt(ZERO) ? ZERO : share.gt(ONE) ? ONE : share;
}

/** What an obligation measured by events has earned by its measure. */
function earnedByMeasure(obligation: DraftObligation, currencyCode: string): Decimal {
  const { allocated, base, baseMeasure, measure } = obligation;
  const open = ONE.minus(baseMeasure);
  if (open.isZero()) return allocated;
  const share = measure.minus(baseMeasure).div(open);
  return roundToCurrency(base.plus(allocated.minus(base).times(share)), currencyCode);
}

/** Books the difference between what an event-measured obligation has earned and its rows. */
export function settle(
  draft: Draft,
  obligation: DraftObligation,
  event: ContractEvent,
  catchUp: boolean,
): void {
  const amount = earnedByMeasure(obligation, draft.currencyCode).minus(planned(draft, obligation.key));
  const on = event.effectiveDate;
  emit(draft, {
    key: obligation.key,
    amount,
    start: on,
    end: on,
    source: event.kind,
    eventId: event.id,
    catchUp,
  });
}
