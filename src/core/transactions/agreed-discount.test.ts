import { expect, test } from 'vitest';
import { agreedDiscounts } from './agreed-discount';
import { computeTotals } from './totals';

const line = (
  unitPrice: string,
  taxCodeId: string | null,
  lineType: 'ITEM' | 'SHIPPING' | 'DISCOUNT' = 'ITEM',
) => ({
  lineType,
  quantity: '1',
  unitPrice,
  taxCodeId,
});

test('a percentage is taken of what is sold, for each tax code, and not of shipping or of other discounts', () => {
  const lines = [
    line('100.00', 'VAT'),
    line('50.00', null),
    line('10.00', 'VAT', 'SHIPPING'),
    line('5', null, 'DISCOUNT'),
  ];
  expect(agreedDiscounts(lines, '5', 'USD')).toEqual([
    { taxCodeId: 'VAT', amount: '5' },
    { taxCodeId: null, amount: '2.5' },
  ]);
});

test('amounts are rounded half-even to the minor unit, in yen to whole ones', () => {
  expect(agreedDiscounts([line('0.50', null)], '5', 'USD')).toEqual([{ taxCodeId: null, amount: '0.02' }]);
  expect(agreedDiscounts([line('1030', null)], '5', 'JPY')).toEqual([{ taxCodeId: null, amount: '52' }]);
});

test('lines that add up to nothing, or to a credit, are not discounted', () => {
  expect(agreedDiscounts([line('10', null), line('-10', null)], '5', 'USD')).toEqual([]);
  expect(agreedDiscounts([line('-10', null)], '5', 'USD')).toEqual([]);
});

test('the tax falls with the discount: 5% of 100.00 at 19% leaves 95.00 and 18.05', () => {
  const [discount] = agreedDiscounts([line('100.00', 'VAT')], '5', 'USD');
  const totals = computeTotals({
    currencyCode: 'USD',
    baseCurrencyCode: 'USD',
    exchangeRate: '1',
    lines: [
      { lineNumber: 1, lineType: 'ITEM', quantity: '1', unitPrice: '100.00', taxRate: '19' },
      {
        lineNumber: 2,
        lineType: 'DISCOUNT',
        quantity: '1',
        unitPrice: discount?.amount ?? '',
        taxRate: '19',
      },
    ],
  });
  expect(totals.ok && totals.value).toMatchObject({
    discountAmount: '5.00',
    taxAmount: '18.05',
    totalAmount: '113.05',
  });
});
