import { dec, ONE, sum, ZERO } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import type { ContractState, ObligationView } from '@/core/revenue/contracts/contract-state';
import type { ObligationPattern, ObligationTerms } from '@/core/revenue/contracts/events';
import { recognisedBefore } from '@/core/revenue/contracts/standing';
import { compareModification } from '@/core/revenue/modifications/compare';
import type { ModificationComparison, RecognitionPlan } from '@/core/revenue/modifications/modification';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { demandCurrency } from './create-contract';
import type { ModificationAsked } from './modification-input';
import { addedTermsOf } from './price-added-terms';
import { resolvedPattern, supplierOf } from './resolve-promise';

/** The four treatments of a change to a contract in force, from the contract's own figures on the day. */
export function compareTreatments(state: ContractState, asked: ModificationAsked): ModificationComparison {
  demandCurrency(state, asked.currencyCode);
  // A license that was recognized wholly at its begin still runs, and can be renewed (606-10-55, Example 59 Case B).
  if (state.status !== 'ACTIVE' && state.status !== 'COMPLETED') {
    refuse('REVENUE_RULE', `The contract is ${state.status}; only an active contract can be modified.`, {
      rule: 'CONTRACT_NOT_ACTIVE',
      status: state.status,
    });
  }
  const judged = new Map((asked.obligations ?? []).map((one) => [one.key, one]));
  for (const key of judged.keys()) {
    if (state.obligations.some((one) => one.key === key)) continue;
    refuse('REVENUE_RULE', `The contract has no obligation ${key}.`, { rule: 'UNKNOWN_OBLIGATION', key });
  }
  return valueOrThrow(
    compareModification({
      currencyCode: state.currencyCode,
      date: asked.date,
      inception: state.inception,
      billed: dec(state.billed).isZero() ? undefined : state.billed,
      obligations: state.obligations.map((obligation) => {
        const own = judged.get(obligation.key);
        const recognised = recognisedBefore(state, obligation.key, asked.date);
        return {
          key: obligation.key,
          allocated: obligation.allocated,
          recognised,
          satisfied: own?.satisfiedAfter === undefined ? satisfiedOf(obligation) : undefined,
          remainingSsp: own?.remainingSsp ?? remainingSspOf(obligation, recognised),
          satisfiedSsp: own?.satisfiedSsp,
          remainingDistinct:
            own?.remainingDistinct ?? !['PROGRESS', 'MILESTONES'].includes(obligation.pattern.kind),
          satisfiedAfter: own?.satisfiedAfter,
          costs: own?.costs as { toDate: string; totalAfter: string } | undefined,
          plan: planOf(own?.pattern ?? obligation.pattern),
        };
      }),
      additions: asked.additions?.map(({ key, price, ssp, distinct, mergesInto, pattern, ...promise }) => ({
        key,
        price: dec(price)
          .minus(collectedFor(supplierOf(promise)))
          .toFixed(),
        ssp,
        distinct,
        mergesInto,
        plan: planOf(resolvedPattern(pattern).pattern),
      })),
      removals: asked.removals,
      priceChange: ownPriceChange(state, asked),
      pastAdjustment: asked.pastAdjustment,
      terms: addedTermsOf(state, asked).terms,
      answers: asked.answers,
    }),
  );
}

/** What an agent collects for its supplier is no price of its own (606-10-55-38). */
const collectedFor = (supplier: ObligationTerms['supplier']) =>
  supplier?.capacity === 'AGENT' ? supplier.amount : '0';

/** The price change less what agents now collect more for their suppliers. */
function ownPriceChange(state: ContractState, asked: ModificationAsked): string | undefined {
  const suppliers = new Map(state.obligations.map(({ key, supplier }) => [key, supplier]));
  const more = (asked.obligations ?? []).map(({ key, supplierShare }) => {
    const supplier = suppliers.get(key);
    if (supplierShare === undefined || supplier?.capacity !== 'AGENT') return dec('0');
    return dec(supplierShare).minus(supplier.amount);
  });
  if (more.every((change) => change.isZero())) return asked.priceChange;
  return dec(asked.priceChange ?? '0')
    .minus(sum(more))
    .toFixed();
}

/** Measured obligations know their share; of a ratable one the core derives it from what is recognized. */
function satisfiedOf({ measure }: ObligationView): string | undefined {
  if (measure === null) return undefined;
  const value = dec(measure);
  return (value.gt(ONE) ? ONE : value.lt(ZERO) ? ZERO : value).toDecimalPlaces(10).toFixed();
}

/** The standalone price of what is still to come: that of inception for the open share, unless the caller knows better. */
function remainingSspOf({ ssp, allocated, measure }: ObligationView, recognised: string): string {
  const whole = dec(allocated);
  const done = measure !== null ? dec(measure) : whole.isZero() ? ONE : dec(recognised).div(whole);
  const open = ONE.minus(done);
  return (open.lt(ZERO) ? ZERO : dec(ssp).times(open)).toDecimalPlaces(4).toFixed();
}

/** When the rest is expected: by its term, or not known. */
export function planOf(pattern: ObligationPattern): RecognitionPlan {
  if (pattern.kind !== 'RATABLE') return { kind: 'UNSCHEDULED' };
  const { start, end, method, residual } = pattern;
  return {
    kind: 'RATABLE',
    start,
    end,
    ...(method === undefined ? {} : { method }),
    ...(residual === undefined ? {} : { residual }),
  };
}
