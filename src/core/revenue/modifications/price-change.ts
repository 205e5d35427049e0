import { allocateByWeight } from '@/core/money/allocate';
import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, sum, ZERO } from '@/core/money/decimal';
import { granted, type Outcome, refused } from '@/core/outcome';
import { reading } from '../reading';

/** An obligation in an allocation basis: its weight, and the share of it satisfied so far (0 to 1). */
export type BasisLine = { key: string; weight: DecimalString; satisfied: DecimalString };

export type PriceChangeInput = {
  currencyCode: string;
  /** Change of the transaction price: a new estimate of variable consideration, a concession … */
  change: DecimalString;
  /** The obligations and standalone prices at inception; they are never reallocated (32-43). */
  inception: readonly (BasisLine & {
    /** Not yet satisfied when the contract was modified; read only together with `modified`. */
    openAtModification?: boolean | undefined;
  })[];
  /** Only these obligations, where the criteria of 32-40 hold (32-44). */
  onlyTo?: readonly string[] | undefined;
  /** The remaining obligations and weights after a prospective modification (25-13(a)), if there was one. */
  modified?: readonly BasisLine[] | undefined;
  /** Whether the change is due to variable consideration promised before that modification (32-45(a)). */
  promisedBefore?: boolean | undefined;
};

export type PriceChangeShare = { key: string; amount: DecimalString; recogniseNow: DecimalString };
export type PriceChange = { allocations: PriceChangeShare[]; recogniseNow: DecimalString; why: string };

/**
 * Allocates a change of the transaction price after inception (606-10-32-42 to 32-45): on the basis of inception, with
 * the satisfied part recognized now. After a prospective modification, a change promised before it goes back to the
 * obligations of inception, and the part for those then open is shared on the basis of the modified contract (Example 6);
 * any other change is allocated on the basis of the modified contract. Shares sum to the change exactly.
 * Refuses with INVALID_INPUT and REVENUE_RULE NOTHING_TO_ALLOCATE_TO.
 */
export function allocatePriceChange(input: PriceChangeInput): Outcome<PriceChange> {
  const { currencyCode, modified } = input;
  const read = reading(currencyCode);
  const change = read.money(['change'], input.change, 'NEGATIVE');
  const readBasis = (field: string, lines: readonly BasisLine[]) =>
    lines.map((line, index) => ({
      key: line.key,
      weight: read.number([field, index, 'weight'], line.weight, { min: '0' }),
      satisfied: read.number([field, index, 'satisfied'], line.satisfied, { min: '0', max: '1' }),
    }));
  const inception = readBasis('inception', input.inception).map((line, index) => ({
    ...line,
    open: input.inception[index]?.openAtModification ?? line.satisfied.lt('1'),
  }));
  const left = modified === undefined ? null : readBasis('modified', modified);
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };

  const only = input.onlyTo === undefined ? null : new Set(input.onlyTo);
  const toModified = left !== null && input.promisedBefore !== true;
  const basis = (toModified ? left : inception).filter(({ key }) => only === null || only.has(key));
  const leftWeights = left?.map(({ weight }) => weight) ?? [];
  if (basis.length === 0 || sum(basis.map(({ weight }) => weight)).isZero() || left?.length === 0) {
    return refused('REVENUE_RULE', 'No obligation has a weight to allocate the change by.', {
      rule: 'NOTHING_TO_ALLOCATE_TO',
      paragraph: '606-10-32-43',
    });
  }

  const shares = allocateByWeight(
    change,
    basis.map(({ weight }) => weight),
    currencyCode,
  );
  const given = new Map<string, { amount: Decimal; now: Decimal }>();
  const give = (key: string, amount: Decimal, satisfied: Decimal) => {
    const now = roundToCurrency(amount.times(satisfied), currencyCode);
    const known = given.get(key) ?? { amount: ZERO, now: ZERO };
    given.set(key, { amount: known.amount.plus(amount), now: known.now.plus(now) });
  };
  let toPool = ZERO;
  basis.forEach((line, index) => {
    const share = shares[index] ?? ZERO;
    const wasOpen = left !== null && !toModified && 'open' in line && line.open === true;
    if (wasOpen) toPool = toPool.plus(share);
    else give(line.key, share, line.satisfied);
  });
  if (left !== null && !toModified) {
    const poolShares = allocateByWeight(toPool, leftWeights, currencyCode);
    left.forEach((line, index) => {
      give(line.key, poolShares[index] ?? ZERO, line.satisfied);
    });
  }
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  const paragraph = left === null ? '32-43' : toModified ? '32-45(b)' : '32-45(a)';
  return granted({
    allocations: [...given].map(([key, { amount, now }]) => ({
      key,
      amount: text(amount),
      recogniseNow: text(now),
    })),
    recogniseNow: text(sum([...given.values()].map(({ now }) => now))),
    why: `${text(change)} allocated on the basis of ${toModified ? 'the modification' : 'inception'} (606-10-${only === null ? paragraph : '32-44'}).`,
  });
}
