import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ONE, sum, ZERO } from '@/core/money/decimal';
import { type Refusal, refusal } from '@/core/refusals';
import type { PeriodGrid } from '../../../periods/period-grid';
import type { BalanceEvent } from '../../balances';
import { type DateString, daysInclusive, later, type PeriodString } from '../../days';
import { buildSchedule, elapsedShare } from '../../schedules/schedule';
import type {
  Installment,
  InterestRow,
  ObligationPattern,
  ObligationTerms,
  RoyaltyTerms,
  SupplierShare,
  VariableTerms,
} from '../agreed/promised-terms';
import type {
  ContractBalanceEvent,
  ContractJournal,
  InterestDay,
  LivedStatus,
  OpenDecision,
  RecognitionRow,
  VersionView,
} from '../contract-state';
import type {
  CostEstimate,
  CostItem,
  Materials,
  Measured,
  Moment,
  Remeasured,
} from '../costs/cost-estimates';
import type { ContractEvent, EventOf, LossPolicy } from '../events';
import type { CommittedUse } from './committed-use';

/** An obligation while events are folded. */
export type DraftObligation = {
  key: string;
  pattern: ObligationPattern;
  /** Its standalone price at inception, and the terms that was stated for. */
  ssp: Decimal;
  pricedFor: ObligationPattern;
  allocated: Decimal;
  /** The share satisfied by events. Ratable obligations do not use it. */
  measure: Decimal;
  /** Units delivered and milestones reached, from which the measure is derived. */
  units: Decimal;
  reached: string[];
  /** The amount recognized, and the share satisfied, when a prospective change last reset the obligation. */
  base: Decimal;
  baseMeasure: Decimal;
  /** Its materials without margin (606-10-55-21(b)) where its costs measure it with them; and as they were at that reset. */
  materials: Materials | null;
  baseMaterials: Materials | null;
  /** The day of that change, from which the rest of a term is measured; null: the term has not been reset. */
  resetOn: DateString | null;
  /** Deducted from revenue and price at once, such as a refund: the rest is measured as if it still belonged to both. */
  taken: Decimal;
  /** Promised at inception, and therefore part of the allocation basis of 606-10-32-43. */
  sinceInception: boolean;
  /** Part of the remainder of a prospective modification. */
  openAtModification: boolean;
  held: boolean;
  /** The supplier's share, and how much of it has been booked. */
  supplier: SupplierShare | null;
  supplied: Decimal;
  /** The state when the supplier's share was last reset: owed, earned and measured by then. */
  supplierBase: { owed: Decimal; earned: Decimal; measure: Decimal };
  notBefore: ObligationTerms['notBefore'];
  refund: Decimal;
  /** The part of the refund liability due to this obligation's prices that are invoiced but not expected to be kept. */
  rebate: Decimal;
  /** The cost of what was sold, and the right to recover what is expected to be returned. */
  cost: Decimal;
  returnAsset: Decimal;
  /** Units still expected to be returned, and the cost of one; null until returns have been estimated. */
  comingBack: { units: Decimal; unitCost: Decimal } | null;
  /** Removed by a modification, or agreed as a separate contract (25-12): not part of the contract's own term. */
  apart: boolean;
  /** The day a modification removed it, from which nothing of it is still to be transferred. */
  removedOn: DateString | null;
  /** The costs expected for it, and the costs it was last measured by. */
  estimate: CostEstimate | null;
  measuredBy: Pick<EventOf<'costs'>, 'costToDate' | 'uninstalled' | 'percentDecimals'> | null;
  /** What was used under its committed minimum; null: it has none. */
  committed: CommittedUse | null;
};

/** When a price term was agreed: the number of prospective modifications by then; undefined at inception. */
export type Agreed = {
  since?: number | undefined;
  /** The day it was agreed, and the day it was last estimated. */
  agreedOn: DateString;
  judgedOn: DateString;
};

type DraftRow = Omit<RecognitionRow, 'amount' | 'seq' | 'late'> & { amount: Decimal };

/** The scheduled amount of one span of days: all plans for it, less what was canceled. */
type PlannedSpan = { start: DateString; end: DateString; amount: Decimal };

/** The sum of an obligation's rows: amounts from events, and the schedule by the days it covers. */
type Tally = { happened: Decimal; spans: Map<string, PlannedSpan> };

/** What a contract was when it ended: how what it keeps is shared, and how much each obligation has of it. */
export type Ended = {
  readonly eventId: string;
  readonly on: DateString;
  readonly shares: readonly { readonly key: string; readonly weight: Decimal }[];
  readonly kept: Map<string, Decimal>;
};

