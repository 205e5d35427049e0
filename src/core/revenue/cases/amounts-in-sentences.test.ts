import { describe, expect, it } from 'vitest';
import { amountInFull } from '@/core/money/currency';
import { minorUnits } from '@/core/money/minor-units';
import { OF_RECORDS } from './sentences-of-records';
import { OF_TERMS } from './sentences-of-terms';

/** Amounts are at least 1,000 in every sentence below, and nothing else is, so that each is found by its size. */
const AMOUNT = /(?<![\d.])\d{4,}(?:\.\d+)?/g;
const DAY = /\d{4}-\d{2}-\d{2}/g;

describe.each(['JPY', 'USD', 'KWD'])('amounts in sentences, in %s', (currencyCode) => {
  it.each(Object.entries({ ...OF_TERMS, ...OF_RECORDS }))(
    '%s: carry the digits of their currency',
    (_maker, sentencesIn) => {
      const sentences = sentencesIn(currencyCode);
      const found = sentences.flatMap((sentence) => sentence.replace(DAY, '').match(AMOUNT) ?? []);
      expect(found.length, sentences.join('\n')).toBeGreaterThan(0);
      const digits = (number: string) => number.split('.')[1]?.length ?? 0;
      expect(
        found.filter((number) => digits(number) !== minorUnits(currencyCode)),
        sentences.join('\n'),
      ).toEqual([]);
    },
  );
});

it('an amount with more digits than its currency keeps them in a sentence, a whole one has those of its currency', () => {
  expect(
    ['JPY', 'USD', 'KWD'].map((code) => [amountInFull('0.0125', code), amountInFull('1200.50', code)]),
  ).toEqual([
    ['0.0125', '1200.5'],
    ['0.0125', '1200.50'],
    ['0.0125', '1200.500'],
  ]);
  expect(amountInFull('-0', 'JPY')).toBe('0');
});
