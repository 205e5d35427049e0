import type { DecimalString } from './decimal';

/** An amount in a formula: its digits before the point, and what follows it. */
const AMOUNT = /(\d+)(\.\d+)?/g;
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/**
 * An amount, or a formula of amounts, with a comma before every third digit, as the screens show amounts: `1,200.00 − 980.50`. For
 * sentences; what programs read has none.
 */
export const withSeparators = (amounts: DecimalString): string =>
  amounts.replace(AMOUNT, (_, whole: string, fraction = '') => `${whole.replace(THOUSANDS, ',')}${fraction}`);
