import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dec, digitsOf } from '../money/decimal';
import { minorUnits } from '../money/minor-units';
import { LINE_TYPES } from './kinds';
import { computeTotals, type TotalsInput, type TotalsInputLine } from './totals';

const line = (
  lineNumber: number,
  lineType: TotalsInputLine['lineType'],
  quantity: string,
  unitPrice: string,
  taxRate: string | null = null,
): TotalsInputLine => ({ lineNumber, lineType, quantity, unitPrice, taxRate });

const usd = (lines: TotalsInputLine[], more: Partial<TotalsInput> = {}): TotalsInput => ({
  currencyCode: 'USD',
  baseCurrencyCode: 'USD',
  exchangeRate: '1',
  lines,
  ...more,
});

function totalsOf(input: TotalsInput) {
  const outcome = computeTotals(input);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
  return outcome.value;
}

function issuesOf(input: TotalsInput) {
  const outcome = computeTotals(input);
  if (outcome.ok || outcome.refusal.code !== 'INVALID_INPUT') throw new Error('expected INVALID_INPUT');
  return outcome.refusal.data.issues.map((issue) => issue.path.join('.'));
}

describe('decisions.md, surface C, "Amounts"', () => {
  test('a tax code on a TAX line only names the tax; in a journal a tax code adds no tax at all', () => {
    const invoice = totalsOf(usd([line(1, 'ITEM', '1', '100', '8'), line(2, 'TAX', '1', '10', '8')]));
    expect(invoice.lines.map(({ taxAmount }) => taxAmount)).toEqual(['8.00', '0.00']);
    expect(invoice).toMatchObject({ taxAmount: '18.00', totalAmount: '118.00' });
    const journal = totalsOf(
      usd([line(1, 'ITEM', '1', '100', '8'), line(2, 'ITEM', '1', '-100', '8')], { kind: 'JOURNAL' }),
    );
    expect(journal.lines.map(({ taxAmount }) => taxAmount)).toEqual(['0.00', '0.00']);
    expect(journal).toMatchObject({ taxAmount: '0.00', totalAmount: '0.00' });
  });

  test('an invoice of every line type adds up by the formulas', () => {
    const totals = totalsOf(
      usd([
        line(1, 'ITEM', '10', '600', '8'),
        line(2, 'SERVICE', '1.5', '100.10', '8'),
        line(3, 'DISCOUNT', '1', '-100'),
        line(4, 'SHIPPING', '1', '25'),
        line(5, 'TAX', '1', '3.33'),
      ]),
    );
    expect(totals).toEqual({
      lines: [
        { lineNumber: 1, lineAmount: '6000.00', taxAmount: '480.00' },
        { lineNumber: 2, lineAmount: '150.15', taxAmount: '12.01' },
        { lineNumber: 3, lineAmount: '-100.00', taxAmount: '0.00' },
        { lineNumber: 4, lineAmount: '25.00', taxAmount: '0.00' },
        { lineNumber: 5, lineAmount: '3.33', taxAmount: '0.00' },
      ],
      subtotalAmount: '6175.15',
      taxAmount: '495.34',
      discountAmount: '100.00',
      totalAmount: '6570.49',
      baseTotalAmount: '6570.49',
    });
  });

  test.each([
    ['USD', '0.5', '0.05', '0.02'],
    ['USD', '0.5', '0.07', '0.04'],
    ['USD', '3', '0.3333', '1.00'],
    ['JPY', '1', '2.5', '2'],
    ['JPY', '1', '3.5', '4'],
    ['BHD', '1', '0.0005', '0.000'],
    ['BHD', '3', '0.0005', '0.002'],
  ])(
    '%s %s × %s is rounded half-even to the minor unit: %s',
    (currencyCode, quantity, unitPrice, expected) => {
      const totals = totalsOf(usd([line(1, 'ITEM', quantity, unitPrice)], { currencyCode }));
      expect(totals.lines[0]?.lineAmount).toBe(expected);
    },
  );

  test.each([['100'], ['-100']])(
    'a DISCOUNT line of %s reduces the total and the taxable amount',
    (price) => {
      const totals = totalsOf(
        usd([line(1, 'ITEM', '1', '1000', '20'), line(2, 'DISCOUNT', '1', price, '20')]),
      );
      expect(totals).toMatchObject({ discountAmount: '100.00', taxAmount: '180.00', totalAmount: '1080.00' });
    },
  );

  test('the base total is the total times the rate, at the base currency scale', () => {
    const totals = totalsOf(
      usd([line(1, 'ITEM', '1', '1000.55')], { baseCurrencyCode: 'JPY', exchangeRate: '151.234' }),
    );
    expect(totals.baseTotalAmount).toBe('151317');
  });

  test('a journal has both sides on its own lines, so tax rates add nothing', () => {
    const lines = [line(1, 'ITEM', '1', '50', '20'), line(2, 'ITEM', '-1', '50', '20')];
    expect(totalsOf(usd(lines, { kind: 'JOURNAL' }))).toMatchObject({
      taxAmount: '0.00',
      totalAmount: '0.00',
    });
  });

  test('amounts beyond 2^53 stay exact', () => {
    const totals = totalsOf(usd([line(1, 'ITEM', '100', '90071992547409.9301')]));
    expect(totals.totalAmount).toBe('9007199254740993.01');
  });
});