/** A contract while its facts are folded; lives only inside one fold. */
export type Draft = {
  /** The periods of its subsidiary's books. */
  grid: PeriodGrid;
  currencyCode: string;
  status: LivedStatus;
  inception: DateString;
  /** The date of the fact being folded when it precedes the contract: what it earns belongs to that month. */
  origin: DateString | null;
  /** The fact recorded last. */
  newest: string | null;
  obligations: Map<string, DraftObligation>;
  rows: DraftRow[];
  tallies: Map<string, Tally>;
  /** Unrounded amounts, summed with what they are rounded together with: usage by obligation and period. */
  exact: Map<string, Decimal>;
  /** Modifications for which the facts known now require another treatment than those known when it was chosen. */
  open: OpenDecision[];
  versions: VersionView[];
  /** The remainder after prospective modifications, with its weights; null before the first one. */
  modified: { key: string; weight: Decimal }[] | null;
  /** The same for every prospective modification so far, since the last one with a remainder. */
  bases: { key: string; weight: Decimal }[][];
  billed: Decimal;
  /** What of it is for which obligation and, by its first day, which commitment period; the empty text: for the obligation alone. */
  billedFor: Map<string, Map<DateString | '', Decimal>>;
  paid: Decimal;
  /** Credited for goods that came back, out of what was billed or paid. */
  returned: Decimal;
  /** Its terms alone say when something of it is delivered, which may be still to come. */
  waits: boolean;
  refund: Decimal;
  balanceEvents: ContractBalanceEvent[];
  journals: ContractJournal[];
  /** Variable elements of the price, with the amount included for each. */
  variable: Map<string, VariableTerms & Agreed>;
  royalties: Map<string, RoyaltyTerms & Pick<Agreed, 'since'>>;
  interest: readonly InterestRow[];
  installments: readonly Installment[];
  /** Interest accrued by its terms: expense above zero, income below. */
  accrued: { readonly expense: Decimal; readonly income: Decimal };
  accruedThrough: DateString | null;
  /** What its interest depends on, day by day; none before it bears interest. */
  interestDays: InterestDay[];
  /** How it ended; null: it has not. */
  ended: Ended | null;
  /** Costs of obtaining and fulfilling it, by their name. */
  costs: Map<string, CostItem>;
  policy: LossPolicy;
  /** What losses and such costs depend on, by month; null: no fact is about costs. */
  moments: Map<PeriodString, Moment> | null;
  /** The modifications so far, as costs that follow obligations meet them; none where no fact is about costs. */
  remeasured: Remeasured[];
};

/** The refusal of an event that breaks a rule. */
export function breach(rule: string, message: string, data: Record<string, unknown> = {}): Refusal {
  return refusal('REVENUE_RULE', message, { rule, ...data });
}

type Emission = {
  key: string;
  amount: Decimal;
  start: DateString;
  end: DateString;
  source: RecognitionRow['source'];
  eventId: string;
  catchUp: boolean;
  /** Nothing was recorded: its terms say it, by the days that have passed. */
  byTime?: boolean | undefined;
};

/** Adds a row in the period it belongs to. Transfers before the contract are a catch-up in its first period (TRG paper 33). */
export function emit(draft: Draft, emission: Emission): void {
  const { key, amount, start, end, eventId, byTime } = emission;
  const scheduled = emission.source === 'SCHEDULE';
  const source = byTime === true ? 'SCHEDULE' : emission.source;
  if (amount.isZero() && !scheduled) return;
  // What a fact before the contract earns later than the contract's date, such as a royalty on a license that has not begun, is earned then.
  const happened = start > draft.inception ? start : (draft.origin ?? start);
  const natural = draft.grid.on(scheduled ? start : happened).key;
  const first = draft.grid.on(draft.inception).key;
  const catchUp = emission.catchUp || natural < first;
  const period = later(natural, first);
  draft.rows.push({ key, amount, start, end, source, eventId, naturalPeriod: natural, period, catchUp });
  const tally = tallyOf(draft, key);
  if (!scheduled) {
    tally.happened = tally.happened.plus(amount);
    return;
  }
  const name = `${start} ${end}`;
  tally.spans.set(name, { start, end, amount: amount.plus(tally.spans.get(name)?.amount ?? ZERO) });
}

function tallyOf(draft: Draft, key: string): Tally {
  const known = draft.tallies.get(key);
  if (known !== undefined) return known;
  const tally: Tally = { happened: ZERO, spans: new Map() };
  draft.tallies.set(key, tally);
  return tally;
}

/**
 * Adds an exact amount to the total it is rounded with, and returns the change of the rounded total: a thousand small
 * usages in a month give the same amount, to the cent, as one usage of their sum.
 */
export function roundedStep(draft: Draft, name: string, amount: Decimal): Decimal {
  const before = draft.exact.get(name) ?? ZERO;
  const after = before.plus(amount);
  draft.exact.set(name, after);
  return roundToCurrency(after, draft.currencyCode).minus(roundToCurrency(before, draft.currencyCode));
}

/** The period a fact belongs to. */
export function periodOfFact(draft: Draft, event: ContractEvent): PeriodString {
  return draft.grid.on(draft.origin ?? event.effectiveDate).key;
}

