import { amountInFull } from '@/core/money/currency';
import {
  type DirectedTerm,
  judgeAllocation,
  judgeNoFinancing,
} from '@/core/revenue/allocation/allocation-criteria';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import type { ContractTerms } from './contract-input';
import { timingOf } from './judgement-input';
import type { ModificationAsked } from './modifications/modification-input';

type Directed = {
  readonly to?: readonly string[] | undefined;
  readonly criteria?: DirectedTerm['criteria'] | undefined;
};
type Named = Directed & { readonly key: string };

const termOf = (name: string, { to, criteria = [] }: Directed): DirectedTerm => ({
  name,
  isDirected: to !== undefined,
  criteria,
});
/** A variable amount or a royalty as the criteria of 606-10-32-40 are judged of it. */
export const variableTerm = (one: Named): DirectedTerm => termOf(`The variable amount ${one.key}`, one);
/** A discount as the criteria of 606-10-32-37 are judged of it. */
export const discountTerm = (
  one: Directed & { readonly amount: string },
  currencyCode: string,
): DirectedTerm => termOf(`The discount of ${amountInFull(one.amount, currencyCode)}`, one);

/**
 * Compares the judgments about the price with its terms: directed discounts (606-10-32-37), variable amounts and royalties
 * (32-40), the reason for no financing component (32-17). With `demand`, every amount that is allocated to some obligations only
 * has its criteria judged, as a contract in force must. Refuses REVENUE_RULE of core.
 */
export function judgeTerms(
  { price, obligations, discounts }: ContractTerms,
  currencyCode: string,
  demand = false,
): void {
  for (const one of discounts)
    valueOrThrow(judgeAllocation('DISCOUNT', discountTerm(one, currencyCode), demand));
  judgeVariable(price, demand);
  if (price.noFinancing === undefined) return;
  const hasVariable =
    (price.variable ?? []).length + (price.royalties ?? []).length > 0 ||
    obligations.some(({ pattern }) => pattern.kind === 'USAGE');
  valueOrThrow(
    judgeNoFinancing({
      reason: price.noFinancing.reason,
      hasVariable,
      isScheduled: obligations.every(
        ({ pattern }) =>
          pattern.kind === 'RATABLE' || (pattern.kind === 'LICENCE' && timingOf(pattern) === 'OVER_TIME'),
      ),
    }),
  );
}

/** The same for the variable amounts and royalties that a modification adds. */
export function judgeVariable(
  { variable = [], royalties = [] }: Pick<ModificationAsked, 'variable' | 'royalties'>,
  demand: boolean,
): void {
  for (const one of [...variable, ...royalties]) {
    valueOrThrow(judgeAllocation('VARIABLE', variableTerm(one), demand));
  }
}
