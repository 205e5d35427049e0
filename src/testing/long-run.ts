/**
 * Whether this is the long run (`DAYBOOK_LONG=1 npm test`, every night by .github/workflows/nightly.yml): what an ordinary run samples is tried
 * whole. docs/measurements.md says what is sampled.
 */
export const IS_LONG = process.env.DAYBOOK_LONG === '1';

/**
 * The number of random histories on which a law is tried: DAYBOOK_HISTORIES where it is set (2,000 in a long proof), otherwise 80 in an
 * ordinary run and 200 in the long run.
 */
export const HISTORIES = Number(process.env.DAYBOOK_HISTORIES ?? (IS_LONG ? 200 : 80));
