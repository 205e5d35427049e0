import { isCurrency, minorUnits } from '../money/minor-units';

/** 1,234.50 and (1,234.50), with the decimal places of the currency; the underscore aligns the decimal points. */
export function moneyFormat(currency: string): string {
  const places = isCurrency(currency) ? minorUnits(currency) : 2;
  const digits = places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`;
  return `${digits}_);(${digits})`;
}

/** The allowed names of a sheet: at most 31 characters, none of \ / ? * [ ] : and no quote at its ends. */
export function tabName(title: string): string {
  const name = title
    .replace(/[\\/?*[\]:]/g, ' ')
    .slice(0, 31)
    .replace(/^'+|'+$/g, '')
    .trim();
  return name === '' ? 'Sheet' : name;
}
