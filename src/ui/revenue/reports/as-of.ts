import { isDay } from '@/ui/kit/date-format';
import { text } from '@/ui/kit/url-state';

/** The two dates of every revenue figure: what had happened by then, and what was known by then. */
export const asOfFilters = { effective: text, known: text };

export type AsOf = { readonly effective: string; readonly known: string };

/** The end of a day: everything recorded on it was known. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.999Z`;
}

/** The dates as every revenue verb takes them; what is no day is left aside. */
export function asOfQuestion({ effective, known }: AsOf) {
  return {
    ...(isDay(effective) ? { effectiveAsOf: effective } : {}),
    ...(isDay(known) ? { knownAsOf: endOfDay(known) } : {}),
  };
}
