/** Units of measure; `base` and `factor`: one of this unit equals `factor` base units. */
export const UNITS: readonly {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  readonly category: string;
  readonly base?: string;
  readonly factor?: string;
}[] = [
  { code: 'EA', name: 'Each', symbol: 'ea', category: 'COUNT' },
  { code: 'DOZ', name: 'Dozen', symbol: 'doz', category: 'COUNT', base: 'EA', factor: '12' },
  { code: 'PAL', name: 'Pallet of 48', symbol: 'pal', category: 'COUNT', base: 'EA', factor: '48' },
  { code: 'SEAT', name: 'Seat', symbol: 'seat', category: 'USERS' },
  { code: 'MO', name: 'Month', symbol: 'mo', category: 'TERM' },
  { code: 'QTR', name: 'Quarter', symbol: 'qtr', category: 'TERM', base: 'MO', factor: '3' },
  { code: 'YR', name: 'Year', symbol: 'yr', category: 'TERM', base: 'MO', factor: '12' },
  { code: 'HR', name: 'Hour', symbol: 'h', category: 'TIME' },
  { code: 'DAY', name: 'Day of eight hours', symbol: 'd', category: 'TIME', base: 'HR', factor: '8' },
  { code: 'GB', name: 'Gigabyte', symbol: 'GB', category: 'DATA' },
  { code: 'TB', name: 'Terabyte', symbol: 'TB', category: 'DATA', base: 'GB', factor: '1000' },
];

export type ItemCode =
  | 'MC-CORE'
  | 'MC-ANL'
  | 'MC-DATA'
  | 'MC-SUP'
  | 'MC-ONB'
  | 'MC-CON'
  | 'MC-TRN'
  | 'MC-EDGE'
  | 'MC-LIC';

export type PriceCurrency = 'USD' | 'EUR' | 'JPY';

/** What Meridian sells, with its account and last year's and this year's price in each currency. */
export interface Product {
  readonly code: ItemCode;
  readonly name: string;
  readonly description: string;
  readonly itemType: 'SERVICE' | 'GOODS' | 'SUBSCRIPTION' | 'USAGE';
  readonly unit: string;
  readonly account: string;
  readonly class: string;
  readonly price: Readonly<Record<PriceCurrency, readonly [lastYear: string, thisYear: string]>>;
}

