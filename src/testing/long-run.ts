/**
 * Whether this is the long run (`DAYBOOK_LONG=1 npm test`, every night by .github/workflows/nightly.yml): what an ordinary run samples is tried
 * whole. docs/measurements.md says what is sampled.
 */
export const IS_LONG = process.env.DAYBOOK_LONG === '1';

/**
 * The number of random cases on which something is tried: DAYBOOK_HISTORIES where it is set (2,000 in a long proof), otherwise `ordinary`,
 * and `long` in the long run; `most` is the largest number that still ends in a sensible time.
 */
export const cases = (ordinary: number, long: number, most = Number.POSITIVE_INFINITY): number =>
  Math.min(Number(process.env.DAYBOOK_HISTORIES ?? (IS_LONG ? long : ordinary)), most);

/** The number of random histories on which a law of core is tried. */
export const HISTORIES = cases(40, 200);
