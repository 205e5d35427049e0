import type { DefaultTaxCode } from '../transactions/default-tax-codes';
import type { DatedTaxRate } from '../transactions/tax';

type Rates = readonly (readonly [validFrom: string, percent: string, validTo?: string])[];

const code = (name: string, title: string, rates: Rates): DefaultTaxCode => ({
  code: name,
  name: title,
  rates: rates.map(
    ([validFrom, percent, validTo]): DatedTaxRate => ({ validFrom, rate: percent, validTo: validTo ?? null }),
  ),
});

const standard = (title: string, rates: Rates) => code('STANDARD', title, rates);
const reduced = (title: string, rates: Rates) => code('REDUCED', title, rates);
const ZERO = code('ZERO', 'Zero rated', [['2000-01-01', '0']]);
const EXEMPT = code('EXEMPT', 'Exempt', [['2000-01-01', '0']]);
const REVERSE = code('REVERSE', 'Reverse charge', [['2000-01-01', '0']]);

/** The standard and the most common reduced rates of value added and sales taxes, with the days they hold from. */
const BY_COUNTRY: Readonly<Record<string, readonly DefaultTaxCode[]>> = {
  AT: [standard('USt 20%', [['2016-01-01', '20']]), reduced('USt 10%', [['2016-01-01', '10']]), REVERSE],
  AU: [standard('GST', [['2000-07-01', '10']]), EXEMPT],
  BE: [standard('TVA 21%', [['1996-01-01', '21']]), reduced('TVA 6%', [['2000-01-01', '6']]), REVERSE],
  CA: [standard('GST', [['2008-01-01', '5']]), code('HST-ON', 'HST Ontario', [['2010-07-01', '13']])],
  CH: [
    standard('MWST', [
      ['2018-01-01', '7.7', '2023-12-31'],
      ['2024-01-01', '8.1'],
    ]),
    reduced('MWST, reduced', [
      ['2018-01-01', '2.5', '2023-12-31'],
      ['2024-01-01', '2.6'],
    ]),
  ],
  DE: [
    standard('USt 19%', [
      ['2007-01-01', '19', '2020-06-30'],
      ['2020-07-01', '16', '2020-12-31'],
      ['2021-01-01', '19'],
    ]),
    reduced('USt 7%', [
      ['2007-01-01', '7', '2020-06-30'],
      ['2020-07-01', '5', '2020-12-31'],
      ['2021-01-01', '7'],
    ]),
    REVERSE,
  ],
  DK: [standard('Moms 25%', [['1992-01-01', '25']]), REVERSE],
  ES: [standard('IVA 21%', [['2012-09-01', '21']]), reduced('IVA 10%', [['2012-09-01', '10']]), REVERSE],
  FR: [standard('TVA 20%', [['2014-01-01', '20']]), reduced('TVA 10%', [['2014-01-01', '10']]), REVERSE],
  GB: [standard('VAT 20%', [['2011-01-04', '20']]), reduced('VAT 5%', [['1997-09-01', '5']]), REVERSE],
  IE: [standard('VAT 23%', [['2021-03-01', '23']]), reduced('VAT 13.5%', [['2003-01-01', '13.5']]), REVERSE],
  IN: [standard('GST 18%', [['2017-07-01', '18']]), reduced('GST 5%', [['2017-07-01', '5']])],
  IT: [standard('IVA 22%', [['2013-10-01', '22']]), reduced('IVA 10%', [['1995-01-01', '10']]), REVERSE],
  JP: [
    standard('Consumption tax', [
      ['2014-04-01', '8', '2019-09-30'],
      ['2019-10-01', '10'],
    ]),
    reduced('Consumption tax, reduced', [['2019-10-01', '8']]),
  ],
  NL: [standard('Btw 21%', [['2012-10-01', '21']]), reduced('Btw 9%', [['2019-01-01', '9']]), REVERSE],
  NO: [standard('Mva 25%', [['2005-01-01', '25']]), reduced('Mva 15%', [['2012-01-01', '15']]), REVERSE],
  NZ: [standard('GST 15%', [['2010-10-01', '15']]), EXEMPT],
  PL: [standard('VAT 23%', [['2011-01-01', '23']]), reduced('VAT 8%', [['2011-01-01', '8']]), REVERSE],
  PT: [standard('IVA 23%', [['2011-01-01', '23']]), reduced('IVA 6%', [['2011-01-01', '6']]), REVERSE],
  SE: [standard('Moms 25%', [['1990-07-01', '25']]), reduced('Moms 12%', [['1996-01-01', '12']]), REVERSE],
  SG: [
    standard('GST', [
      ['2007-07-01', '7', '2022-12-31'],
      ['2023-01-01', '8', '2023-12-31'],
      ['2024-01-01', '9'],
    ]),
    EXEMPT,
  ],
};

/** The United States has no federal sales tax: the rate is the customer's state, county and city. */
const UNITED_STATES = [EXEMPT];

/**
 * The tax codes proposed for a country: its standard and reduced rates, and zero. Proposals are to be checked, not tax advice; a
 * country that is not listed, and the United States, get the codes without a rate of their own.
 */
export function proposedTaxCodes(countryCode: string | null): readonly DefaultTaxCode[] {
  return [...(BY_COUNTRY[countryCode ?? ''] ?? UNITED_STATES), ZERO];
}
