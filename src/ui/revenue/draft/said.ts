import { dec, isPlainDecimal, toPlainString } from '@/core/money/decimal';

/** A field that is left out when nothing was said. */
export function said<Name extends string>(name: Name, text: string): { [name in Name]?: string } {
  return text.trim() === '' ? {} : ({ [name]: text.trim() } as { [name in Name]?: string });
}

/** `25` percent as `0.25`; what is no number goes on as it is, to be refused by name. */
export function shareOf(percent: string): string {
  return isPlainDecimal(percent) ? toPlainString(dec(percent).div('100')) : percent;
}

/** `0.25` as `25` percent; nothing said as nothing. */
export function percentOf(share: string | number | undefined): string {
  return share === undefined ? '' : toPlainString(dec(String(share)).times('100'));
}

/** What was stored, as the text of a field. */
export const words = (stored: unknown) => (stored === null || stored === undefined ? '' : String(stored));

/** A count (periods, months) as the verb takes it; what is none is refused by name. Never for money. */
export const countOf = (text: string) => Number(text);
