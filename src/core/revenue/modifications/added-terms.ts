import { allocateByWeight } from '@/core/money/allocate';
import { type Decimal, ZERO } from '@/core/money/decimal';
import type { Reader } from '../reading';
import type { ModificationInput } from './modification';

/** The price terms of a change, parsed: their effect on the prices, and what belongs to one obligation alone. */
export type ReadTerms = {
  /** The amount they add to the price of each addition, or to the price of the remainder when nothing is added. */
  prices: Decimal[];
  priceChange: Decimal;
  /** Amounts included now that belong entirely to one obligation (606-10-32-40), by its key. */
  directed: Map<string, Decimal>;
  /** Royalties expected on one license, by its key: they decide its share of the rest (Example 35). */
  expected: Map<string, Decimal>;
  /** Whether they change the price of what the contract already promises (25-12). */
  touchesExisting: boolean;
  named: { key: string; to: readonly string[] | null }[];
};

type Added = { key: string; price: Decimal; ssp: Decimal };
type Asked = Pick<ModificationInput, 'currencyCode' | 'terms' | 'obligations'>;

/**
 * Variable consideration, royalties and interest that come with a change. A term that names no obligation is part of the
 * price of the additions, or of the price change when nothing is added.
 */
export function readPriceTerms(read: Reader, input: Asked, additions: readonly Added[]): ReadTerms {
  const { variable = [], royalties = [], interest = '0' } = input.terms ?? {};
  const existing = new Map(input.obligations.map(({ key, remainingSsp }) => [key, remainingSsp ?? '1']));
  const added = new Map(additions.map(({ key, ssp }) => [key, ssp]));
  const isKnown = (key: string) => existing.has(key) || added.has(key);
  const named = [...variable, ...royalties].map(({ key, to }) => ({ key, to: to?.length ? to : null }));
  if (new Set(named.map(({ key }) => key)).size !== named.length) {
    read.problem(['terms'], 'must have unique keys');
  }
  for (const key of named.flatMap(({ to }) => to ?? [])) {
    if (!isKnown(key)) read.problem(['terms', 'to'], `${key} is not an obligation`);
  }

  const directed = new Map<string, Decimal>();
  let shared: Decimal = read.money(['terms', 'interest'], interest, 'NEGATIVE').negated();
  variable.forEach(({ included, to }, index) => {
    const amount = read.money(['terms', 'variable', index, 'included'], included, 'NEGATIVE');
    if (to === undefined || to.length === 0) shared = shared.plus(amount);
    else {
      const weights = to.map((key) => weightOf(read, added.get(key) ?? existing.get(key) ?? '1'));
      const shares = allocateByWeight(amount, weights, input.currencyCode);
      for (const [rank, key] of to.entries()) {
        directed.set(key, (directed.get(key) ?? ZERO).plus(shares[rank] ?? ZERO));
      }
    }
  });
  const expected = new Map<string, Decimal>();
  royalties.forEach(({ to, expected: amount }, index) => {
    const [only, ...more] = to ?? [];
    if (amount === undefined || only === undefined || more.length > 0) return;
    const value = read.money(['terms', 'royalties', index, 'expected'], amount);
    expected.set(only, (expected.get(only) ?? ZERO).plus(value));
  });

  const weights = additions.map(({ price, ssp }) => atLeastZero(price.gt(ZERO) ? price : ssp));
  const prices = additions.length === 0 ? [] : allocateByWeight(shared, weights, input.currencyCode);
  const reachesExisting = ({ to }: { to: readonly string[] | null }) =>
    to === null ? additions.length === 0 : to.some((key) => existing.has(key));
  return {
    prices,
    priceChange: additions.length === 0 ? shared : ZERO,
    directed,
    expected,
    touchesExisting: named.some(reachesExisting),
    named,
  };
}

function weightOf(read: Reader, weight: Decimal | string): Decimal {
  return atLeastZero(
    typeof weight === 'string' ? read.number(['obligations'], weight, { min: '0' }) : weight,
  );
}

const atLeastZero = (value: Decimal) => (value.lt(ZERO) ? ZERO : value);