describe('a number that its column cannot hold is an error and is never rounded silently', () => {
  test.each<[string, TotalsInput, string[]]>([
    ['seven decimals in a price', usd([line(1, 'ITEM', '1', '1.0000001')]), ['lines.0.unitPrice']],
    ['an eleventh decimal in a quantity', usd([line(1, 'ITEM', '0.12345678901', '1')]), ['lines.0.quantity']],
    ['fifteen digits in a price', usd([line(1, 'ITEM', '1', '123456789012345')]), ['lines.0.unitPrice']],
    ['an exponent', usd([line(1, 'ITEM', '1e3', '1')]), ['lines.0.quantity']],
    ['infinity', usd([line(1, 'ITEM', 'Infinity', '1')]), ['lines.0.quantity']],
    ['a rate of zero', usd([], { exchangeRate: '0' }), ['exchangeRate']],
    ['a negative rate', usd([], { exchangeRate: '-1' }), ['exchangeRate']],
    ['an unknown currency', usd([], { currencyCode: 'ABC' }), ['currencyCode']],
    [
      'a product beyond the column',
      usd([line(1, 'ITEM', '9999999999', '9999999999')]),
      ['lines.0.lineAmount', 'subtotalAmount', 'totalAmount', 'baseTotalAmount'],
    ],
    [
      'a base total beyond the column',
      usd([line(1, 'ITEM', '1', '9999999999999')], { exchangeRate: '5000' }),
      ['baseTotalAmount'],
    ],
  ])('%s', (_title, input, paths) => {
    expect(issuesOf(input)).toEqual(paths);
  });

  test('trailing zeros do not count as digits', () => {
    expect(totalsOf(usd([line(1, 'ITEM', '1', '1.5000000')])).totalAmount).toBe('1.50');
  });
});

describe('laws', () => {
  const decimal = (max: number, fraction: number) =>
    fc
      .tuple(fc.integer({ min: -max, max }), fc.integer({ min: 0, max: 10 ** fraction - 1 }))
      .map(([whole, part]) => `${whole}.${String(part).padStart(fraction, '0')}`);
  const lines = fc.array(
    fc.record({
      lineType: fc.constantFrom(...LINE_TYPES),
      quantity: decimal(1000, 6),
      unitPrice: decimal(1_000_000, 4),
      taxRate: fc.option(fc.constantFrom('0', '7', '8.875', '19', '33.3333333333'), { nil: null }),
    }),
    { maxLength: 12 },
  );
  const currency = fc.constantFrom('USD', 'JPY', 'BHD', 'CLF');

  test('total = subtotal + tax − discount, all at the currency scale', () => {
    fc.assert(
      fc.property(lines, currency, currency, (drawn, currencyCode, baseCurrencyCode) => {
        const input = usd(
          drawn.map((one, index) => ({ ...one, lineNumber: index + 1 })),
          { currencyCode, baseCurrencyCode, exchangeRate: '0.0071234567' },
        );
        const totals = totalsOf(input);
        const expected = dec(totals.subtotalAmount).plus(totals.taxAmount).minus(totals.discountAmount);
        expect(dec(totals.totalAmount).equals(expected)).toBe(true);
        const scale = new RegExp(
          minorUnits(currencyCode) === 0 ? '^-?\\d+$' : `^-?\\d+\\.\\d{${minorUnits(currencyCode)}}$`,
        );
        const { lines: own, baseTotalAmount, ...amounts } = totals;
        for (const amount of [
          ...Object.values(amounts),
          ...own.flatMap((l) => [l.lineAmount, l.taxAmount]),
        ]) {
          expect(amount).toMatch(scale);
          expect(amount).not.toMatch(/^-0(\.0+)?$/);
        }
        expect(digitsOf(baseTotalAmount).fraction).toBeLessThanOrEqual(minorUnits(baseCurrencyCode));
      }),
    );
  });
});
