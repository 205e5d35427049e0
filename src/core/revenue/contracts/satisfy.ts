import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ONE, sum, ZERO } from '@/core/money/decimal';
import type { Refusal } from '@/core/refusals';
import { billAndHoldMissing } from '../judgements/judgements';
import { costToCost } from '../schedules/progress';
import type { CostEstimate } from './costs/cost-estimates';
import { materialsReported, measureWith } from './costs/materials';
import { breach, type Draft, type DraftObligation, settle } from './drafts/draft';
import type { EventOf } from './events';
import { bookSupplier } from './suppliers';

/** The obligation something is transferred of. Refuses UNKNOWN_OBLIGATION, REMOVED_OBLIGATION. */
export function findObligation(draft: Draft, key: string): DraftObligation | Refusal {
  const found = draft.obligations.get(key);
  if (found === undefined) {
    return breach('UNKNOWN_OBLIGATION', `The contract has no obligation ${key}.`, { key });
  }
  return found.removedOn === null ? found : removedRefusal(found);
}

/** The refusal of what changes an obligation after it was removed. */
export function removedRefusal({ key, removedOn }: Pick<DraftObligation, 'key' | 'removedOn'>): Refusal {
  return breach('REMOVED_OBLIGATION', `A modification removed ${key} on ${removedOn}.`, {
    key,
    on: removedOn,
    paragraph: '606-10-25-10',
  });
}

export function isObligation(found: DraftObligation | Refusal): found is DraftObligation {
  return 'pattern' in found;
}

/** How an obligation is satisfied, in words. */
const SATISFIED: Readonly<Record<DraftObligation['pattern']['kind'], string>> = {
  POINT: 'at a point in time',
  UNITS: 'unit by unit',
  PROGRESS: 'by progress',
  MILESTONES: 'by milestones',
  RATABLE: 'over a period',
  RIGHTS: 'as rights are exercised',
  USAGE: 'as it is used',
};

/** Refuses a fact, named with its article, that says nothing about how much of an obligation is satisfied. */
export function wrongPattern(obligation: DraftObligation, fact: string): Refusal {
  return breach(
    'WRONG_PATTERN',
    `${fact} does not measure ${obligation.key}, which is satisfied ${SATISFIED[obligation.pattern.kind]}.`,
    { key: obligation.key, pattern: obligation.pattern.kind },
  );
}

function setMeasure(
  draft: Draft,
  obligation: DraftObligation,
  measure: Decimal,
  event: EventOf<'delivery' | 'progress' | 'costs' | 'costEstimate' | 'milestone' | 'redemption' | 'lapse'>,
): Refusal | null {
  const { notBefore } = obligation;
  if (notBefore !== undefined && event.effectiveDate < notBefore.on) {
    return breach(notBefore.rule, `No part of ${obligation.key} can be satisfied before ${notBefore.on}.`, {
      key: obligation.key,
      notBefore: notBefore.on,
      paragraph: notBefore.paragraph,
    });
  }
  if (measure.gt(ONE) || measure.lt(ZERO)) {
    return breach(
      'PROGRESS_OVER_100',
      `${obligation.key} would be satisfied by less than 0% or more than 100%.`,
      {
        key: obligation.key,
        paragraph: '606-10-25-31',
      },
    );
  }
  const backwards = measure.lt(obligation.measure);
  obligation.measure = measure;
  settle(draft, obligation, event, backwards);
  bookSupplier(draft, obligation, event);
  return null;
}

/** Control of goods passes (606-10-25-30). */
export function deliver(draft: Draft, event: EventOf<'delivery'>): Refusal | null {
  const obligation = findObligation(draft, event.key);
  if (!isObligation(obligation)) return obligation;
  const { pattern } = obligation;
  const missing = event.billAndHold === undefined ? [] : billAndHoldMissing(event.billAndHold);
  if (missing.length > 0) {
    return breach('BILL_AND_HOLD_NOT_MET', `Control of ${event.key} has not passed: ${missing.join(', ')}.`, {
      key: event.key,
      missing,
      paragraph: '606-10-55-83',
    });
  }
  if (pattern.kind === 'POINT') {
    if (obligation.measure.equals(ONE)) {
      return breach('ALREADY_SATISFIED', `${event.key} was already delivered.`, { key: event.key });
    }
    return setMeasure(draft, obligation, ONE, event);
  }
  if (pattern.kind !== 'UNITS') return wrongPattern(obligation, 'A delivery');
  const units = obligation.units.plus(event.quantity ?? ZERO);
  const refused = setMeasure(draft, obligation, units.div(pattern.quantity), event);
  if (refused === null) obligation.units = units;
  return refused;
}

/** A new measure of progress, reported or by costs (606-10-25-31, 55-20). */
export function measureProgress(draft: Draft, event: EventOf<'progress' | 'costs'>): Refusal | null {
  const obligation = findObligation(draft, event.key);
  if (!isObligation(obligation)) return obligation;
  if (obligation.pattern.kind !== 'PROGRESS')
    return wrongPattern(obligation, event.kind === 'costs' ? 'A report of costs' : 'A report of progress');
  if (event.kind === 'costs') {
    const { costToDate, uninstalled, percentDecimals } = event;
    return measureByCosts(draft, obligation, { costToDate, uninstalled, percentDecimals }, event);
  }
  const refused = setMeasure(draft, obligation, dec(event.progress), event);
  if (refused !== null) return refused;
  obligation.measuredBy = null;
  obligation.materials = null;
  if (obligation.estimate !== null) obligation.estimate = { ...obligation.estimate, performed: null };
  return null;
}

