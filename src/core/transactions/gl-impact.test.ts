import { describe, expect, test } from 'vitest';
import { checkBalanced } from '../ledger/balance';
import { dec } from '../money/decimal';
import { glImpact, type ImpactDocument, type ImpactLine, type PostingRule } from './gl-impact';
import { KIND_FACTS, type LineType, type TransactionKind } from './kinds';

const RULE: PostingRule = {
  controlAccountId: 'control',
  taxAccountId: 'tax',
  discountAccountId: 'discount',
  bankAccountId: 'bank',
  defaultLineAccountId: 'default',
  shippingAccountId: 'freight',
};

const impactLine = (
  lineNumber: number,
  lineType: LineType,
  lineAmount: string,
  taxAmount = '0.00',
  accountId: string | null = null,
): ImpactLine => ({
  lineNumber,
  lineType,
  lineAmount,
  taxAmount,
  accountId,
  description: `line ${lineNumber}`,
  classId: null,
  departmentId: `department ${lineNumber}`,
  locationId: null,
  projectId: null,
});

const documentOf = (kind: TransactionKind, lines: ImpactLine[], more: Partial<ImpactDocument> = {}) => ({
  kind,
  currencyCode: 'USD',
  baseCurrencyCode: 'USD',
  exchangeRate: '1',
  entityType: KIND_FACTS[kind].entityType,
  entityId: KIND_FACTS[kind].entityType === null ? null : 'entity',
  memo: 'memo',
  lines,
  ...more,
});

/** An entry as an accountant writes it: `Dr account amount`, `Cr account amount`. */
const written = (document: ImpactDocument, rule = RULE) =>
  glImpact(document, rule).map((line) =>
    dec(line.debit).isZero() ? `Cr ${line.accountId} ${line.credit}` : `Dr ${line.accountId} ${line.debit}`,
  );

const SALE = [
  impactLine(1, 'ITEM', '6000.00', '480.00', 'hardware'),
  impactLine(2, 'SERVICE', '150.00', '12.00'),
  impactLine(3, 'DISCOUNT', '-100.00'),
  impactLine(4, 'SHIPPING', '25.00'),
  impactLine(5, 'TAX', '3.00'),
];

