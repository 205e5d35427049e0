import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, ONE, sum, ZERO } from '@/core/money/decimal';
import { granted, type Outcome } from '@/core/outcome';
import { reading } from './reading';

/** One possible amount with its probability, 0 to 1. A penalty is a negative amount. */
export type PossibleAmount = { amount: DecimalString; probability: DecimalString };

/**
 * The part of the estimate that is probable not to reverse significantly (606-10-32-11 to 32-13):
 * NONE: all of it; EXCLUDED: nothing; CAP: at most `amount`; CONFIDENCE: at most the highest possible amount that is
 * reached or exceeded with at least this probability.
 */
export type Constraint =
  | { kind: 'NONE' }
  | { kind: 'EXCLUDED' }
  | { kind: 'CAP'; amount: DecimalString }
  | { kind: 'CONFIDENCE'; probability: DecimalString };

export type VariableEstimateInput = {
  currencyCode: string;
  method: 'EXPECTED_VALUE' | 'MOST_LIKELY';
  outcomes: readonly PossibleAmount[];
  constraint: Constraint;
  /** The amount included so far, when this is a reassessment (606-10-32-14). */
  previous?: DecimalString | undefined;
};

/** An estimate as a fact states it: method, outcomes, the decision on the constraint, and what both are based on. */
export type RecordedEstimate = Pick<VariableEstimateInput, 'method' | 'outcomes'> & {
  constraint?: Constraint | undefined;
  evidence?: string | undefined;
};

/**
 * The constraint of a recorded fact. Facts recorded before the decision was required may lack it and took the whole
 * estimate, which they keep; no input may leave it out.
 */
export function recordedConstraint({ constraint }: RecordedEstimate): Constraint {
  return constraint ?? { kind: 'NONE' };
}

export type VariableEstimate = {
  estimate: DecimalString;
  included: DecimalString;
  /** The amount the constraint excludes. */
  constrained: DecimalString;
  /** included − previous: the change of the transaction price to allocate by 606-10-32-42 to 32-45. */
  change: DecimalString;
  why: string;
};

/**
 * Estimates variable consideration by expected value or most likely amount (606-10-32-8) and applies the constraint.
 * The constraint never raises an estimate. Refuses with INVALID_INPUT when probabilities do not sum to one.
 */
export function estimateVariable(input: VariableEstimateInput): Outcome<VariableEstimate> {
  const { currencyCode, outcomes, constraint } = input;
  const read = reading(currencyCode);
  const possible = outcomes.map((outcome, index) => ({
    amount: read.money(['outcomes', index, 'amount'], outcome.amount, 'NEGATIVE'),
    probability: read.number(['outcomes', index, 'probability'], outcome.probability, { min: '0', max: '1' }),
  }));
  if (outcomes.length === 0) read.problem(['outcomes'], 'must name at least one amount');
  else if (!sum(possible.map(({ probability }) => probability)).equals(ONE)) {
    read.problem(['outcomes'], 'must have probabilities that sum to 1');
  }
  const previous = read.money(['previous'], input.previous ?? '0', 'NEGATIVE');
  const limit = limitOf(read, constraint, possible);
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };

  const estimate = roundToCurrency(
    input.method === 'EXPECTED_VALUE'
      ? sum(possible.map(({ amount, probability }) => amount.times(probability)))
      : mostLikely(possible),
    currencyCode,
  );
  const included = limit?.lt(estimate) ? limit : estimate;
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  const how = input.method === 'EXPECTED_VALUE' ? 'expected value' : 'most likely amount';
  return granted({
    estimate: text(estimate),
    included: text(included),
    constrained: text(estimate.minus(included)),
    change: text(included.minus(previous)),
    why: `${how} ${text(estimate)} (606-10-32-8), constrained to ${text(included)} (606-10-32-11, ${constraint.kind.toLowerCase()}).`,
  });
}

type Possible = { amount: Decimal; probability: Decimal };

/** The amount with the highest probability; on a tie, the lower one, which is more conservative. */
function mostLikely(possible: readonly Possible[]): Decimal {
  const [best] = [...possible].sort(
    (a, b) => b.probability.comparedTo(a.probability) || a.amount.comparedTo(b.amount),
  );
  return best?.amount ?? ZERO;
}

function limitOf(
  read: ReturnType<typeof reading>,
  constraint: Constraint,
  possible: readonly Possible[],
): Decimal | null {
  switch (constraint.kind) {
    case 'NONE':
      return null;
    case 'EXCLUDED':
      return ZERO;
    case 'CAP':
      return read.money(['constraint', 'amount'], constraint.amount, 'NEGATIVE');
    case 'CONFIDENCE': {
      const needed = read.number(['constraint', 'probability'], constraint.probability, {
        min: '0',
        max: '1',
      });
      const falling = [...possible].sort((a, b) => b.amount.comparedTo(a.amount));
      let reached = ZERO;
      for (const { amount, probability } of falling) {
        reached = reached.plus(probability);
        if (reached.gte(needed)) return amount;
      }
      return falling.at(-1)?.amount ?? ZERO;
    }
  }
}
