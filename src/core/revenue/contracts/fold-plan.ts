import { granted, type Outcome, refused } from '@/core/outcome';
import type { Refusal } from '@/core/refusals';
import type { PeriodGrid } from '../../periods/period-grid';
import { type BegunContract, begunContract } from './agreed/agreed-contract';
import type { ContractEvent } from './events';
import { factsInOrder } from './facts-in-order';
import { type Step, stepsOf } from './fold-steps';
import { malformed } from './malformed';

/** Facts that make a fold keep what costs depend on. */
const ABOUT_COSTS: readonly string[] = ['costs', 'costEstimate', 'cost'];
const saysCosts = (fact: ContractEvent): boolean =>
  ABOUT_COSTS.includes(fact.kind) ||
  (fact.kind === 'modification' && (fact.obligations ?? []).some(({ costs }) => costs !== undefined));

/** The facts of a contract in the order in which they are folded, and what the fold begins with. */
export type Plan = {
  readonly first: BegunContract;
  readonly steps: readonly Step[];
  /** The number of steps through the last fact that was recorded; those behind it are what terms provide. */
  readonly recordedSteps: number;
  readonly keepsMoments: boolean;
  readonly newest: string;
};

/** Refuses malformed facts, and histories that do not begin with a contract. */
export function planOf(facts: readonly ContractEvent[], grid: PeriodGrid): Outcome<Plan> {
  const [creation, ...rest] = facts;
  if (creation === undefined || creation.kind !== 'created') {
    return refused('REVENUE_RULE', 'A history must begin with the creation of the contract.', {
      rule: 'NOT_CREATED',
    });
  }
  const begun = begunContract(creation);
  if (!begun.ok) return broken(begun.refusal, creation.id);
  const first = begun.value;
  const reason = malformed(first) ?? rest.map(malformed).find((one) => one !== null);
  if (reason !== undefined && reason !== null) return reason;
  if (new Set(first.obligations.map(({ key }) => key)).size !== first.obligations.length) {
    return refused('REVENUE_RULE', 'Two obligations have the same key.', { rule: 'DUPLICATE_OBLIGATION' });
  }
  const ordered = factsInOrder(rest, first.effectiveDate);
  if ('refusal' in ordered) return broken(ordered.refusal, ordered.eventId);
  const steps = stepsOf(first, ordered.inOrder, grid);
  return granted({
    first,
    steps,
    recordedSteps: steps.findLastIndex(({ isProvided }) => !isProvided) + 1,
    keepsMoments: facts.some(saysCosts),
    newest: facts.at(-1)?.id ?? first.id,
  });
}

/** A refusal with the fact that breaks the rule. */
export function broken(refusal: Refusal, eventId: string): Outcome<never> {
  return { ok: false, refusal: { ...refusal, data: { ...refusal.data, eventId } } as Refusal };
}
