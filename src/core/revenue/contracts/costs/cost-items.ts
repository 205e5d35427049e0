import { dec } from '@/core/money/decimal';
import type { Refusal } from '@/core/refusals';
import { addDays, addMonths } from '../../../periods/calendar';
import { amortisationTerm, amortise, capitalise, impair } from '../../contract-costs';
import { type DateString, daysInclusive, later } from '../../days';
import { breach, type Draft, type DraftObligation } from '../drafts/draft';
import type { ContractEvent, EventOf } from '../events';
import type { CostItem } from './cost-estimates';

/** A cost is incurred: judged by 340-40-25, and an asset if it is one. */
export function bookCost(draft: Draft, event: EventOf<'cost'>): Refusal | null {
  if (draft.ended !== null) {
    return breach('CONTRACT_NOT_ACTIVE', 'The contract has ended, so further costs are expensed.', {
      status: draft.status,
    });
  }
  if (draft.costs.has(event.key))
    return breach('DUPLICATE_COST', 'The cost was already recorded.', { key: event.key });
  const unknown = event.follows?.find((key) => !draft.obligations.has(key));
  if (unknown !== undefined) {
    return breach('UNKNOWN_OBLIGATION', `The contract has no obligation ${unknown}.`, { key: unknown });
  }
  const unmeasured = event.follows
    ?.map((key) => draft.obligations.get(key))
    .find((one) => one && isUnmeasured(one));
  if (unmeasured) {
    return breach(
      'WRONG_PATTERN',
      `${unmeasured.key} is priced as used and has no minimum, so nothing says how much of it is still to be transferred. Amortize the cost over time.`,
      { key: unmeasured.key, pattern: unmeasured.pattern.kind },
    );
  }
  const months = amortisationTerm(event);
  const { currencyCode } = draft;
  const judged = capitalise({
    currencyCode,
    costs: [{ ...event, kind: event.costKind } as Parameters<typeof capitalise>[0]['costs'][number]],
    amortisationMonths: months,
    expedient: event.expedient,
  });
  if (!judged.ok) return judged.refusal;
  const schedule = amortise({
    currencyCode,
    amount: event.amount,
    start: event.start,
    months,
    method: event.method,
  });
  if (!schedule.ok) return schedule.refusal;
  const asset = dec(judged.value.capitalised);
  const isElsewhere = !dec(judged.value.elsewhere).isZero();
  const endAfter = (count: number) => addDays(addMonths(event.start, count), -1);
  draft.costs.set(event.key, {
    fact: event,
    decision: asset.isZero() ? (isElsewhere ? 'ELSEWHERE' : 'EXPENSED') : 'CAPITALISED',
    why: judged.value.lines[0]?.why ?? '',
    asset,
    firstEnd: endAfter(months),
    end: endAfter(months),
    term: termOf(draft),
    base: endAfter(event.contractMonths),
    changes: [],
  });
  return null;
}

/** Priced as used without a minimum: what was used is not part of any whole. */
const isUnmeasured = ({ pattern, committed }: DraftObligation): boolean =>
  pattern.kind === 'USAGE' && committed === null;

function capitalised(draft: Draft, key: string): CostItem | Refusal {
  const item = draft.costs.get(key);
  if (item === undefined) return breach('UNKNOWN_COST', 'The contract has no such cost by then.', { key });
  if (item.decision === 'CAPITALISED') return item;
  return breach('NOT_CAPITALISED', 'The cost was not capitalized, so there is nothing to impair.', { key });
}

/** The asset is tested: it may be carried at what is still to be received less the costs of providing it (340-40-35-3). */
export function testCost(draft: Draft, event: EventOf<'costTest'>): Refusal | null {
  const item = capitalised(draft, event.key);
  if (!('fact' in item)) return item;
  const { effectiveDate: on, id: eventId } = event;
  const { expectedConsideration, remainingCosts } = event;
  const { currencyCode } = draft;
  const readable = impair({ currencyCode, carrying: '0', expectedConsideration, remainingCosts });
  if (!readable.ok) return readable.refusal;
  item.changes.push({
    kind: 'TEST',
    month: draft.grid.on(on).key,
    on,
    eventId,
    expectedConsideration,
    remainingCosts,
  });
  return null;
}

/** The time over which its goods are expected to be transferred has changed: the rest is amortized to the new day (340-40-35-2). */
export function estimateCostTerm(draft: Draft, event: EventOf<'costTerm'>): Refusal | null {
  const item = capitalised(draft, event.key);
  if (!('fact' in item)) return item;
  const { effectiveDate: on, id: eventId, end } = event;
  if (item.fact.follows !== undefined) {
    return breach('WRONG_PATTERN', 'The cost is amortized as its obligations are satisfied, not over time.', {
      key: event.key,
    });
  }
  item.changes.push({ kind: 'TERM', month: draft.grid.on(on).key, on, eventId, end });
  item.base = end;
  item.end = end;
  item.term = termOf(draft);
  return null;
}

/** The last day of what the contract promises over time; null when it promises nothing over time. */
function termOf(draft: Draft): DateString | null {
  let end: DateString | null = null;
  for (const { pattern, apart } of draft.obligations.values()) {
    if (pattern.kind === 'RATABLE' && !apart) end = end === null ? pattern.end : later(end, pattern.end);
  }
  return end;
}

/**
 * Costs follow their contract. A term that a modification or a renewal moves, moves the end of their amortization; a renewal that
 * was expected moves nothing, nor does one with a cost of its own (340-40-35-1). The end of the contract ends them.
 */
export function followContract(draft: Draft, { effectiveDate: on, id: eventId }: ContractEvent): void {
  if (draft.costs.size === 0) return;
  const term = termOf(draft);
  for (const item of draft.costs.values()) {
    const month = draft.grid.on(on).key;
    if (draft.ended !== null) {
      const hasEnded = item.changes.some(({ kind }) => kind === 'END');
      if (!hasEnded) item.changes.push({ kind: 'END', month, on, eventId });
      continue;
    }
    if (item.term === null) item.term = term;
    if (term === null || item.term === null || item.fact.follows !== undefined) continue;
    const before = item.changes.findLast((one) => one.kind === 'TERM')?.end ?? item.end;
    const end = endFor(item, item.term, term);
    if (end !== before) item.changes.push({ kind: 'TERM', month, on, eventId, end });
  }
}

function endFor(item: CostItem, from: DateString, to: DateString): DateString {
  if (to > from) {
    if (item.fact.renewalCostCommensurate) return item.end;
    return later(item.end, addDays(item.base, daysInclusive(from, to) - 1));
  }
  return to === from ? item.end : addDays(item.end, -(daysInclusive(to, from) - 1));
}
