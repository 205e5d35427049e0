import type { DecimalString } from '../money/decimal';
import { granted, type Outcome, refused } from '../outcome';
import type { AccountingDate } from '../periods/calendar';

/** A tax code's percentage from `validFrom` to `validTo`, both days included; `validTo` is null while open-ended. */
export type DatedTaxRate = {
  readonly validFrom: AccountingDate;
  readonly validTo: AccountingDate | null;
  readonly rate: DecimalString;
};

/**
 * The percentage in force on the transaction date; if several, the one with the latest start. Refuses with INVALID_INPUT
 * at `path` when the code has none on that day: there is no silent zero.
 */
export function taxRateOn(
  code: { readonly code: string; readonly rates: readonly DatedTaxRate[] },
  date: AccountingDate,
  path: readonly string[] = ['taxCodeId'],
): Outcome<DecimalString> {
  let found: DatedTaxRate | null = null;
  for (const rate of code.rates) {
    const valid = rate.validFrom <= date && (rate.validTo === null || date <= rate.validTo);
    if (valid && (found === null || found.validFrom <= rate.validFrom)) found = rate;
  }
  if (found !== null) return granted(found.rate);
  const message = `Tax code ${code.code} has no rate on ${date}.`;
  return refused('INVALID_INPUT', message, { issues: [{ path, message }] });
}