export const PRODUCTS: readonly Product[] = [
  {
    code: 'MC-CORE',
    name: 'Meridian Core',
    description: 'Core platform, per seat and month',
    itemType: 'SUBSCRIPTION',
    unit: 'SEAT',
    account: '4100',
    class: 'CORE',
    price: { USD: ['48.00', '50.00'], EUR: ['45.00', '47.00'], JPY: ['6800', '7200'] },
  },
  {
    code: 'MC-ANL',
    name: 'Meridian Analytics',
    description: 'Analytics workbench, per seat and month',
    itemType: 'SUBSCRIPTION',
    unit: 'SEAT',
    account: '4100',
    class: 'ANALYTICS',
    price: { USD: ['18.00', '19.00'], EUR: ['17.00', '18.00'], JPY: ['2600', '2700'] },
  },
  {
    code: 'MC-DATA',
    name: 'Data pipeline',
    description: 'Data processed, per gigabyte',
    itemType: 'USAGE',
    unit: 'GB',
    account: '4500',
    class: 'DATA',
    price: { USD: ['0.34', '0.36'], EUR: ['0.31', '0.33'], JPY: ['48', '51'] },
  },
  {
    code: 'MC-SUP',
    name: 'Premium support',
    description: 'Round-the-clock support, per month',
    itemType: 'SUBSCRIPTION',
    unit: 'MO',
    account: '4400',
    class: 'SUPPORT',
    price: { USD: ['1200.00', '1250.00'], EUR: ['1100.00', '1150.00'], JPY: ['170000', '178000'] },
  },
  {
    code: 'MC-ONB',
    name: 'Onboarding package',
    description: 'Data migration, set-up and two workshops',
    itemType: 'SERVICE',
    unit: 'EA',
    account: '4300',
    class: 'SERVICES',
    price: { USD: ['9200.00', '9500.00'], EUR: ['8500.00', '8800.00'], JPY: ['1300000', '1350000'] },
  },
  {
    code: 'MC-CON',
    name: 'Consulting day',
    description: 'Implementation consultant, per day',
    itemType: 'SERVICE',
    unit: 'DAY',
    account: '4300',
    class: 'SERVICES',
    price: { USD: ['1750.00', '1800.00'], EUR: ['1600.00', '1650.00'], JPY: ['240000', '250000'] },
  },
  {
    code: 'MC-TRN',
    name: 'Training day',
    description: 'Training on site for up to twelve people',
    itemType: 'SERVICE',
    unit: 'DAY',
    account: '4300',
    class: 'SERVICES',
    price: { USD: ['1350.00', '1400.00'], EUR: ['1250.00', '1300.00'], JPY: ['190000', '195000'] },
  },
  {
    code: 'MC-EDGE',
    name: 'Edge gateway E4',
    description: 'Edge appliance, rack-mounted',
    itemType: 'GOODS',
    unit: 'EA',
    account: '4600',
    class: 'EDGE',
    price: { USD: ['1400.00', '1450.00'], EUR: ['1300.00', '1350.00'], JPY: ['204000', '210000'] },
  },
  {
    code: 'MC-LIC',
    name: 'Core on premises',
    description: 'Perpetual license for an isolated network',
    itemType: 'SERVICE',
    unit: 'EA',
    account: '4200',
    class: 'CORE',
    price: { USD: ['23500.00', '24000.00'], EUR: ['21500.00', '22000.00'], JPY: ['3200000', '3300000'] },
  },
];

/** Meridian's cost of one edge gateway, by company currency. */
export const GATEWAY_COST: Readonly<Record<PriceCurrency, number>> = { USD: 820, EUR: 760, JPY: 118_000 };

export const PRICE_LISTS: readonly {
  readonly code: string;
  readonly name: string;
  readonly currency: PriceCurrency;
  readonly isDefault: boolean;
}[] = [
  { code: 'STD-USD', name: 'Standard prices, US dollars', currency: 'USD', isDefault: true },
  { code: 'STD-EUR', name: 'Standard prices, euros', currency: 'EUR', isDefault: false },
  { code: 'STD-JPY', name: 'Standard prices, yen', currency: 'JPY', isDefault: false },
];

/** Tax codes in addition to those a new organization has; rates in percent from a day on. */
export const TAX_CODES: readonly {
  readonly code: string;
  readonly name: string;
  readonly rates: readonly (readonly [validFrom: string, ratePercent: string, validTo?: string])[];
}[] = [
  { code: 'US-TX', name: 'Texas sales tax', rates: [['2000-01-01', '8.25']] },
  { code: 'US-NY', name: 'New York sales tax', rates: [['2000-01-01', '8.875']] },
  {
    code: 'DE-19',
    name: 'Umsatzsteuer 19%',
    rates: [
      ['2007-01-01', '19', '2020-06-30'],
      ['2020-07-01', '16', '2020-12-31'],
      ['2021-01-01', '19'],
    ],
  },
  {
    code: 'DE-7',
    name: 'Umsatzsteuer 7%',
    rates: [
      ['2007-01-01', '7', '2020-06-30'],
      ['2020-07-01', '5', '2020-12-31'],
      ['2021-01-01', '7'],
    ],
  },
  {
    code: 'JP-10',
    name: 'Consumption tax 10%',
    rates: [
      ['2014-04-01', '8', '2019-09-30'],
      ['2019-10-01', '10'],
    ],
  },
];

/** The product with a code. */
export function productOf(code: ItemCode): Product {
  const found = PRODUCTS.find((product) => product.code === code);
  if (found === undefined) throw new Error(`no product ${code}`);
  return found;
}
