import { toAmountString } from '@/core/money/currency';
import type { Decimal, DecimalString } from '@/core/money/decimal';
import { addPeriods, type PeriodString, periodNumber } from '../days';
import { Tally } from './tally';

/**
 * Why an amount may be left out of the disclosure: ONE_YEAR, an original term of a year or less (606-10-50-14(a));
 * RIGHT_TO_INVOICE (50-14(b)); ROYALTY, sales- or usage-based (50-14A(a)); VARIABLE, allocated entirely to an unsatisfied
 * obligation (50-14A(b)).
 */
export type RpoExpedient = 'ONE_YEAR' | 'RIGHT_TO_INVOICE' | 'ROYALTY' | 'VARIABLE';

/** Revenue still to be recognized, by the month it is expected in; null when the month is not known. */
export type RemainingRow = {
  contractId: string;
  obligationKey: string;
  period: PeriodString | null;
  amount: DecimalString;
  expedient?: RpoExpedient | null | undefined;
};

/** MONTHS: 1–12, 13–24 … months after `asOf`. YEARS: calendar years, as in Example 42. */
export type RpoBanding = 'MONTHS' | 'YEARS';

export type RpoBand = { band: string; amount: DecimalString };
export type RemainingObligations = {
  bands: RpoBand[];
  total: DecimalString;
  /** Amounts left out under each elected expedient, to be disclosed in words (50-15). */
  excluded: { expedient: RpoExpedient; amount: DecimalString }[];
};

function bandOf(row: RemainingRow, asOf: PeriodString, banding: RpoBanding, most: number): string {
  if (row.period === null) return 'unscheduled';
  if (banding === 'YEARS') return row.period.slice(0, 4);
  // Overdue amounts belong to the first band, because they will be recognized next.
  const months = Math.max(1, periodNumber(row.period) - periodNumber(asOf));
  const band = Math.ceil(months / 12);
  return band > most ? `over ${most * 12} months` : `${(band - 1) * 12 + 1}-${band * 12} months`;
}

/**
 * Remaining performance obligations by band at the end of `asOf` (606-10-50-13 to 50-15; Examples 42, 43). Rows under an
 * elected expedient are left out of the bands and shown separately; with no expedient in `elected`, everything is disclosed.
 */
export function remainingObligations(input: {
  currencyCode: string;
  asOf: PeriodString;
  rows: readonly RemainingRow[];
  elected?: readonly RpoExpedient[] | undefined;
  banding?: RpoBanding | undefined;
  /** Number of twelve-month bands before the open-ended one; default 3. */
  yearBands?: number | undefined;
}): RemainingObligations {
  const { currencyCode, asOf, rows, elected = [], banding = 'MONTHS', yearBands = 3 } = input;
  const bands = new Tally();
  const excluded = new Tally();
  if (banding === 'MONTHS') {
    for (let band = 1; band <= yearBands + 1; band += 1) {
      const period = addPeriods(asOf, band * 12);
      const row: RemainingRow = { contractId: '', obligationKey: '', period, amount: '0' };
      bands.add(bandOf(row, asOf, banding, yearBands), '0');
    }
  }
  for (const row of rows) {
    const expedient = row.expedient ?? null;
    if (expedient !== null && elected.includes(expedient)) excluded.add(expedient, row.amount);
    else bands.add(bandOf(row, asOf, banding, yearBands), row.amount);
  }
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  const names = banding === 'YEARS' ? bands.sortedKeys() : bands.keys();
  return {
    bands: names.map((band) => ({ band, amount: text(bands.get(band)) })),
    total: text(bands.total()),
    excluded: excluded.sortedKeys().map((expedient) => ({
      expedient: expedient as RpoExpedient,
      amount: text(excluded.get(expedient)),
    })),
  };
}
