import { dec, sum } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import type { EventOf, InterestRow, RoyaltyTerms, VariableTerms } from '@/core/revenue/contracts/events';
import { financingPlan } from '@/core/revenue/financing-plan';
import type { AddedPriceTerms, ModificationOutcome } from '@/core/revenue/modifications/modification';
import { estimateVariable } from '@/core/revenue/variable-consideration';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';

import type { ModificationAsked } from './modification-input';

/** The terms of the price a change brings, estimated, and when the interest of its financing accrues. */
export interface AddedTerms {
  readonly terms: AddedPriceTerms;
  readonly interest: readonly InterestRow[];
}

/**
 * Estimates what a change adds to the price beside fixed amounts (606-10-32-5, 32-15, 55-65). Refuses INVALID_INPUT, and
 * REVENUE_RULE DUPLICATE_ELEMENT for a key the price already has, FINANCING_PAYMENTS where what is paid is not what the
 * change promises.
 */
export function addedTermsOf(state: ContractState, asked: ModificationAsked): AddedTerms {
  const { currencyCode } = state;
  const { variable = [], royalties = [], financing } = asked;
  const known = new Set([...state.variable, ...state.royalties].map(({ key }) => key));
  const taken = [...variable, ...royalties].find(({ key }) => known.has(key));
  if (taken !== undefined) {
    refuse('REVENUE_RULE', `The price already has an element ${taken.key}.`, {
      rule: 'DUPLICATE_ELEMENT',
      key: taken.key,
    });
  }
  const promised = sum([
    asked.priceChange ?? '0',
    ...(asked.additions ?? []).map(({ price }) => price),
  ]).toFixed();
  const plan =
    financing === undefined
      ? undefined
      : valueOrThrow(
          financingPlan({
            ...financing,
            currencyCode,
            fixed: promised,
            start: financing.start ?? asked.date,
          }),
        );
  return {
    terms: {
      variable: variable.map(({ key, to, ...estimate }) => ({
        key,
        included: valueOrThrow(estimateVariable({ ...estimate, currencyCode })).included,
        to,
      })),
      royalties: royalties.map(({ key, to, expected }) => ({ key, to, expected })),
      interest: plan?.interest,
    },
    interest: plan?.rows ?? [],
  };
}

/** The same as the modification's event says it, under the treatment chosen. */
export function termFacts(
  state: ContractState,
  asked: ModificationAsked,
  outcome: ModificationOutcome,
): Pick<EventOf<'modification'>, 'variable' | 'royalties' | 'interest'> {
  const { terms, interest } = addedTermsOf(state, asked);
  const owners = new Map(outcome.terms.map(({ key, to }) => [key, to]));
  const owned = (key: string) => {
    const to = owners.get(key) ?? null;
    return to === null ? {} : { to };
  };
  const variable = (terms.variable ?? []).map(
    ({ key, included }): VariableTerms => ({ key, included, ...owned(key) }),
  );
  const royalties = (asked.royalties ?? []).map(
    ({ key, rate }): RoyaltyTerms => ({ key, rate, ...owned(key) }),
  );
  return {
    ...(variable.length > 0 && { variable }),
    ...(royalties.length > 0 && { royalties }),
    ...(interest.some(({ amount }) => !dec(amount).isZero()) && { interest }),
  };
}
