import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactNumber } from './exact-number';

test.each([
  ['0', 0],
  ['-0.00', 0],
  ['007.50', 7.5],
  ['-0.05', -0.05],
  ['.5', 0.5],
  ['+12', 12],
  ['9999999999999.99', 9999999999999.99],
  ['-123456789012.345', -123456789012.345],
  // Trailing zeros are not significant digits.
  ['100000000000000000000.0000', 1e20],
])('%s can be a number in a spreadsheet', (text, number) => {
  expect(exactNumber(text)).toBe(number);
});

test.each(['12345678901234.56', '-1234567890123456', '0.1234567890123456', '1e5', '', 'abc', '1,000.00'])(
  '%j cannot: a digit would be lost, or it is not a decimal',
  (text) => {
    expect(exactNumber(text)).toBeNull();
  },
);

test('up to 15 significant digits are kept exactly; a sixteenth is never dropped', () => {
  const digits = fc
    .integer({ min: 1, max: 15 })
    .chain((count) =>
      fc.tuple(
        fc.stringMatching(new RegExp(`^[1-9][0-9]{${count - 1}}$`)),
        fc.integer({ min: 0, max: 4 }),
        fc.boolean(),
      ),
    );
  fc.assert(
    fc.property(digits, ([text, places, isNegative]) => {
      const padded = text.padStart(places + 1, '0');
      const decimal = `${isNegative ? '-' : ''}${padded.slice(0, padded.length - places)}${places > 0 ? `.${padded.slice(-places)}` : ''}`;
      const number = exactNumber(decimal);
      expect(number).not.toBeNull();
      expect((number ?? 0).toFixed(places)).toBe(decimal);
      expect(exactNumber(`${decimal.includes('.') ? decimal : `${decimal}.`}${'1'.repeat(16)}`)).toBeNull();
    }),
  );
});
