import currencyCodes from 'currency-codes';

/** The currency's English name, e.g. `US Dollar`. */
export function currencyName(code: string): string {
  return currencyCodes.code(code)?.currency ?? code;
}
