import { describe, expect, test } from 'vitest';
import { blankLine } from '@/ui/kit/grid/grid-state';
import {
  documentObstacle,
  documentRules,
  LINE_TYPE_CHOICES,
  lineAmountOf,
  liveTotals,
  taxRateOn,
  writtenDocument,
} from './document-grid';

const choices = {
  type: LINE_TYPE_CHOICES,
  tax: [{ id: 't-1', code: 'VAT19', label: 'Value added tax' }],
  account: [{ id: 'a-1', code: '4000', label: 'Revenue' }],
  department: [],
  class: [],
  location: [],
};
const taxCodes = [
  {
    id: 't-1',
    rates: [
      { percent: '16', validFrom: '2020-07-01', validTo: '2020-12-31' },
      { percent: '19', validFrom: '2021-01-01', validTo: null },
    ],
  },
];
const line = blankLine('1', {
  type: 'Service',
  description: 'Work',
  quantity: '3',
  price: '33.335',
  tax: 'VAT19 Value added tax',
});

describe('lines of a document', () => {
  test('figures are computed and keep up to six decimals', () => {
    const rules = documentRules(choices);
    expect(rules.onSettle(line, 'price', '1200/7')).toMatchObject({ cells: { price: '171.428571' } });
    expect(rules.onSettle(line, 'quantity', 'many')).toHaveProperty('problems.quantity');
  });

  test('written lines have ids and a quantity of one unless entered, and empty lines are skipped', () => {
    const lines = [
      line,
      blankLine('2', { type: 'Item', quantity: '1' }),
      blankLine('3', { description: 'B', price: '5' }),
    ];
    expect(writtenDocument(lines, choices)).toMatchObject([
      { lineNumber: 1, lineType: 'SERVICE', quantity: '3', unitPrice: '33.335', taxCodeId: 't-1' },
      { lineNumber: 2, lineType: 'ITEM', quantity: '1', unitPrice: '5' },
    ]);
  });

  test('the tax rate is the one in effect on the document date', () => {
    expect(taxRateOn(taxCodes, 't-1', '2020-08-01')).toBe('16');
    expect(taxRateOn(taxCodes, 't-1', '2026-01-01')).toBe('19');
    expect(taxRateOn(taxCodes, 't-1', '2019-01-01')).toBeNull();
  });

  test('live totals follow the ledger’s rules: rounded per line, half to even', () => {
    const header = {
      kind: 'INVOICE' as const,
      currencyCode: 'EUR',
      baseCurrencyCode: 'EUR',
      exchangeRate: '1',
      transactionDate: '2026-01-01',
    };
    expect(liveTotals(writtenDocument([line], choices), header, taxCodes)).toMatchObject({
      subtotalAmount: '100.00',
      taxAmount: '19.00',
      totalAmount: '119.00',
    });
    expect(lineAmountOf(line, 'JPY')).toBe('100');
  });

  test('the first problem to fix is named', () => {
    expect(documentObstacle([line], 'Choose a customer.')).toBe('Choose a customer.');
    expect(documentObstacle([blankLine('1')], null)).toBe('Enter at least one line.');
    expect(documentObstacle([blankLine('1', { description: 'x' })], null)).toBe('Line 1 has no price.');
    expect(documentObstacle([line], null)).toBeNull();
  });
});
