import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocateByWeight } from './allocate';
import { AMOUNT_COLUMN, columnProblem, RATE_COLUMN } from './column';
import { toAmountString } from './currency';
import { dec, digitsOf, isPlainDecimal, roundTo, sum, toFixedString, toPlainString } from './decimal';
import { isCurrency, minorUnits } from './minor-units';

describe('exact decimals', () => {
  test('sums are exact where binary fractions are not', () => {
    expect(toPlainString(sum(['0.1', '0.2']))).toBe('0.3');
    expect(toPlainString(dec('9007199254740993').plus('1'))).toBe('9007199254740994');
  });

  test('the largest amount times the largest rate keeps every digit', () => {
    const product = dec('9999999999999999.9999').times('9999999999.9999999999');
    expect(toPlainString(product)).toBe('99999999999999999998000000.00000000000001');
  });

  test.each([
    ['0.5', '0'],
    ['1.5', '2'],
    ['2.5', '2'],
    ['-0.5', '0'],
    ['-1.5', '-2'],
    ['2.5000000000000000001', '3'],
  ])('%s rounds half-even to %s', (value, expected) => {
    expect(toPlainString(roundTo(dec(value), 0))).toBe(expected);
  });

  test.each([
    ['-0.004', '0.00'],
    ['-0', '0.00'],
    ['1e-7', '0.00'],
    ['1e20', '100000000000000000000.00'],
    ['0.125', '0.12'],
    ['0.135', '0.14'],
  ])('%s is written %s: half-even, no minus zero, no exponent', (value, expected) => {
    expect(toFixedString(dec(value), 2)).toBe(expected);
  });

  test.each([
    ['12', true],
    ['-3.50', true],
    ['.5', true],
    ['', false],
    ['1e3', false],
    ['1,000', false],
    [' 1', false],
    ['NaN', false],
    ['Infinity', false],
    ['0x10', false],
    ['١٢', false],
  ])('%j is a plain decimal: %s', (text, answer) => {
    expect(isPlainDecimal(text)).toBe(answer);
  });
});

describe('currencies', () => {
  test.each([
    ['JPY', 0, '6480'],
    ['USD', 2, '6480.00'],
    ['BHD', 3, '6480.000'],
    ['CLF', 4, '6480.0000'],
  ])('%s has %i minor digits: %s', (code, digits, text) => {
    expect(minorUnits(code)).toBe(digits);
    expect(toAmountString(dec('6480'), code)).toBe(text);
  });

  test.each(['usd', 'XXX', 'XAU', 'ABC', ''])('%j is not a transaction currency', (code) => {
    expect(isCurrency(code)).toBe(false);
  });
});

describe('columns', () => {
  test('a number that fits exactly is accepted, one more digit is not', () => {
    expect(columnProblem('9999999999999999.9999', AMOUNT_COLUMN)).toBeNull();
    expect(columnProblem('-9999999999999999.9999', AMOUNT_COLUMN)).toBeNull();
    expect(columnProblem('10000000000000000', AMOUNT_COLUMN)).toMatch(/at most 16 digits before/);
    expect(columnProblem('0.00001', AMOUNT_COLUMN)).toMatch(/at most 4 digits after/);
    expect(columnProblem('0.0000000001', RATE_COLUMN)).toBeNull();
    expect(columnProblem('1'.repeat(65), RATE_COLUMN)).toMatch(/must be a decimal number/);
  });

  test('leading and trailing zeros are not counted', () => {
    expect(digitsOf('0.50')).toEqual({ integer: 0, fraction: 1 });
    expect(digitsOf('-0012.3400')).toEqual({ integer: 2, fraction: 2 });
    expect(digitsOf('0')).toEqual({ integer: 0, fraction: 0 });
    expect(() => digitsOf('1e5')).toThrow('not a plain decimal');
  });

  test('digits are those of the number, however it is written', () => {
    const digits = (maxLength: number) =>
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength }).map((some) => some.join(''));
    fc.assert(
      fc.property(
        fc.constantFrom('', '+', '-'),
        digits(20),
        fc.option(digits(20)),
        (sign, whole, fraction) => {
          const text = `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`;
          fc.pre(isPlainDecimal(text));
          const value = dec(text);
          const integer = value.truncated().abs();
          expect(digitsOf(text)).toEqual({
            integer: integer.isZero() ? 0 : integer.toFixed(0).length,
            fraction: value.decimalPlaces(),
          });
        },
      ),
    );
  });
});

describe('shares by weight', () => {
  const shared = (total: string, ...weights: string[]) =>
    allocateByWeight(
      dec(total),
      weights.map((weight) => dec(weight)),
      'USD',
    ).map((share) => toAmountString(share, 'USD'));

  test('the odd cent goes to the largest remainder, ties to the earlier share, whatever the sign', () => {
    expect(shared('0.10', '1', '1', '1')).toEqual(['0.04', '0.03', '0.03']);
    expect(shared('0.11', '1', '1', '1')).toEqual(['0.04', '0.04', '0.03']);
    expect(shared('-0.10', '1', '1', '1')).toEqual(['-0.04', '-0.03', '-0.03']);
    expect(shared('1.00', '1', '2')).toEqual(['0.33', '0.67']);
  });

  test('when every weight is zero, the first share is the whole total', () => {
    expect(shared('5.00', '0', '0')).toEqual(['5.00', '0.00']);
  });

  test('a negative weight or an empty list of weights throws', () => {
    expect(() => shared('5.00', '2', '-1')).toThrow();
    expect(() => shared('5.00')).toThrow();
  });
});

test('law: shares sum to the total, and each is within one minor unit of its exact share', () => {
  const weights = fc.array(
    fc.nat(1000).map((value) => dec(BigInt(value))),
    { minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      weights,
      fc.constantFrom('JPY', 'USD', 'BHD'),
      (units, own, code) => {
        const unit = dec('10').pow(-minorUnits(code));
        const total = unit.times(units);
        const shares = allocateByWeight(total, own, code);
        expect(sum(shares).equals(total)).toBe(true);
        const whole = sum(own);
        if (whole.isZero()) return;
        for (const [index, share] of shares.entries()) {
          const exact = total.times(own[index] ?? '0').div(whole);
          expect(share.minus(exact).abs().lessThan(unit)).toBe(true);
        }
      },
    ),
  );
});
