import { describe, expect, it } from 'vitest';
import { disaggregate } from '../reports/disaggregation';
import { type RemainingRow, remainingObligations } from '../reports/remaining-obligations';
import { buildSchedule } from '../schedules/schedule';
import { transactionPrice } from '../transaction-price';
import { expectValue, whole } from './expect-value';

const currencyCode = 'USD';

/** The slices of a two-year service from July 2017 that remain at the end of 2017. */
function remainingOf(contractId: string, amount: string): RemainingRow[] {
  const schedule = expectValue(
    buildSchedule({
      amount,
      currencyCode,
      start: '2017-07-01',
      end: '2019-06-30',
      method: 'EVEN_PERIODS',
      residual: 'CUMULATIVE',
    }),
  );
  return schedule.slices
    .filter(({ period }) => period > '2017-12')
    .map((slice) => ({
      contractId,
      obligationKey: 'service',
      period: slice.period,
      amount: slice.amount,
      expedient: null,
    }));
}

describe('disclosure', () => {
  it('606-10-55 Example 41: revenue by geography, product line and timing, each adding up to the same segment totals', () => {
    const facts: [string, string, string, string, string][] = [
      ['North America', 'Office supplies', 'At a point in time', 'Consumer products', '600'],
      ['North America', 'Appliances', 'At a point in time', 'Consumer products', '390'],
      ['Europe', 'Appliances', 'At a point in time', 'Consumer products', '300'],
      ['Asia', 'Appliances', 'At a point in time', 'Consumer products', '300'],
      ['Asia', 'Clothing', 'At a point in time', 'Consumer products', '400'],
      ['North America', 'Motorcycles', 'At a point in time', 'Transportation', '500'],
      ['North America', 'Automobiles', 'At a point in time', 'Transportation', '1750'],
      ['Europe', 'Automobiles', 'At a point in time', 'Transportation', '750'],
      ['Asia', 'Automobiles', 'At a point in time', 'Transportation', '260'],
      ['Europe', 'Solar panels', 'At a point in time', 'Energy', '1000'],
      ['North America', 'Power plant', 'Over time', 'Energy', '5250'],
    ];
    const rows = facts.map(([geography, line, timing, segment, amount]) => ({
      amount,
      categories: { geography, line, timing, segment },
    }));
    const by = (category: string) =>
      disaggregate({ currencyCode, rows, category, columnCategory: 'segment' });
    for (const category of ['geography', 'line', 'timing']) {
      expect(by(category).totals.map(whole)).toEqual(['1990', '3260', '6250']);
      expect(whole(by(category).total)).toBe('11500');
    }
    expect(by('geography').rows.map(({ value, total }) => [value, whole(total)])).toEqual([
      ['North America', '8490'],
      ['Europe', '2050'],
      ['Asia', '960'],
    ]);
    expect(by('timing').rows.map(({ amounts }) => amounts.map(whole))).toEqual([
      ['1990', '3260', '1000'],
      ['0', '0', '5250'],
    ]);
  });

  it('606-10-55 Example 42A: a service billed by the hour is left out under the right-to-invoice expedient', () => {
    const report = remainingObligations({
      currencyCode,
      asOf: '2017-12',
      banding: 'YEARS',
      elected: ['RIGHT_TO_INVOICE'],
      rows: remainingOf('A', '600').map((row) => ({ ...row, expedient: 'RIGHT_TO_INVOICE' })),
    });
    expect(report).toMatchObject({ bands: [], total: '0.00', excluded: [{ amount: '450.00' }] });
  });

  it('606-10-55 Example 42B: 400 a month for two years leaves 4,800 in 2018 and 2,400 in 2019', () => {
    const report = remainingObligations({
      currencyCode,
      asOf: '2017-12',
      banding: 'YEARS',
      rows: remainingOf('B', '9600'),
    });
    expect(report.bands).toEqual([
      { band: '2018', amount: '4800.00' },
      { band: '2019', amount: '2400.00' },
    ]);
    expect(report.total).toBe('7200.00');
  });

  it('606-10-55 Example 42C: 100 a month and an expected 750 leave 1,575 and 788, a total of 2,363', () => {
    const { total } = expectValue(
      transactionPrice({
        currencyCode,
        fixed: '2400',
        variable: [
          {
            key: 'review',
            constraint: { kind: 'NONE' },
            method: 'MOST_LIKELY',
            outcomes: [{ amount: '750', probability: '1' }],
          },
        ],
      }),
    );
    const report = remainingObligations({
      currencyCode,
      asOf: '2017-12',
      banding: 'YEARS',
      rows: remainingOf('C', total),
    });
    expect(report.bands.map(({ band, amount }) => [band, whole(amount)])).toEqual([
      ['2018', '1575'],
      ['2019', '788'],
    ]);
    expect(report.total).toBe('2362.50');
  });

  it('606-10-55 Example 43: of a building for 10 million with 3.2 million recognized, 6.8 million remains in no fixed month', () => {
    const report = remainingObligations({
      currencyCode,
      asOf: '2017-12',
      rows: [{ contractId: 'building', obligationKey: 'build', period: null, amount: '6800000' }],
    });
    expect(report.bands.at(-1)).toEqual({ band: 'unscheduled', amount: '6800000.00' });
  });
});
