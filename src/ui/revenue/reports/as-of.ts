import { isDay } from '@/ui/kit/figures/date-format';
import { text } from '@/ui/kit/tables/url-state';

/** The two dates of every revenue figure: what had happened and what was known by then. */
export const asOfFilters = { effective: text, known: text };

export type AsOf = { readonly effective: string; readonly known: string };

/** The end of the day, so that everything recorded on it counts as known. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.999Z`;
}

/** The dates as every revenue endpoint expects them; invalid dates are ignored. */
export function asOfQuestion({ effective, known }: AsOf) {
  return {
    ...(isDay(effective) ? { effectiveAsOf: effective } : {}),
    ...(isDay(known) ? { knownAsOf: endOfDay(known) } : {}),
  };
}