describe('each kind posts by its posting rule', () => {
  test.each<[TransactionKind, ImpactLine[], string[]]>([
    [
      'INVOICE',
      SALE,
      [
        'Dr control 6570.00',
        'Cr hardware 6000.00',
        'Cr default 150.00',
        'Dr discount 100.00',
        'Cr freight 25.00',
        'Cr tax 3.00',
        'Cr tax 492.00',
      ],
    ],
    [
      'CREDIT_MEMO',
      SALE,
      [
        'Cr control 6570.00',
        'Dr hardware 6000.00',
        'Dr default 150.00',
        'Cr discount 100.00',
        'Dr freight 25.00',
        'Dr tax 3.00',
        'Dr tax 492.00',
      ],
    ],
    [
      'VENDOR_BILL',
      SALE.slice(0, 3),
      [
        'Cr control 6542.00',
        'Dr hardware 6000.00',
        'Dr default 150.00',
        'Cr discount 100.00',
        'Dr tax 492.00',
      ],
    ],
    ['VENDOR_CREDIT', SALE.slice(1, 2), ['Dr control 162.00', 'Cr default 150.00', 'Cr tax 12.00']],
    ['EXPENSE_REPORT', SALE.slice(1, 2), ['Cr control 162.00', 'Dr default 150.00', 'Dr tax 12.00']],
    ['CUSTOMER_PAYMENT', [impactLine(1, 'ITEM', '500.00')], ['Cr control 500.00', 'Dr bank 500.00']],
    ['VENDOR_PAYMENT', [impactLine(1, 'ITEM', '500.00')], ['Dr control 500.00', 'Cr bank 500.00']],
    [
      'JOURNAL',
      [impactLine(1, 'ITEM', '70.00', '0.00', 'rent'), impactLine(2, 'ITEM', '-70.00', '0.00', 'accrued')],
      ['Dr rent 70.00', 'Cr accrued 70.00'],
    ],
  ])('%s', (kind, lines, expected) => {
    expect(written(documentOf(kind, lines))).toEqual(expected);
  });

  test('a payment with an early-payment discount clears the whole invoice with less cash', () => {
    const lines = [impactLine(1, 'ITEM', '100.00'), impactLine(2, 'DISCOUNT', '2.00')];
    expect(written(documentOf('CUSTOMER_PAYMENT', lines))).toEqual([
      'Cr control 100.00',
      'Dr bank 98.00',
      'Dr discount 2.00',
    ]);
  });

  test('a payment line that names an account moves the cash through it', () => {
    const lines = [impactLine(1, 'ITEM', '60.00', '0.00', 'savings'), impactLine(2, 'ITEM', '40.00')];
    expect(written(documentOf('VENDOR_PAYMENT', lines))).toEqual([
      'Dr control 100.00',
      'Cr savings 60.00',
      'Cr bank 40.00',
    ]);
  });

  test('a negative total swaps the sides instead of making a negative debit', () => {
    expect(written(documentOf('INVOICE', [impactLine(1, 'ITEM', '-80.00', '-8.00')]))).toEqual([
      'Cr control 88.00',
      'Dr default 80.00',
      'Dr tax 8.00',
    ]);
  });

  test('shipping goes to the shipping account or, if the rule has none, to the rule’s account for lines without one', () => {
    const lines = [impactLine(1, 'SHIPPING', '25.00'), impactLine(2, 'SHIPPING', '5.00', '0.00', 'courier')];
    expect(written(documentOf('INVOICE', lines))).toEqual([
      'Dr control 30.00',
      'Cr freight 25.00',
      'Cr courier 5.00',
    ]);
    expect(written(documentOf('INVOICE', lines), { ...RULE, shippingAccountId: null })).toEqual([
      'Dr control 30.00',
      'Cr default 25.00',
      'Cr courier 5.00',
    ]);
    const none = { ...RULE, shippingAccountId: null, defaultLineAccountId: null };
    expect(written(documentOf('INVOICE', lines.slice(0, 1)), none)).toEqual([
      'Dr control 25.00',
      'Cr null 25.00',
    ]);
  });

  test('a zero amount makes no line, and an account that is not named is null', () => {
    const rule = { ...RULE, defaultLineAccountId: null };
    const lines = [impactLine(1, 'ITEM', '0.00'), impactLine(2, 'ITEM', '5.00')];
    expect(written(documentOf('INVOICE', lines), rule)).toEqual(['Dr control 5.00', 'Cr null 5.00']);
  });

  test('dimensions, entity and memo are copied from the lines; only the posting rule’s own line is a control line', () => {
    const [control, item] = glImpact(documentOf('INVOICE', [impactLine(7, 'ITEM', '5.00')]), RULE);
    expect(control).toMatchObject({
      lineNumber: 1,
      documentLineNumber: null,
      departmentId: null,
      memo: 'memo',
      isControl: true,
    });
    expect(item).toMatchObject({
      lineNumber: 2,
      documentLineNumber: 7,
      departmentId: 'department 7',
      memo: 'line 7',
      entityType: 'CUSTOMER',
      entityId: 'entity',
      isControl: false,
    });
  });

  test('a tax code’s own account gets its own line', () => {
    const lines = [
      { ...impactLine(1, 'ITEM', '100.00', '10.00'), taxAccountId: 'city tax' },
      impactLine(2, 'ITEM', '100.00', '5.00'),
    ];
    expect(written(documentOf('INVOICE', lines))).toEqual([
      'Dr control 215.00',
      'Cr default 100.00',
      'Cr default 100.00',
      'Cr city tax 10.00',
      'Cr tax 5.00',
    ]);
  });
});

describe('base amounts', () => {
  test('three lines of a third of a euro balance in dollars, and the control line equals the document’s base total', () => {
    const lines = [1, 2, 3].map((n) => impactLine(n, 'ITEM', '0.33'));
    const impact = glImpact(documentOf('INVOICE', lines, { currencyCode: 'EUR', exchangeRate: '1.1' }), RULE);
    // 0.99 × 1.1 = 1.089 → 1.09; each line 0.363 → 0.36, and the extra cent goes to the first.
    expect(impact.map((line) => [line.baseDebit, line.baseCredit])).toEqual([
      ['1.09', '0.00'],
      ['0.00', '0.37'],
      ['0.00', '0.36'],
      ['0.00', '0.36'],
    ]);
  });

  test('an unbalanced journal stays unbalanced in base currency too', () => {
    const lines = [impactLine(1, 'ITEM', '70.00'), impactLine(2, 'ITEM', '-69.00')];
    const impact = glImpact(documentOf('JOURNAL', lines, { currencyCode: 'EUR', exchangeRate: '2' }), RULE);
    expect(checkBalanced(impact, 'USD')).toMatchObject({
      ok: false,
      refusal: {
        code: 'NOT_BALANCED',
        data: { debits: '70.00', credits: '69.00', difference: '1.00', currencyCode: 'EUR' },
      },
    });
  });
});
