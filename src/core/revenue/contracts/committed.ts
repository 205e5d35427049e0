import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ZERO } from '@/core/money/decimal';
import type { Refusal } from '@/core/refusals';
import { addDays } from '../../periods/calendar';
import { type DateString, later } from '../days';
import { commitmentOn, coverageOf, earnedOfMinimum, type MinimumTerms, minimumOf, totalOf } from '../minimum';
import type { ObligationPattern } from './agreed/promised-terms';
import { billedByPeriod } from './billed-items';
import type { CommitmentView } from './contract-state';
import type { CommittedUse } from './drafts/committed-use';
import {
  breach,
  type Draft,
  type DraftObligation,
  earnedBefore,
  emit,
  periodOfFact,
  roundedStep,
  unbookedOf,
} from './drafts/draft';
import { unused } from './drafts/draft-obligation';
import type { ContractEvent, EventOf } from './events';

type Committed = { obligation: DraftObligation; minimum: MinimumTerms; use: CommittedUse };

function committed(obligation: DraftObligation | undefined): Committed | null {
  if (obligation === undefined || obligation.committed === null) return null;
  const minimum = minimumOf(obligation.pattern);
  return minimum === null ? null : { obligation, minimum, use: obligation.committed };
}

/** The same while it is part of the contract: of one that was removed, nothing is used or earned anymore. */
const standing = (obligation: DraftObligation | undefined): Committed | null =>
  obligation?.removedOn === null ? committed(obligation) : null;

/**
 * Something was used, or a royalty became due, under a committed minimum. Within the minimum it only determines how much of that is
 * earned; beyond it, it adds to the price (606-10-32-40, 55-65). False: the obligation has no minimum.
 */
export function drawCommitted(
  draft: Draft,
  obligation: DraftObligation | undefined,
  exact: Decimal,
  event: EventOf<'usage' | 'royalty'>,
): boolean {
  const found = standing(obligation);
  if (found === null) return false;
  const { minimum, use } = found;
  const recorded = draft.origin ?? event.effectiveDate;
  passDays(use, addDays(recorded, -1));
  // For a license that has not begun, it counts from the day it begins.
  const on = later(recorded, minimum.begins ?? recorded);
  const before = coverageOf(minimum, use.within).over;
  use.byDay.set(on, exact.plus(use.byDay.get(on) ?? ZERO));
  const period = commitmentOn(minimum, on);
  use.within.set(period, exact.plus(use.within.get(period) ?? ZERO));
  const over = coverageOf(minimum, use.within).over.minus(before);
  const step = roundedStep(draft, `over ${found.obligation.key} ${periodOfFact(draft, event)}`, over);
  found.obligation.allocated = found.obligation.allocated.plus(step);
  use.waiting = use.waiting.plus(step);
  book(draft, found, event);
  return true;
}

/** What is expected to be used is estimated again, with a catch-up for what is not certain yet (606-10-55-48, 32-14). */
export function estimateUse(draft: Draft, event: EventOf<'useEstimate'>): Refusal | null {
  const { key } = event;
  const found = standing(draft.obligations.get(key));
  if (found === null) {
    return draft.obligations.has(key)
      ? breach('NO_MINIMUM', `${key} has no committed minimum.`, { key })
      : breach('UNKNOWN_OBLIGATION', `The contract has no obligation ${key}.`, { key });
  }
  passDays(found.use, addDays(event.effectiveDate, -1));
  book(draft, found, event);
  found.use.expected = dec(event.expected);
  book(draft, found, event, { catchUp: true });
  return null;
}

/** Days pass: the end of a commitment period, the beginning of a license, or the passage of time earns what the terms say. */
function passDays(use: CommittedUse, through: DateString): void {
  if (through > use.through) use.through = through;
}

/** A day that the terms name has passed. */
export function passDay(draft: Draft, event: EventOf<'usage'>): void {
  const found = standing(draft.obligations.get(event.key));
  if (found === null) return;
  passDays(found.use, draft.origin ?? event.effectiveDate);
  book(draft, found, event, { byTime: true });
}

/** Every minimum is measured through the day before a fact that shares what remains. */
export function measureMinimums(draft: Draft, on: DateString): void {
  for (const obligation of draft.obligations.values()) {
    const found = standing(obligation);
    if (found === null) continue;
    passDays(found.use, addDays(on, -1));
    const { agreedBy: id } = found.use;
    book(draft, found, { id, kind: 'usage', effectiveDate: on, key: obligation.key }, { byTime: true });
  }
}

/** Earns what the minimum and its usage imply by now. */
function book(
  draft: Draft,
  { obligation, minimum, use }: Committed,
  event: ContractEvent,
  how: { catchUp?: boolean; byTime?: true } = {},
): void {
  const coverage = coverageOf(minimum, use.within);
  const { share, over } = earnedOfMinimum(minimum, coverage, use.through, use.expected);
  obligation.measure = share;
  // What is earned as it is used was rounded with its month; what waits for time is rounded as a whole.
  const free = over.equals(coverage.over)
    ? use.waiting
    : roundToCurrency(over, draft.currencyCode).minus(use.released);
  const step = free.gt(use.waiting) ? use.waiting : free;
  use.waiting = use.waiting.minus(step);
  use.released = use.released.plus(step);
  obligation.taken = obligation.taken.minus(step);
  const on = event.effectiveDate;
  const { key } = obligation;
  const amount = unbookedOf(draft, obligation);
  const source = event.kind;
  emit(draft, { key, amount, start: on, end: on, source, eventId: event.id, catchUp: false, ...how });
}

