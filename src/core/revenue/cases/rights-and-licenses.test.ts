import { describe, expect, it } from 'vitest';
import { revenueByPeriod } from '../../../../e2e/revenue/oracle/figures';
import { allocate } from '../allocation/allocate';
import { picture } from '../contracts/picture';
import { licenseRecognition } from '../licenses';
import { optionPrice } from '../material-rights';
import { transactionPrice } from '../transaction-price';
import { expectValue, ruleOf, whole } from './expect-value';

const currencyCode = 'USD';
/** In a currency without minor units, so that shares are whole numbers, as the standard prints them, and still sum. */
const shares = (price: string, ssps: Record<string, string>) =>
  expectValue(
    allocate({
      transactionPrice: whole(price),
      currencyCode: 'JPY',
      obligations: Object.entries(ssps).map(([key, ssp]) => ({ key, ssp })),
    }),
  ).allocations.map(({ amount }) => whole(amount));

describe('material rights', () => {
  it('606-10-55 Example 49: a product for 100 with a voucher worth 12 is allocated 89 and 11', () => {
    const voucher = expectValue(
      optionPrice({
        currencyCode,
        averagePurchase: '50',
        discount: '0.4',
        discountForAll: '0.1',
        likelihood: '0.8',
      }),
    );
    expect(voucher).toBe('12.00');
    expect(shares('100', { product: '100', voucher })).toEqual(['89', '11']);
  });

  it('55-43: a discount available to every customer is not a material right', () => {
    expect(
      ruleOf(
        optionPrice({
          currencyCode,
          averagePurchase: '50',
          discount: '0.1',
          discountForAll: '0.1',
          likelihood: '0.8',
        }),
      ),
    ).toBe('NO_MATERIAL_RIGHT');
  });

  it('606-10-55 Example 51: renewal options under the practical alternative, allocated by expected cost', () => {
    // 100 contracts at 1,000; 90 are expected to renew for a second year and 81 for a third.
    const price = expectValue(transactionPrice({ currencyCode, fixed: '271000' })).total;
    // Costs of 600, 750 and 1,000 a contract, weighted by the likelihood of each year: 100%, 90%, 81%.
    expect(shares(price, { first: '600', second: '675', third: '810' })).toEqual([
      '77986',
      '87734',
      '105280',
    ]);
  });

  it('606-10-55 Example 52: points worth 9,500 are allocated 8,676 of sales of 100,000', () => {
    expect(shares('100000', { products: '100000', points: '9500' })).toEqual(['91324', '8676']);
  });
});

describe('licenses', () => {
  it('606-10-55 Example 59A: 24 months at 10,000 for a recording are 240,000 when the license begins', () => {
    const license = expectValue(
      licenseRecognition({
        nature: 'FUNCTIONAL',
        periodStart: '2021-01-01',
        periodEnd: '2022-12-31',
        providedOn: '2020-12-15',
      }),
    );
    expect(license).toEqual({ from: '2021-01-01', pattern: { kind: 'POINT' } });
    const state = expectValue(
      picture([
        {
          id: '1',
          kind: 'created',
          effectiveDate: '2020-12-15',
          currencyCode,
          obligations: [{ key: 'recording', allocated: '240000', ssp: '240000', pattern: license.pattern }],
        },
        { id: '2', kind: 'activated', effectiveDate: '2020-12-15' },
        { id: '3', kind: 'delivery', effectiveDate: license.from, key: 'recording' },
      ]),
    );
    expect(revenueByPeriod(state)).toEqual([{ period: '2021-01', amount: '240000.00' }]);
  });

  it('606-10-55 Example 59B: a renewal agreed during the term is not recognized before the renewal period', () => {
    expect(
      expectValue(
        licenseRecognition({
          nature: 'FUNCTIONAL',
          periodStart: '2023-01-01',
          periodEnd: '2024-12-31',
          providedOn: '2021-01-01',
        }),
      ).from,
    ).toBe('2023-01-01');
  });

  it('55-60: symbolic intellectual property is recognized over the license period', () => {
    expect(
      expectValue(
        licenseRecognition({
          nature: 'SYMBOLIC',
          periodStart: '2021-01-01',
          periodEnd: '2022-12-31',
          providedOn: '2021-02-01',
        }),
      ).pattern,
    ).toEqual({ kind: 'RATABLE', start: '2021-02-01', end: '2022-12-31' });
    expect(
      ruleOf(
        licenseRecognition({
          nature: 'SYMBOLIC',
          periodStart: '2021-01-01',
          periodEnd: '2020-12-31',
          providedOn: '2020-01-01',
        }),
      ),
    ).toBe('INVALID_INPUT');
  });

  it('606-10-55 Example 35B: license Y at once and X three months later, with royalties shared between them', () => {
    const license = (key: string, allocated: string, ssp: string) => ({
      key,
      allocated,
      ssp,
      pattern: { kind: 'POINT' as const },
    });
    const state = expectValue(
      picture([
        {
          id: '1',
          kind: 'created',
          effectiveDate: '2025-01-01',
          currencyCode,
          obligations: [license('X', '133.33', '800'), license('Y', '166.67', '1000')],
        },
        { id: '2', kind: 'activated', effectiveDate: '2025-01-01' },
        { id: '3', kind: 'delivery', effectiveDate: '2025-01-01', key: 'Y' },
        { id: '4', kind: 'estimateChange', effectiveDate: '2025-01-31', change: '200' },
        { id: '5', kind: 'delivery', effectiveDate: '2025-04-01', key: 'X' },
      ]),
    );
    expect(state.rows.map(({ key, amount, period }) => [key, whole(amount), period])).toEqual([
      ['Y', '167', '2025-01'],
      ['Y', '111', '2025-01'],
      ['X', '222', '2025-04'],
    ]);
  });
});
