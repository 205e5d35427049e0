import { expect, test } from 'vitest';
import { amountsAtScale } from './amounts-at-scale';

test('amounts of a record are shown with the digits of the nearest currency, whatever the column holds', () => {
  const at = new Date('2026-11-22T00:00:00Z');
  const record = {
    currencyCode: 'USD',
    baseCurrencyCode: 'JPY',
    totalAmount: '100',
    baseTotalAmount: '15000.0000',
    createdAt: at,
    lines: [
      { amount: '7.5000', quantity: '3.5000' },
      { currencyCode: 'BHD', amount: '1' },
    ],
  };
  expect(amountsAtScale({ rows: [record], total: 1 })).toEqual({
    rows: [
      {
        ...record,
        totalAmount: '100.00',
        baseTotalAmount: '15000',
        lines: [
          { amount: '7.50', quantity: '3.5000' },
          { currencyCode: 'BHD', amount: '1.000' },
        ],
      },
    ],
    total: 1,
  });
});

test('nothing is rounded by being shown, and what names no currency or is not a decimal stays as it is', () => {
  const answers = [
    { currencyCode: 'USD', amount: '0.0045' },
    { amount: '100' },
    { currencyCode: 'USD', amount: 'all of it' },
    null,
    'text',
    [{ currencyCode: 'usd', amount: '1' }],
  ];
  expect(answers.map(amountsAtScale)).toEqual(answers);
});
