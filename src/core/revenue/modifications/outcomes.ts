import { allocateByWeight } from '@/core/money/allocate';
import { amountInFull, roundToCurrency } from '@/core/money/currency';
import { type Decimal, ONE, sum, ZERO } from '@/core/money/decimal';
import { coversStandalonePrice } from '../allocation/allocate';
import type { RecognitionPlan } from './modification';
import type { AddedLine, Line, ReadModification } from './modification-input';
import { isOpen } from './required';

/** A line after one treatment, before it is spread over months. */
export type Treated = {
  key: string;
  before: Decimal;
  after: Decimal;
  /** Recognized before the change. */
  recognised: Decimal;
  catchUp: Decimal;
  satisfiedAfter: Decimal;
  /** The plans the remaining revenue follows, each with its weight. */
  parts: { plan: RecognitionPlan | undefined; weight: Decimal }[];
  why: string;
};

/** The lines after a treatment, or the reason it is not applicable. */
export type Computed =
  | {
      lines: Treated[];
      /** The obligations that terms without named obligations belong to; null for whatever the change leaves open. */
      basis: readonly string[] | null;
      /** The obligation an addition became part of, by the addition's key. */
      homes?: ReadonlyMap<string, string>;
    }
  | { impossible: string };

/** The part of the change that belongs entirely to this obligation (606-10-32-40). */
const ownOf = ({ terms }: ReadModification, key: string): Decimal => terms.directed.get(key) ?? ZERO;

function unchanged(line: Line, why: string): Treated {
  return {
    key: line.key,
    before: line.before,
    after: line.allocated,
    recognised: line.recognised,
    catchUp: ZERO,
    satisfiedAfter: line.satisfied,
    parts: [{ plan: line.plan, weight: ONE }],
    why,
  };
}

function added(addition: AddedLine, after: Decimal, why: string): Treated {
  return {
    key: addition.key,
    before: ZERO,
    after,
    recognised: ZERO,
    catchUp: ZERO,
    satisfiedAfter: ZERO,
    parts: [{ plan: addition.plan, weight: ONE }],
    why,
  };
}

/** 25-12: the contract stays as it is, and the additions are a separate contract at their price. */
export function separateContract(modification: ReadModification): Computed {
  const { lines, additions, currencyCode, priceChange, removed } = modification;
  if (additions.length === 0)
    return { impossible: 'Nothing is added, so there is nothing to account for as a separate contract.' };
  if (removed || !priceChange.isZero() || modification.terms.touchesExisting) {
    return {
      impossible:
        'The existing promises or their price also change, so this is not only a separate contract.',
    };
  }
  const price = sum(additions.map((addition) => addition.price));
  const shares = allocateByWeight(
    price,
    additions.map((addition) => addition.ssp),
    currencyCode,
  );
  return {
    lines: [
      ...lines.map((line) => unchanged(line, 'the original contract is unchanged (25-12)')),
      ...additions.map((addition, index) =>
        added(
          addition,
          (shares[index] ?? ZERO).plus(ownOf(modification, addition.key)),
          'a separate contract, its price allocated by relative standalone selling prices (25-12)',
        ),
      ),
    ],
    basis: additions.map(({ key }) => key),
  };
}

/** Unrecognized consideration of open obligations, plus the change: the pool of 25-13(a). */
function poolOf(modification: ReadModification): { open: Line[]; pool: Decimal; weights: Decimal[] } {
  const { lines, additions, priceChange } = modification;
  const open = lines.filter(isOpen);
  const pool = sum([
    priceChange,
    ...open.map((line) => line.allocated.minus(line.recognised)),
    ...additions.map((addition) => addition.price),
  ]);
  const sspOf = [
    ...open.map(({ key, remainingSsp }) => ({ key, ssp: remainingSsp })),
    ...additions.map(({ key, ssp }) => ({ key, ssp })),
  ];
  // An obligation covered by its own variable amounts takes no part of the rest, unless no other does (32-41).
  const { directed, expected } = modification.terms;
  const weights = sspOf.map(({ key, ssp }) =>
    coversStandalonePrice(sum([directed.get(key) ?? ZERO, expected.get(key) ?? ZERO]), ssp) ? ZERO : ssp,
  );
  return { open, pool, weights: sum(weights).isZero() ? sspOf.map(({ ssp }) => ssp) : weights };
}

/**
 * 25-13(a) and (c). The pool is allocated to everything that remains by standalone prices on the modification date.
 * Distinct remainders start again with their share. For those in `together`, the share completes one obligation with
 * what was transferred, which is remeasured on the date (catch-up).
 */
