import fc from 'fast-check';
import { dec } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import { type Draft, PROBABLE } from '../../books';
import { RELATES } from '../../facts/judged';

export const YEAR = { start: '2026-01-01', end: '2026-12-31' };

/** How large the amounts of a contract are: its price is 4,000 of these. */
const UNITS = {
  tiny: (currencyCode: string) => dec('10').pow(-minorUnits(currencyCode)),
  odd: (currencyCode: string) => dec('10').pow(-minorUnits(currencyCode)).times('37'),
  usual: () => dec('1'),
  large: () => dec('249999.75').round(),
};

/** A contract as it is agreed: in which currency, by which company, how large, with which price and kind of usage. */
export interface Deal {
  readonly currencyCode: string;
  /** Of the branch, whose base currency is the euro. */
  readonly isOfBranch: boolean;
  readonly size: keyof typeof UNITS;
  readonly price: 'fixed' | 'variable' | 'royalties' | 'arrears' | 'advance' | 'payable';
  readonly use: 'asUsed' | 'overTime' | 'tiers';
  readonly license: 'functional' | 'symbolic' | 'guaranteed';
  /** Agreed as two drafts that are combined. */
  readonly isCombined: boolean;
  readonly on: string;
}

/** A contract of any of these. */
export const deal: fc.Arbitrary<Deal> = fc.record({
  currencyCode: fc.constantFrom('EUR', 'JPY', 'KWD', 'USD'),
  isOfBranch: fc.boolean(),
  size: fc.constantFrom('tiny', 'odd', 'usual', 'large'),
  price: fc.constantFrom('fixed', 'variable', 'royalties', 'arrears', 'advance', 'payable'),
  use: fc.constantFrom('asUsed', 'overTime', 'tiers'),
  license: fc.constantFrom('functional', 'symbolic', 'guaranteed'),
  isCombined: fc.boolean(),
  on: fc.constantFrom('2026-01-01', '2026-01-01', '2026-02-10'),
});

/** An amount of a contract: so many of its unit. */
export const amountOf = ({ size, currencyCode }: Deal, units: number): string =>
  UNITS[size](currencyCode).times(String(units)).toFixed();

/** An estimate of a bonus of so many units, at odds of seven to three. */
export const bonus = (of: Deal, units: number) => ({
  ...PROBABLE,
  method: 'EXPECTED_VALUE' as const,
  outcomes: [
    { amount: amountOf(of, units), probability: '0.7' },
    { amount: '0', probability: '0.3' },
  ],
});

/** Terms of half a year at one percent a month, for so many units. */
export const financed = (of: Deal, units: number, kind: 'ARREARS' | 'ADVANCE') => ({
  ...{ kind, monthsPerPeriod: 1, periods: 6, ratePerPeriod: '0.01' },
  ...(kind === 'ARREARS' && { payments: [{ at: 6, amount: amountOf(of, units) }] }),
});

function priceOf(of: Deal): NonNullable<Draft['price']> {
  const fixed = amountOf(of, 4000);
  const royalties = [
    of.license === 'guaranteed'
      ? { key: 'sales', rate: '0.05', to: ['brand'], criteria: RELATES }
      : { key: 'sales', rate: '0.05' },
  ];
  switch (of.price) {
    case 'variable':
      return { fixed, royalties, variable: [{ key: 'bonus', ...bonus(of, 500) }] };
    case 'royalties':
      return { fixed, royalties };
    case 'arrears':
      return { fixed, royalties, financing: financed(of, 4000, 'ARREARS') };
    case 'advance':
      return { fixed, royalties, financing: financed(of, 4000, 'ADVANCE') };
    case 'payable':
      return { fixed, royalties, payableToCustomer: [{ key: 'slotting', amount: amountOf(of, 100) }] };
    default:
      return { fixed, royalties };
  }
}

/** The draft of a contract with an obligation of each kind; and of the one that is combined with it, where it is. */
export function draftsOf(of: Deal): readonly Draft[] {
  const ssp = (units: number) => amountOf(of, units);
  const minimum = {
    ...YEAR,
    every: 'MONTH',
    amount: ssp(100),
    method: of.use === 'asUsed' ? 'AS_USED' : 'OVER_TIME',
  } as const;
  const guaranteed = { every: 'MONTH', amount: ssp(40) } as const;
  const parties = { contractDate: of.on, endDate: '2026-12-31', currencyCode: of.currencyCode };
  const point: NonNullable<Draft['obligations']>[number] = {
    key: 'point',
    ssp: ssp(300),
    pattern: { kind: 'POINT' },
  };
  const agency = {
    ...{ key: 'agency', ssp: ssp(180), capacity: 'AGENT' as const, supplierShare: ssp(144) },
    pattern: { kind: 'RATABLE' as const, ...YEAR, method: 'EVEN_PERIODS' as const },
  };
  const others: NonNullable<Draft['obligations']> = [
    { key: 'work', ssp: ssp(700), pattern: { kind: 'PROGRESS' } },
    { key: 'term', ssp: ssp(600), pattern: { kind: 'RATABLE', ...YEAR, method: 'EVEN_PERIODS' } },
    { key: 'days', ssp: ssp(211), pattern: { kind: 'RATABLE', ...YEAR, method: 'EXACT_DAYS' } },
    { key: 'units', ssp: ssp(500), pattern: { kind: 'UNITS', quantity: '30' } },
    {
      key: 'use',
      ssp: of.use === 'tiers' ? '0' : ssp(1200),
      pattern:
        of.use === 'tiers'
          ? { kind: 'USAGE', tiers: [{ upTo: null, unitPrice: ssp(3) }] }
          : { kind: 'USAGE', minimum },
    },
    {
      key: 'brand',
      ssp: ssp(400),
      nature: 'LICENCE',
      pattern: {
        kind: 'LICENCE',
        intellectualProperty: of.license === 'functional' ? 'FUNCTIONAL' : 'SYMBOLIC',
        ...YEAR,
        start: '2026-02-01',
        ...(of.license === 'guaranteed' && { minimum: guaranteed }),
      },
    },
    {
      key: 'agent',
      ssp: ssp(200),
      pattern: { kind: 'POINT' },
      capacity: 'AGENT',
      supplierShare: ssp(150),
    },
    {
      key: 'resold',
      ssp: ssp(120),
      pattern: { kind: 'POINT' },
      capacity: 'PRINCIPAL',
      supplierShare: ssp(90),
    },
    {
      key: 'steps',
      ssp: ssp(150),
      pattern: { kind: 'MILESTONES', milestones: ['a', 'b'].map((key) => ({ key, weight: '1' })) },
    },
    ...(of.use === 'overTime' ? [agency] : []),
    { key: 'rights', ssp: ssp(100), pattern: { kind: 'RIGHTS', expectedUsed: '40' } },
  ];
  // Drafts with financing terms cannot be combined.
  return of.isCombined && of.price !== 'arrears' && of.price !== 'advance'
    ? [
        { ...parties, price: priceOf(of), obligations: others },
        { ...parties, price: { fixed: ssp(250) }, obligations: [point] },
      ]
    : [{ ...parties, price: priceOf(of), obligations: [...others, point] }];
}
