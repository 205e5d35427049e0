import currencyCodes from 'currency-codes';
import { expect, test } from 'vitest';
import { isCurrency, minorUnits } from './minor-units';

/** Funds, metals, test codes and "no currency": the codes that are not money of a country or currency union. */
const NO_MONEY = /^X(?:AG|AU|BA|BB|BC|BD|DR|PD|PT|SU|TS|UA|XX|AD)$/;
const published = currencyCodes.data.filter(({ code }) => /^[A-Z]{3}$/.test(code) && !NO_MONEY.test(code));

test('every transaction currency in the published ISO 4217 list is known with its digits, and no other code is', () => {
  expect(published.length).toBeGreaterThan(150);
  const ours = published.map(({ code }) => [code, isCurrency(code) ? minorUnits(code) : null]);
  expect(ours).toEqual(published.map(({ code, digits }) => [code, digits]));
  const known = currencyCodes.data.filter(({ code }) => isCurrency(code));
  expect(known).toHaveLength(published.length);
});

test('the CFA and CFP francs are money, gold and special drawing rights are not', () => {
  expect(['XAF', 'XOF', 'XPF', 'XCD'].map(isCurrency)).toEqual([true, true, true, true]);
  expect(['XAU', 'XDR', 'XXX', 'XTS'].map(isCurrency)).toEqual([false, false, false, false]);
});