/** What is expected to be used under changed terms: as they state, or as last estimated where they repeat what was stated before. */
function expectedUnder(now: MinimumTerms, before: MinimumTerms, { expected }: CommittedUse): Decimal | null {
  return now.expected === undefined || now.expected === before.expected ? expected : dec(now.expected);
}

/** What was used in each commitment period of a minimum. */
function usedIn(minimum: MinimumTerms, byDay: ReadonlyMap<DateString, Decimal>): Map<string, Decimal> {
  const within = new Map<string, Decimal>();
  for (const [on, amount] of byDay) {
    const period = commitmentOn(minimum, on);
    within.set(period, amount.plus(within.get(period) ?? ZERO));
  }
  return within;
}

/**
 * Use that was paid for as it occurred has a minimum from a day on: a fixed amount for the rest (606-10-25-13(a)), worth what the
 * minimum costs unless the change says otherwise. What was used before has its price and is not part of it.
 */
function beginMinimum(
  draft: Draft,
  obligation: DraftObligation,
  before: ObligationPattern,
  minimum: MinimumTerms,
  event: EventOf<'modification'>,
): Refusal | null {
  const { key, pattern, supplier } = obligation;
  const problem =
    before.kind !== 'USAGE' || pattern.kind !== 'USAGE'
      ? 'only usage that is paid for as it occurs can have one'
      : supplier !== null || pattern.invoicedPrice !== undefined
        ? 'usage with a supplier share or an expected refund cannot have one'
        : minimum.start < event.effectiveDate
          ? 'it would begin before the change'
          : event.treatment === 'catchUp'
            ? 'it belongs to the rest of the contract, so the change is prospective'
            : null;
  if (problem !== null) {
    return breach('MINIMUM_NOT_POSSIBLE', `${key} cannot have this minimum: ${problem}.`, {
      key,
      paragraph: '606-10-25-13',
    });
  }
  const stated = (event.obligations ?? []).find((one) => one.key === key)?.remainingSsp;
  obligation.committed = unused(minimum, event.id);
  obligation.measure = ZERO;
  obligation.taken = earnedBefore(draft, key, event.effectiveDate).negated();
  obligation.ssp = stated === undefined ? totalOf(minimum) : dec(stated);
  obligation.pricedFor = pattern;
  obligation.sinceInception = false;
  return null;
}

/**
 * The minimum of an obligation is agreed again, or for the first time. Refuses MINIMUM_NOT_KEPT where it would end, MINIMUM_NOT_POSSIBLE,
 * and MINIMUM_ALREADY_EXCEEDED where the change would move what was used beyond it before.
 */
export function changeMinimum(
  draft: Draft,
  obligation: DraftObligation,
  before: ObligationPattern,
  event: EventOf<'modification'>,
): Refusal | null {
  const [old, now] = [minimumOf(before), minimumOf(obligation.pattern)];
  const { key, committed: use } = obligation;
  if (old === now) return null;
  if (now !== null && (old === null || use === null))
    return beginMinimum(draft, obligation, before, now, event);
  if (old === null || now === null || use === null) {
    return breach(
      'MINIMUM_NOT_KEPT',
      `A modification cannot take the minimum of ${key} away. Set the later minimums to zero.`,
      { key },
    );
  }
  const within = usedIn(now, use.byDay);
  if (!coverageOf(old, use.within).over.equals(coverageOf(now, within).over)) {
    return breach(
      'MINIMUM_ALREADY_EXCEEDED',
      `The modification would change how much of ${key} was used beyond its minimum before ${event.effectiveDate}.`,
      { key },
    );
  }
  use.within = within;
  use.agreedBy = event.id;
  use.expected = expectedUnder(now, old, use);
  return null;
}

/** The share of a minimum earned on other terms, by what was used before; null: there is no minimum, or it was removed as it stood. */
export function minimumMeasure(obligation: DraftObligation, after: ObligationPattern): Decimal | null {
  if (obligation.removedOn !== null) return null;
  const [before, minimum] = [minimumOf(obligation.pattern), minimumOf(after)];
  const use = obligation.committed;
  if (before === null || minimum === null || use === null) return null;
  const expected = expectedUnder(minimum, before, use);
  return earnedOfMinimum(minimum, coverageOf(minimum, usedIn(minimum, use.byDay)), use.through, expected)
    .share;
}

/** The commitment periods of an obligation as they were used; undefined: it has no minimum. */
export function commitmentViews(draft: Draft, obligation: DraftObligation): CommitmentView[] | undefined {
  const found = committed(obligation);
  if (found === null) return undefined;
  const { minimum, use } = found;
  const text = (amount: Decimal) =>
    toAmountString(roundToCurrency(amount, draft.currencyCode), draft.currencyCode);
  const { periods } = coverageOf(minimum, use.within);
  const billed = billedByPeriod(draft, obligation.key, minimum, periods);
  return periods.map(({ start, end, amount, carriedIn, used, over, left }, index) => {
    const due = roundToCurrency(amount.plus(over), draft.currencyCode);
    const own = billed[index] ?? ZERO;
    return {
      start,
      end,
      minimum: text(amount),
      carriedIn: text(carriedIn),
      used: text(used),
      beyond: text(over),
      unused: text(left),
      due: text(due),
      billed: text(own),
      toBill: text(due.minus(own)),
    };
  });
}
