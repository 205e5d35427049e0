import { divided, exact, halfEven, tidy, written } from '../../support/exact';

export interface StoredRate {
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly rate: string;
  readonly kind: string;
}

/**
 * The rate between two currencies on a day: the newest that is not of a later day, in whichever direction it was entered; of two on the
 * same day, the one in the direction asked for. A rate entered in the other direction is inverted to ten places. Null when there is none.
 */
export function rateAsOf(
  wanted: { readonly from: string; readonly to: string; readonly date: string },
  rates: readonly StoredRate[],
): string | null {
  if (wanted.from === wanted.to) return '1';
  const [newest] = rates
    .filter(({ date }) => date <= wanted.date)
    .filter(({ from, to }) => [from, to].sort().join() === [wanted.from, wanted.to].sort().join())
    .toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.from === wanted.from ? -1 : 1));
  if (newest === undefined) return null;
  if (newest.from === wanted.from) return tidy(newest.rate);
  return written(halfEven(divided(exact(1n), exact(newest.rate)), 10));
}
