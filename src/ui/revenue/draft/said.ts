import { dec, isPlainDecimal, toPlainString } from '@/core/money/decimal';

/** A field that is omitted when empty. */
export function said<Name extends string>(name: Name, text: string): { [name in Name]?: string } {
  return text.trim() === '' ? {} : ({ [name]: text.trim() } as { [name in Name]?: string });
}

/** `25` percent as `0.25`; text that is not a number is passed on unchanged, to be refused with the field name. */
export function shareOf(percent: string): string {
  return isPlainDecimal(percent) ? toPlainString(dec(percent).div('100')) : percent;
}

/** `0.25` as `25` percent; empty stays empty. */
export function percentOf(share: string | number | undefined): string {
  return share === undefined ? '' : toPlainString(dec(String(share)).times('100'));
}

/** A stored value as the text of a field. */
export const words = (stored: unknown) => (stored === null || stored === undefined ? '' : String(stored));

/**
 * A count (periods, months) as the endpoint expects it; anything else is refused with the field name. Never for money.
 */
export const countOf = (text: string) => Number(text);
