/**
 * ISO 4217's transaction currencies by the digits of their minor unit, without funds and precious metals. A browser
 * needs only this part of the published list; the test compares the two.
 */
const BY_DIGITS: readonly (readonly [number, string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW ' +
      'CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF ' +
      'IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN ' +
      'MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS ' +
      'SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD YER ZAR ZMW ZWG',
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

const DIGITS: ReadonlyMap<string, number> = new Map(
  BY_DIGITS.flatMap(([digits, codes]) => codes.split(' ').map((code): [string, number] => [code, digits])),
);

/** Every currency's code, in order. */
export const CURRENCY_CODES: readonly string[] = [...DIGITS.keys()].sort();

/** True when `code` is an ISO 4217 transaction currency in upper case. */
export function isCurrency(code: string): boolean {
  return DIGITS.has(code);
}

/** Digits of the minor unit (JPY 0, USD 2, BHD 3). Throws for an unknown currency: callers validate first. */
export function minorUnits(code: string): number {
  const digits = DIGITS.get(code);
  if (digits === undefined) throw new Error(`unknown currency ${code}`);
  return digits;
}
