/**
 * Whether this is the long run (`DAYBOOK_LONG=1 npm test`, every night by .github/workflows/nightly.yml): what an ordinary run samples is tried
 * whole. docs/measurements.md says what is sampled.
 */
export const IS_LONG = process.env.DAYBOOK_LONG === '1';
