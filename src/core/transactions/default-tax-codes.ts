import type { DatedTaxRate } from './tax';

/** A tax code an organization starts with. The rates are a starting point to be checked, not tax advice. */
export type DefaultTaxCode = {
  readonly code: string;
  readonly name: string;
  readonly rates: readonly DatedTaxRate[];
};

const rate = (validFrom: string, percent: string, validTo: string | null = null): DatedTaxRate => ({
  validFrom,
  validTo,
  rate: percent,
});

const ZERO_RATED: DefaultTaxCode = { code: 'ZERO', name: 'Zero rated', rates: [rate('2000-01-01', '0')] };

/** By base currency: the standard and reduced rates of the largest economy using it, with their history. */
const BY_CURRENCY: Readonly<Record<string, readonly DefaultTaxCode[]>> = {
  EUR: [
    {
      code: 'STANDARD',
      name: 'Standard VAT',
      rates: [
        rate('2007-01-01', '19', '2020-06-30'),
        rate('2020-07-01', '16', '2020-12-31'),
        rate('2021-01-01', '19'),
      ],
    },
    {
      code: 'REDUCED',
      name: 'Reduced VAT',
      rates: [
        rate('2007-01-01', '7', '2020-06-30'),
        rate('2020-07-01', '5', '2020-12-31'),
        rate('2021-01-01', '7'),
      ],
    },
  ],
  GBP: [
    { code: 'STANDARD', name: 'Standard VAT', rates: [rate('2011-01-04', '20')] },
    { code: 'REDUCED', name: 'Reduced VAT', rates: [rate('1997-09-01', '5')] },
  ],
  CHF: [
    {
      code: 'STANDARD',
      name: 'Standard VAT',
      rates: [rate('2018-01-01', '7.7', '2023-12-31'), rate('2024-01-01', '8.1')],
    },
    {
      code: 'REDUCED',
      name: 'Reduced VAT',
      rates: [rate('2018-01-01', '2.5', '2023-12-31'), rate('2024-01-01', '2.6')],
    },
  ],
};
const SALES_TAX: readonly DefaultTaxCode[] = [
  { code: 'STANDARD', name: 'Sales tax', rates: [rate('2000-01-01', '8.25')] },
  { code: 'REDUCED', name: 'Reduced sales tax', rates: [rate('2000-01-01', '4')] },
];

/** The tax codes STANDARD, REDUCED and ZERO for an organization with that base currency. */
export function defaultTaxCodes(baseCurrency: string): readonly DefaultTaxCode[] {
  return [...(BY_CURRENCY[baseCurrency] ?? SALES_TAX), ZERO_RATED];
}
