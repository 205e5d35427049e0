import { isCharged } from './holding';
import { chanceOf } from './random';
import type { Timeline } from './timeline';

/** Each pair's starting rate and its largest monthly change, in parts per ten thousand. */
const PAIRS: readonly {
  readonly from: string;
  readonly to: string;
  /** In units of the last decimal shown. */
  readonly start: number;
  readonly places: number;
  readonly drift: number;
}[] = [
  { from: 'EUR', to: 'USD', start: 10_840, places: 4, drift: 110 },
  { from: 'USD', to: 'JPY', start: 15_120, places: 2, drift: 160 },
  { from: 'GBP', to: 'USD', start: 12_690, places: 4, drift: 110 },
  { from: 'CAD', to: 'USD', start: 7_390, places: 4, drift: 70 },
];

export interface PlannedRate {
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly type: 'SPOT' | 'CLOSING' | 'AVERAGE';
  readonly rate: string;
}

/**
 * A spot rate on the first of each month, and a closing and an average rate on the last day of each past month. A bounded
 * random walk per pair; EUR to JPY is the product of the two.
 */
export function exchangeRates(timeline: Timeline): PlannedRate[] {
  const walks = PAIRS.map((pair) => ({ ...pair, values: walkOf(pair, timeline.months.length) }));
  const euro = walks[0]?.values ?? [];
  const yen = walks[1]?.values ?? [];
  const cross = euro.map((value, index) => Math.round((value * (yen[index] ?? 0)) / 10_000));
  const pairs = [...walks, { from: 'EUR', to: 'JPY', places: 2, values: cross }];
  return timeline.months.flatMap((month, index) =>
    pairs.flatMap(({ from, to, places, values }): PlannedRate[] => {
      const spot = values[index] ?? 0;
      const closing = values[index + 1] ?? spot;
      const pair = { from, to };
      const rates: PlannedRate[] = [{ ...pair, date: month.start, type: 'SPOT', rate: placed(spot, places) }];
      if (month.age === 0) return rates;
      return [
        ...rates,
        { ...pair, date: month.end, type: 'CLOSING', rate: placed(closing, places) },
        { ...pair, date: month.end, type: 'AVERAGE', rate: placed(Math.round((spot + closing) / 2), places) },
      ];
    }),
  );
}

/**
 * A euro rate as intended and as first entered, on the first day of the latest month before this one in which a document used it, so that
 * in every story something was posted at the wrong rate.
 */
export function mistypedRate(timeline: Timeline): {
  readonly meant: PlannedRate;
  readonly typed: PlannedRate;
} {
  const month = timeline.months.findLast((one) => one.age > 0 && isCharged(one)) ?? timeline.thisMonth;
  const meant = exchangeRates(timeline).find(
    ({ from, to, date, type }) => from === 'EUR' && to === 'USD' && date === month.start && type === 'SPOT',
  );
  if (meant === undefined) throw new Error('the story has no rate of that month');
  return { meant, typed: { ...meant, rate: mistyped(meant.rate) } };
}

/**
 * Transposes the second and third decimals, which stays within the limit that needs no confirmation; where these are the same digit, the
 * third and fourth; and where those are too, changes the last digit.
 */
export function mistyped(rate: string): string {
  const [units = '', digits = ''] = rate.split('.');
  const exchanged = (at: number) =>
    `${units}.${digits.slice(0, at)}${digits.charAt(at + 1)}${digits.charAt(at)}${digits.slice(at + 2)}`;
  const last = '1234567890'.charAt('0123456789'.indexOf(digits.charAt(3)));
  return (
    [exchanged(1), exchanged(2)].find((typed) => typed !== rate) ?? `${units}.${digits.slice(0, 3)}${last}`
  );
}

/** One value per month, in units of the last place, pulled back toward the start so that it does not drift away over the years. */
function walkOf({ from, start, drift }: (typeof PAIRS)[number], months: number): number[] {
  const chance = chanceOf(`rate:${from}`);
  let value = start;
  return Array.from({ length: months }, () => {
    const moved = value + Math.trunc((value * chance.between(-drift, drift)) / 10_000);
    value = moved + Math.trunc((start - moved) / 8);
    return value;
  });
}

function placed(value: number, places: number): string {
  const digits = String(value).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
