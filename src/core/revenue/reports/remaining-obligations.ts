import { toAmountString } from '@/core/money/currency';
import type { Decimal, DecimalString } from '@/core/money/decimal';
import { MONTHS, type PeriodGrid } from '../../periods/period-grid';
import type { PeriodString } from '../days';
import type { REMAINING_EXPEDIENTS } from '../vocabulary';
import { bandsFrom, monthBands, type RpoBanding, YEAR_BANDS } from './remaining-bands';
import { Tally } from './tally';

/** Why an amount may be left out of the disclosure. */
export type RpoExpedient = (typeof REMAINING_EXPEDIENTS)[number];

/** Revenue still to be recognized, by the period it is expected in; null when the period is not known. */
export type RemainingRow = {
  contractId: string;
  obligationKey: string;
  period: PeriodString | null;
  amount: DecimalString;
  expedient?: RpoExpedient | null | undefined;
};

export type RpoBand = { band: string; amount: DecimalString };
export type RemainingObligations = {
  bands: RpoBand[];
  total: DecimalString;
  /** Amounts left out under each elected expedient, to be disclosed in words (50-15). */
  excluded: { expedient: RpoExpedient; amount: DecimalString }[];
};

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
  /** The periods of the books; calendar months unless they have others. */
  grid?: PeriodGrid | undefined;
}): RemainingObligations {
  const { currencyCode, asOf, rows, elected = [], banding = 'MONTHS' } = input;
  const { grid = MONTHS, yearBands = YEAR_BANDS } = input;
  const bandOf = bandsFrom({ asOf, grid, banding, yearBands });
  const bands = new Tally();
  const excluded = new Tally();
  if (banding === 'MONTHS') for (const band of monthBands(yearBands)) bands.add(band, '0');
  for (const row of rows) {
    const expedient = row.expedient ?? null;
    if (expedient !== null && elected.includes(expedient)) excluded.add(expedient, row.amount);
    else bands.add(row.period === null ? 'unscheduled' : bandOf(row.period), row.amount);
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