/** Keeps a change of the contract's balances, with the fact that caused it. */
export function keepBalance(draft: Draft, event: ContractEvent, amount: Decimal, body: BalanceBody): void {
  draft.balanceEvents.push({
    ...body,
    on: event.effectiveDate,
    amount: toAmountString(amount, draft.currencyCode),
    eventId: event.id,
  });
}

type BalanceBody = BalanceEvent extends infer Kind
  ? Kind extends unknown
    ? Omit<Kind, 'on' | 'amount'>
    : never
  : never;

/** Spreads an amount over a ratable obligation's term from a day onward, as schedule rows. */
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
    start: pattern.start,
    end: pattern.end,
    from: start,
    method: pattern.method ?? 'EXACT_DAYS',
    residual: pattern.residual,
    grid: draft.grid,
  });
  if (!schedule.ok) return schedule.refusal;
  // Part by part, each of days that earn the same, so that what is earned by any day within follows by days.
  for (const { start: first, end, amount: share } of schedule.value.slices.flatMap(
    (slice) => slice.parts ?? slice,
  )) {
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

/** The part of a span of the schedule that is earned on or after a day, by days. */
export function partFrom(span: PlannedSpan, date: DateString, currencyCode: string): Decimal {
  if (span.end < date) return ZERO;
  if (span.start >= date) return span.amount;
  const days = String(daysInclusive(date, span.end));
  const share = span.amount.times(days).div(String(daysInclusive(span.start, span.end)));
  return roundToCurrency(share, currencyCode);
}

/** The amount recognized before a day: amounts from events so far, and the schedule up to the day before. */
export function earnedBefore(draft: Draft, key: string, date: DateString): Decimal {
  const { happened, spans } = tallyOf(draft, key);
  const parts = [...spans.values()].map((span) =>
    span.amount.minus(partFrom(span, date, draft.currencyCode)),
  );
  return happened.plus(sum(parts));
}

/** Cancels the schedule from a day onward, span by span, so that it can be planned again. */
export function cancelFrom(draft: Draft, key: string, date: DateString, event: ContractEvent): void {
  for (const span of [...tallyOf(draft, key).spans.values()]) {
    const amount = partFrom(span, date, draft.currencyCode);
    if (amount.isZero()) continue;
    emit(draft, {
      key,
      amount: amount.negated(),
      start: later(span.start, date),
      end: span.end,
      source: 'SCHEDULE',
      eventId: event.id,
      catchUp: false,
    });
  }
}

/** The sum of an obligation's rows. */
export function planned(draft: Draft, key: string): Decimal {
  const { happened, spans } = tallyOf(draft, key);
  return happened.plus(sum([...spans.values()].map(({ amount }) => amount)));
}

/**
 * The share of an obligation transferred before a day: from events, or the elapsed share of its term. Amounts do not say it,
 * since a royalty or a refund that was recognized at once says nothing about the days.
 */
export function satisfiedShare({ pattern, measure, removedOn }: Measured, date: DateString): Decimal {
  if (removedOn !== null) return ONE;
  if (pattern.kind !== 'RATABLE') return measure;
  return elapsedShare({ ...pattern, method: pattern.method ?? 'EXACT_DAYS', before: date });
}

/** The same share of what was left when a prospective change last reset the obligation (606-10-32-45). */
export function shareSinceReset(obligation: DraftObligation, date: DateString): Decimal {
  const share = satisfiedShare(obligation, date);
  const { pattern, resetOn } = obligation;
  if (pattern.kind !== 'RATABLE' || resetOn === null) return share;
  const before = satisfiedShare(obligation, resetOn);
  return before.equals(ONE) ? ONE : share.minus(before).div(ONE.minus(before));
}

/**
 * What an obligation measured by events has earned according to its measure: up to the last reset what was earned by then, beyond
 * it what has been left since, each in proportion.
 */
function earnedByMeasure(obligation: DraftObligation, currencyCode: string): Decimal {
  const { base, baseMeasure, measure, taken, committed } = obligation;
  const allocated = obligation.allocated.minus(committed?.waiting ?? ZERO);
  const open = ONE.minus(baseMeasure);
  if (open.isZero()) return allocated;
  const share = measure.minus(baseMeasure);
  const gross = share.lt(ZERO)
    ? base.times(measure).div(baseMeasure)
    : base.plus(allocated.plus(taken).minus(base).times(share.div(open)));
  return roundToCurrency(gross.minus(taken), currencyCode);
}

/** What an event-measured obligation has earned beyond its rows. */
export const unbookedOf = (draft: Draft, obligation: DraftObligation): Decimal =>
  earnedByMeasure(obligation, draft.currencyCode).minus(planned(draft, obligation.key));

/** Books the difference between what an event-measured obligation has earned and its rows. */
export function settle(
  draft: Draft,
  obligation: DraftObligation,
  event: ContractEvent,
  catchUp: boolean,
): void {
  const amount = unbookedOf(draft, obligation);
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
