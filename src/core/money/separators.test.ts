import { expect, test } from 'vitest';
import { withSeparators } from './separators';

test.each([
  ['0', '0'],
  ['999.99', '999.99'],
  ['1000', '1,000'],
  ['-1234567.8901', '-1,234,567.8901'],
  ['0.123456', '0.123456'],
  ['900719925474099312345.67', '900,719,925,474,099,312,345.67'],
  ['1000.00 − (12000.00 − 200.00)', '1,000.00 − (12,000.00 − 200.00)'],
])(
  '%s is written %s: a comma before every third digit, none behind the point, and every digit kept',
  (plain, written) => {
    expect(withSeparators(plain)).toBe(written);
  },
);
