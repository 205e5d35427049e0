import { formatDate, formatMonth, formatMonthShort } from '@/ui/kit/figures/date-format';

/** The periods of a report in which some books do not use calendar months. */
export type PeriodBasis = {
  readonly words: string;
  readonly subsidiaries: readonly { readonly id: string; readonly name: string }[];
  readonly periods: readonly {
    readonly key: string;
    readonly label: string;
    readonly startDate: string;
    readonly endDate: string;
  }[];
};

const isMonth = (text: string) => /^\d{4}-\d{2}$/.test(text);
const labelOf = (basis: PeriodBasis | undefined, period: string) =>
  basis?.periods.find(({ key }) => key === period)?.label ?? period;

/** Whether the periods of a report are fiscal periods rather than calendar months. */
export const isFiscal = (basis: PeriodBasis | undefined) => (basis?.periods.length ?? 0) > 0;

/** A period of a report as people read it: `March 2026`, or `FY2026-P03, to 4 Apr 2026`. */
export function periodWords(basis: PeriodBasis | undefined, period: string): string {
  const found = basis?.periods.find(({ key }) => key === period);
  const label = found?.label ?? period;
  if (isMonth(label)) return formatMonth(label);
  return found === undefined
    ? `Period to ${formatDate(period)}`
    : `${label}, to ${formatDate(found.endDate)}`;
}

/** The same for narrow columns: `Mar 2026`, or `FY2026-P03`. */
export function periodShort(basis: PeriodBasis | undefined, period: string): string {
  const label = labelOf(basis, period);
  return isMonth(label) ? formatMonthShort(label) : label;
}