/**
 * Total costs are estimated. An obligation that is measured by its costs is measured again, since the estimate is what its costs
 * are a share of (606-10-25-35); for any other the estimate only tells whether it makes a loss (605-35-25-45).
 */
export function estimateCosts(draft: Draft, event: EventOf<'costEstimate'>): Refusal | null {
  const obligation = findObligation(draft, event.key);
  if (!isObligation(obligation)) return obligation;
  const { kind } = obligation.pattern;
  if (kind === 'USAGE' || kind === 'RIGHTS') return wrongPattern(obligation, 'An estimate of costs');
  if (obligation.measuredBy !== null) return measureByCosts(draft, obligation, obligation.measuredBy, event);
  obligation.estimate = estimateOf(obligation, event, null);
  return null;
}

function measureByCosts(
  draft: Draft,
  obligation: DraftObligation,
  by: NonNullable<DraftObligation['measuredBy']>,
  event: EventOf<'costs' | 'costEstimate'>,
): Refusal | null {
  const { allocated, taken } = obligation;
  const result = costToCost({
    // What was given back at once is not part of what is measured.
    transactionPrice: (by.uninstalled === undefined ? allocated : allocated.plus(taken)).toFixed(),
    currencyCode: draft.currencyCode,
    totalCost: event.totalCost,
    ...by,
  });
  if (!result.ok) return result.refusal;
  const performed = dec(result.value.progress);
  const materials = materialsReported(by, performed);
  const share =
    materials !== null
      ? (measureWith(materials, obligation) ?? performed)
      : allocated.isZero()
        ? performed
        : dec(result.value.revenueToDate).div(allocated);
  const refused = setMeasure(draft, obligation, share, event);
  if (refused !== null) return refused;
  obligation.measuredBy = by;
  obligation.materials = materials;
  obligation.estimate = estimateOf(obligation, event, performed);
  return null;
}

/** The estimate from now on; what it does not say of the test for losses stays as it was said before. */
function estimateOf(
  { estimate }: DraftObligation,
  event: EventOf<'costs' | 'costEstimate'>,
  performed: Decimal | null,
): CostEstimate {
  return {
    totalCost: dec(event.totalCost),
    performed,
    scope: event.scope ?? estimate?.scope ?? null,
    exitCost: event.exitCost === undefined ? (estimate?.exitCost ?? null) : dec(event.exitCost),
    eventId: event.id,
  };
}

/** A milestone is reached: its weight of the whole (606-10-55-17). */
export function reachMilestone(draft: Draft, event: EventOf<'milestone'>): Refusal | null {
  const obligation = findObligation(draft, event.key);
  if (!isObligation(obligation)) return obligation;
  const { pattern, reached } = obligation;
  if (pattern.kind !== 'MILESTONES') return wrongPattern(obligation, 'A milestone');
  if (!pattern.milestones.some(({ key }) => key === event.milestone)) {
    return breach('UNKNOWN_MILESTONE', `${event.key} has no milestone ${event.milestone}.`, {
      key: event.key,
    });
  }
  if (reached.includes(event.milestone)) {
    return breach('ALREADY_SATISFIED', `${event.milestone} was already reached.`, { key: event.key });
  }
  obligation.reached = [...reached, event.milestone];
  const weightOf = (keep: (key: string) => boolean) =>
    sum(pattern.milestones.filter(({ key }) => keep(key)).map(({ weight }) => weight));
  const done = weightOf((key) => obligation.reached.includes(key));
  return setMeasure(draft, obligation, done.div(weightOf(() => true)), event);
}

/** Points, vouchers or other rights are used, and the total expected to be used may be re-estimated (606-10-55-48). */
export function redeem(draft: Draft, event: EventOf<'redemption'>): Refusal | null {
  const obligation = findObligation(draft, event.key);
  if (!isObligation(obligation)) return obligation;
  const { pattern } = obligation;
  if (pattern.kind !== 'RIGHTS') return wrongPattern(obligation, 'A redemption');
  const expectedUsed = event.expectedUsed ?? pattern.expectedUsed;
  const used = obligation.units.plus(event.quantity);
  const refused = setMeasure(draft, obligation, used.div(expectedUsed), event);
  if (refused !== null) return refused;
  obligation.units = used;
  obligation.pattern = { ...pattern, expectedUsed };
  return null;
}

/** Rights expire (606-10-55-48), or the option that kept an obligation open lapses (55-71): the obligation is fully satisfied. */
export function lapse(draft: Draft, event: EventOf<'lapse'>): Refusal | null {
  const obligation = findObligation(draft, event.key);
  if (!isObligation(obligation)) return obligation;
  if (obligation.pattern.kind !== 'RIGHTS' && obligation.pattern.kind !== 'POINT') {
    return wrongPattern(obligation, 'A lapse');
  }
  if (obligation.measure.equals(ONE)) {
    return breach('ALREADY_SATISFIED', `${event.key} was already satisfied.`, { key: event.key });
  }
  forfeit(draft, obligation);
  return setMeasure(draft, obligation, ONE, event);
}

/** Unused rights: the supplier is owed only for those used, and an agent keeps what it collected for the rest. */
function forfeit(draft: Draft, obligation: DraftObligation): void {
  const { supplier, supplied, pattern } = obligation;
  if (supplier === null || pattern.kind !== 'RIGHTS') return;
  if (supplier.capacity === 'AGENT') {
    obligation.allocated = obligation.allocated.plus(dec(supplier.amount).minus(supplied));
  }
  obligation.supplier = { ...supplier, amount: toAmountString(supplied, draft.currencyCode) };
}
