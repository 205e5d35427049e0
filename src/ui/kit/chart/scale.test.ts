import { expect, test } from 'vitest';
import { dec } from '@/core/money/decimal';
import { scaleOf, shareOf } from './scale';

const textsOf = (values: string[]) => scaleOf(values.map(dec)).ticks.map(String);

test('an axis contains zero and every value in round steps', () => {
  expect(textsOf(['183.5', '20'])).toEqual(['0', '50', '100', '150', '200']);
  expect(textsOf(['-30', '70'])).toEqual(['-50', '-25', '0', '25', '50', '75']);
});

test('an axis with only zeros still has a height', () => {
  const scale = scaleOf([dec('0')]);
  expect(shareOf(dec('0'), scale)).toBe(0);
});

test('a value is placed proportionally between the ends of its axis', () => {
  expect(shareOf(dec('50'), scaleOf([dec('200')]))).toBe(0.25);
});
