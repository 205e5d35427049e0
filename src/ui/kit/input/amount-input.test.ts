import { describe, expect, test } from 'vitest';
import { readAmount } from './amount-input';

describe('amounts as people type and paste them', () => {
  test.each([
    ['1234.56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1,234', '1234'],
    ['1.234.567,8', '1234567.8'],
    ['12,5', '12.5'],
    ['(1,234.56)', '-1234.56'],
    ['(500)', '-500'],
    ['1234-', '-1234'],
    ['−12', '-12'],
    ['$ 1,200.00', '1200'],
    ['.5', '0.5'],
    ['1200/12*7', '700'],
    ['=(100+50)*2', '300'],
    ['100-25.5', '74.5'],
    ['10/3', '3.3333333333'],
    ['9007199254740993', '9007199254740993'],
  ])('%s reads as %s', (typed, value) => {
    expect(readAmount(typed)).toBe(value);
  });

  test.each(['', 'abc', '1,23,4', '1.2.3', '1/0', '(1', '1+', '1e5', '12,34.56,78'])(
    '%s is refused, never guessed',
    (typed) => {
      expect(readAmount(typed)).toBeNull();
    },
  );
});
