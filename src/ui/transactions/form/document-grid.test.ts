import { describe, expect, test } from 'vitest';
import { blankLine } from '@/ui/kit/grid/grid-state';
import {
  documentFrom,
  documentObstacle,
  documentRules,
  LINE_TYPE_CHOICES,
  lineAmountOf,
  liveTotals,
  taxRateOn,
  withAgreedDiscount,
  withOtherTax,
  writtenDocument,
} from './document-grid';

const choices = {
  type: LINE_TYPE_CHOICES,
  item: [
    {
      id: 'i-1',
      code: 'SEAT',
      label: 'Seat',
      description: 'A seat for a month',
      accountId: 'a-1',
      taxCodeId: 't-1',
      prices: [
        { from: '100', unitPrice: '8' },
        { from: '1', unitPrice: '10.5' },
      ],
    },
    {
      id: 'i-2',
      code: 'HOUR',
      label: 'Hour',
      description: 'An hour',
      accountId: null,
      taxCodeId: null,
      prices: [],
    },
  ],
  tax: [{ id: 't-1', code: 'VAT19', label: 'Value added tax' }],
  account: [{ id: 'a-1', code: '4000', label: 'Revenue' }],
  department: [],
  class: [],
  location: [],
  project: [],
  billed: [
    { id: 'calls', label: 'calls' },
    { id: 'calls, from 2026-01-01', label: 'calls, from 2026-01-01' },
  ],
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

  test('a line says what it bills of a revenue contract only on a document that bills one, and is edited as it was stored', () => {
    const billing = { ...line, cells: { ...line.cells, billed: 'calls, from 2026-01-01' } };
    const [written] = writtenDocument([billing], choices, true);
    expect(written).toMatchObject({ obligationKey: 'calls', commitmentFrom: '2026-01-01' });
    expect(writtenDocument([line], choices, true)[0]).toMatchObject({ obligationKey: null });
    expect(writtenDocument([billing], choices)[0]).not.toHaveProperty('obligationKey');
    // What is offered is still being read when a draft is opened.
    const stored = { ...written, lineType: 'SERVICE', taxCodeId: null, itemId: null, accountId: null };
    const dimensions = { departmentId: null, classId: null, locationId: null, projectId: null };
    const [opened] = documentFrom(
      [{ ...stored, ...dimensions } as Parameters<typeof documentFrom>[0][number]],
      { ...choices, billed: [] },
      () => '1',
    );
    expect(opened?.cells.billed).toBe('calls, from 2026-01-01');
    const rules = documentRules(choices);
    expect(rules.onSettle(line, 'billed', 'help')).toHaveProperty('problems.billed');
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

describe('what an item and a counterparty say about a line', () => {
  const rules = documentRules(choices, { taxCodeId: null });
  const agreed = documentRules(choices, { taxCodeId: 't-1' });
  const settle = (from: typeof line, column: string, text: string, by = rules) => {
    const typed = { ...from, cells: { ...from.cells, [column]: text } };
    return { ...typed, ...by.onSettle(typed, column, text) };
  };

  test('an item brings its words, price, account and tax code, and another quantity its own price', () => {
    const chosen = settle(blankLine('1'), 'item', 'SEAT');
    expect(chosen.cells).toEqual({
      item: 'SEAT Seat',
      description: 'A seat for a month',
      price: '10.50',
      account: '4000 Revenue',
      tax: 'VAT19 Value added tax',
    });
    expect(settle(chosen, 'quantity', '100').cells.price).toBe('8.00');
    const own = settle(chosen, 'price', '9.99');
    expect(settle(own, 'quantity', '100').cells.price).toBe('9.99');
  });

  test('another item replaces what the first one said, and not what someone entered', () => {
    const chosen = settle(blankLine('1'), 'item', 'SEAT');
    const worded = settle(chosen, 'description', 'Seats of March');
    expect(settle(worded, 'item', 'HOUR').cells.description).toBe('Seats of March');
    expect(settle(chosen, 'item', 'HOUR').cells.description).toBe('An hour');
  });

  test('a line begins with the agreed tax code, and one that was cleared stays cleared', () => {
    const begun = settle(blankLine('1'), 'description', 'Work', agreed);
    expect(begun.cells.tax).toBe('VAT19 Value added tax');
    const cleared = { ...begun, cells: { ...begun.cells, tax: '' } };
    expect(settle(cleared, 'price', '5', agreed).cells.tax).toBe('');
  });

  test('another counterparty changes the tax of the lines that had the former one’s', () => {
    const begun = settle(blankLine('1'), 'description', 'Work', agreed);
    const own = { ...begun, cells: { ...begun.cells, tax: '' } };
    const none = withOtherTax([begun, own], choices, { taxCodeId: 't-1' }, { taxCodeId: null });
    expect(none.map(({ cells }) => cells.tax)).toEqual([undefined, '']);
  });

  test('an agreed percentage becomes discount lines behind the others', () => {
    const written = writtenDocument([line], choices);
    expect(withAgreedDiscount(written, '10', 'USD')).toMatchObject([
      { lineNumber: 1 },
      { lineNumber: 2, lineType: 'DISCOUNT', description: 'Discount 10%', unitPrice: '10', taxCodeId: 't-1' },
    ]);
    for (const nothing of ['', '0', '101', 'much']) {
      expect(withAgreedDiscount(written, nothing, 'USD')).toEqual(written);
    }
  });
});
