import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountText, storedAtScale, toAmountString } from './currency';
import { dec } from './decimal';

const CURRENCIES = ['USD', 'JPY', 'BHD', 'CLF'] as const;

test('an amount as the database writes it has the text of the amount that is read and rounded, in every currency', () => {
  const texts = fc.tuple(
    fc.constantFrom('', '-'),
    fc.bigInt({ min: 0n, max: 10n ** 16n }),
    fc.constantFrom('0000', '5000', '2500', '1250', '0040', '0001', '9999', '1000'),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom(...CURRENCIES), ([sign, whole, places], code) => {
      const text = `${sign}${whole}.${places}`;
      expect(amountText(text, code)).toBe(toAmountString(dec(text), code));
    }),
  );
});

test.each([
  ['12', 'USD', '12.00'],
  ['-12', 'BHD', '-12.000'],
  ['0', 'CLF', '0.0000'],
  ['12.5', 'USD', '12.50'],
  ['0', 'JPY', '0'],
  ['-0.0000', 'USD', '0.00'],
  ['-0.5000', 'USD', '-0.50'],
  ['012.0000', 'USD', '12.00'],
  ['12.', 'USD', '12.00'],
  ['12.', 'JPY', '12'],
  ['-0.0000', 'JPY', '0'],
  ['1234.5000', 'JPY', '1234'],
  ['1235.5000', 'JPY', '1236'],
  ['0.0050', 'USD', '0.00'],
  ['100.0000', 'CLF', '100.0000'],
])('the amount %s in %s is %s', (text, code, shown) => {
  expect(amountText(text, code)).toBe(shown);
});

test('an amount whose digits would be lost, or are missing, is not cut as text', () => {
  expect(
    ['1.0050', '1.5', '1', '-0.00', '01.00', '1e3', ''].map((text) => storedAtScale(text, 'USD')),
  ).toEqual(Array(7).fill(null));
  expect(storedAtScale('-1.0000', 'USD')).toBe('-1.00');
});