function fromPool(modification: ReadModification, isTogether: (line: Line) => boolean): Computed {
  const { lines, additions, currencyCode } = modification;
  const { open, pool, weights } = poolOf(modification);
  if (sum(weights).isZero()) {
    return {
      impossible: 'No remaining obligation has a standalone selling price to allocate the change to.',
    };
  }
  const shares = allocateByWeight(pool, weights, currencyCode);
  const shareOf = new Map<string, Decimal>();
  for (const [index, { key }] of [...open, ...additions].entries()) shareOf.set(key, shares[index] ?? ZERO);
  const together = open.filter(isTogether);
  const unmeasured = together.find((line) => line.isUnmeasured);
  if (unmeasured !== undefined) return unmeasurable(unmeasured);
  const home = (addition: AddedLine) =>
    addition.distinct
      ? undefined
      : (together.find((line) => line.key === addition.mergesInto) ?? together[0]);
  const money = (value: Decimal) => amountInFull(value, currencyCode);
  const poolText = `of the pool ${money(pool)} by standalone selling prices`;
  const directly = (key: string) => {
    const amount = ownOf(modification, key);
    return amount.isZero() ? '' : ` + ${money(amount)} allocated entirely to it (32-40)`;
  };
  const homes = new Map<string, string>();
  const treatedLines = lines.map((line): Treated => {
    if (!open.includes(line)) return withOwnAtOnce(modification, line, 'satisfied before the change');
    const own = shareOf.get(line.key) ?? ZERO;
    if (!together.includes(line)) {
      const after = sum([line.recognised, own, ownOf(modification, line.key)]);
      const why = `recognized ${money(line.recognised)} + share ${money(own)} ${poolText}${directly(line.key)} (25-13(a))`;
      return { ...unchanged(line, why), after };
    }
    const merged = additions.filter((addition) => home(addition) === line);
    for (const { key } of merged) homes.set(key, line.key);
    const share = sum([own, ...merged.map(({ key }) => shareOf.get(key) ?? ZERO)]);
    const direct = sum([line, ...merged].map(({ key }) => ownOf(modification, key)));
    return caughtUp(
      line,
      sum([line.recognised, share, direct]),
      merged,
      currencyCode,
      `share ${money(share)} ${poolText}${directly(line.key)}`,
    );
  });
  return {
    lines: [
      ...treatedLines,
      ...additions
        .filter((addition) => home(addition) === undefined)
        .map((addition) => {
          const share = shareOf.get(addition.key) ?? ZERO;
          const why = `share ${money(share)} ${poolText}${directly(addition.key)} (25-13(a))`;
          return added(addition, share.plus(ownOf(modification, addition.key)), why);
        }),
    ],
    basis: null,
    homes,
  };
}

/** An obligation that is not remeasured takes its own amount by the share satisfied: all of it at once, or later (32-44). */
function withOwnAtOnce(modification: ReadModification, line: Line, why: string): Treated {
  const own = ownOf(modification, line.key);
  const treated = unchanged(line, why);
  if (own.isZero()) return treated;
  const { currencyCode } = modification;
  const money = (value: Decimal) => amountInFull(value, currencyCode);
  const now = roundToCurrency(own.times(line.satisfied), currencyCode);
  return {
    ...treated,
    after: treated.after.plus(own),
    catchUp: now,
    why: `${why}; ${money(own)} allocated entirely to it (32-40), ${money(now)} of it satisfied (32-44)`,
  };
}

/** An obligation that would have to be remeasured, of which nothing says how much is satisfied then. */
const unmeasurable = ({ key }: Line): Computed => ({
  impossible: `What remains of ${key} is stated at another standalone selling price, which does not say how much of ${key} is satisfied. State that share, its costs, or the standalone selling price of what was transferred (606-10-25-31).`,
});

/** One obligation remeasured on the changed scope: price × share satisfied − recognized. */
function caughtUp(
  line: Line,
  after: Decimal,
  merged: readonly AddedLine[],
  currencyCode: string,
  basis: string,
): Treated {
  const money = (value: Decimal) => amountInFull(value, currencyCode);
  const mergedSsp = sum(merged.map((addition) => addition.ssp));
  const whole = line.satisfiedSsp.plus(line.remainingSsp).plus(mergedSsp);
  const derived = whole.isZero() ? ONE : line.satisfiedSsp.div(whole);
  const satisfiedAfter = line.satisfiedAfter ?? derived;
  const { atOnce, materials } = line;
  // Materials without margin have earned their cost at any price (606-10-55-21(b)).
  const apart = atOnce.plus(materials.totalCost);
  const earned = after.minus(apart).times(satisfiedAfter).plus(materials.costToDate);
  const toDate = roundToCurrency(earned, currencyCode).plus(atOnce);
  const progress = satisfiedAfter.toDecimalPlaces(6).toFixed();
  const measured = [
    `${money(after.minus(apart))} × ${progress}`,
    ...(materials.totalCost.isZero() ? [] : [`${money(materials.costToDate)} of materials at cost (55-21)`]),
    ...(atOnce.isZero() ? [] : [`${money(atOnce)} recognized at once`]),
  ].join(' + ');
  return {
    key: line.key,
    before: line.before,
    after,
    recognised: line.recognised,
    catchUp: toDate.minus(line.recognised),
    satisfiedAfter,
    parts: [
      { plan: line.plan, weight: line.remainingSsp.isZero() && mergedSsp.isZero() ? ONE : line.remainingSsp },
      ...merged.map((addition) => ({ plan: addition.plan, weight: addition.ssp })),
    ],
    why: `${basis}; ${measured} − ${money(line.recognised)} = ${money(toDate.minus(line.recognised))} (25-13(b))`,
  };
}

