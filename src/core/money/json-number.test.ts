import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromJsonNumber, jsonNumberProblem, toJsonNumber } from './json-number';

describe('amounts that the interface types as `number`', () => {
  test.each([
    ['5000000', 5_000_000],
    ['1234567.89', 1234567.89],
    ['0.0001', 0.0001],
    ['-0.0000', 0],
    ['99999999999.9999', 99999999999.9999],
  ])('%s is sent as the JSON number with the same digits', (text, value) => {
    expect(jsonNumberProblem(text)).toBeNull();
    expect(toJsonNumber(text)).toBe(value);
  });

  test('sixteen significant digits are refused, not rounded', () => {
    expect(jsonNumberProblem('1234567890123.4561')).toMatch(/15 significant digits/);
    expect(jsonNumberProblem('1000000000000000')).toBeNull();
  });

  test('law: up to fifteen digits are read back as they were written', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 15n - 1n), 10n ** 15n - 1n), fc.nat(4), (digits, places) => {
        const text = `${digits}e-${places}`;
        const back = fromJsonNumber(Number(text));
        expect(back).not.toBeNull();
        expect(jsonNumberProblem(back ?? '')).toBeNull();
        expect(toJsonNumber(back ?? '')).toBe(Number(text) === 0 ? 0 : Number(text));
        expect(JSON.stringify(toJsonNumber(back ?? ''))).toBe(back === '-0' ? '0' : back);
      }),
    );
  });

  test.each([
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    [Number.POSITIVE_INFINITY, null],
  ])('%d reads as %s', (value, text) => {
    expect(fromJsonNumber(value)).toBe(text);
  });
});
