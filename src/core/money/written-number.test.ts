import { describe, expect, test } from 'vitest';
import { readWrittenNumber } from './written-number';

describe('a number as people write it', () => {
  test.each([
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1 234,56', '1234.56'],
    ['1\u202f234,56 €', '1234.56'],
    ["1'234.50", '1234.50'],
    ['CHF 1’234’567.50', '1234567.50'],
    ['$1,234.56', '1234.56'],
    ['-$1,234.56', '-1234.56'],
    ['$(1,234.56)', '-1234.56'],
    ['($1,234.56)', '-1234.56'],
    ['USD 500', '500'],
    ['500.25 EUR', '500.25'],
    ['(500) USD', '-500'],
    ['1234-', '-1234'],
    ['−12', '-12'],
    [' - ', '0'],
    ['–', '0'],
    ['(0.00)', '0.00'],
  ])('%s is %s', (text, value) => {
    expect(readWrittenNumber(text)).toBe(value);
  });

  test.each([
    ...[
      '1,23,456.78',
      '1.2.3',
      '=A1+B1',
      '1+1',
      '12USD34',
      'USD',
      'n/a',
      '--5',
      '(5',
      '1e5',
      "1'2",
      '500 Cr',
      'ABCD 5',
    ],
  ])('%s is not one', (text) => {
    expect(readWrittenNumber(text)).toBeNull();
  });
});