/** 25-13(a): as if the contract ended and a new one began; nothing recognized before changes. */
export function prospective(modification: ReadModification): Computed {
  return fromPool(
    {
      ...modification,
      additions: modification.additions.map((addition) => ({ ...addition, distinct: true })),
    },
    () => false,
  );
}

/** 25-13(c): distinct remainders prospectively, the others with a cumulative catch-up. */
export function mixed(modification: ReadModification): Computed {
  return fromPool(modification, (line) => !line.distinct);
}

/**
 * 25-13(b): the change is part of the obligation in progress, which is remeasured on the date. Additions join the
 * obligation they name, or otherwise the first one in progress. If none is in progress, the whole contract is measured as
 * one obligation, which shows the effect of treating everything as not distinct.
 */
export function catchUp(modification: ReadModification): Computed {
  const { lines, additions, priceChange, currencyCode } = modification;
  const named = new Set(additions.flatMap(({ mergesInto }) => (mergesInto === null ? [] : [mergesInto])));
  // What was satisfied before is in progress again where its new terms leave something.
  const targets = lines.filter((line) => named.has(line.key) || (line.satisfied.gt(ZERO) && isOpen(line)));
  if (targets.length === 0) return wholeContract(modification);
  const unmeasured = targets.find((line) => line.isUnmeasured);
  if (unmeasured !== undefined) return unmeasurable(unmeasured);
  const home = (addition: AddedLine) =>
    targets.find((line) => line.key === addition.mergesInto) ?? targets[0];
  const sspOf = (line: Line) => line.satisfiedSsp.plus(line.remainingSsp);
  const shares = allocateByWeight(priceChange, targets.map(sspOf), currencyCode);
  return {
    lines: lines.map((line) => {
      const rank = targets.indexOf(line);
      if (rank < 0) return withOwnAtOnce(modification, line, 'not part of the obligation in progress');
      const merged = additions.filter((addition) => home(addition) === line);
      const direct = [line, ...merged].map(({ key }) => ownOf(modification, key));
      const grown = sum([shares[rank] ?? ZERO, ...merged.map(({ price }) => price), ...direct]);
      const basis = `${amountInFull(line.allocated, currencyCode)} + ${amountInFull(grown, currencyCode)}`;
      return caughtUp(line, line.allocated.plus(grown), merged, currencyCode, basis);
    }),
    basis: targets.map(({ key }) => key),
    homes: new Map(additions.map((addition) => [addition.key, home(addition)?.key ?? addition.key])),
  };
}

function wholeContract(modification: ReadModification): Computed {
  const { lines, additions, priceChange, currencyCode } = modification;
  const sspOf = (line: Line) => line.satisfiedSsp.plus(line.remainingSsp);
  // What is priced as used has its own price (32-40), and what was recognized at once belongs to its obligation.
  const shared = lines.filter((line) => !sspOf(line).isZero());
  const price = sum([
    priceChange,
    ...shared.map((line) => line.allocated.minus(line.atOnce)),
    ...additions.map((addition) => addition.price),
  ]);
  const weights = [...shared.map(sspOf), ...additions.map((addition) => addition.ssp)];
  if (sum(weights).isZero()) {
    return { impossible: 'No obligation has a standalone selling price to allocate the change to.' };
  }
  const shares = allocateByWeight(price, weights, currencyCode);
  const basis = `share of the total price ${amountInFull(price, currencyCode)} by standalone selling prices`;
  const shareOf = (key: string, index: number) => (shares[index] ?? ZERO).plus(ownOf(modification, key));
  return {
    lines: [
      ...lines.map((line) => {
        const index = shared.indexOf(line);
        if (index < 0) return withOwnAtOnce(modification, line, 'priced as used');
        return caughtUp(line, shareOf(line.key, index).plus(line.atOnce), [], currencyCode, basis);
      }),
      ...additions.map((addition, index) =>
        added(addition, shareOf(addition.key, shared.length + index), `${basis} (25-13(b))`),
      ),
    ],
    basis: [...lines, ...additions].map(({ key }) => key),
  };
}
