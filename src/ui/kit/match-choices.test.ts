import { expect, test } from 'vitest';
import { matchChoices } from './match-choices';

const accounts = [
  { code: '1000', label: 'Operating bank account' },
  { code: '4000', label: 'Subscription revenue' },
  { code: '4010', label: 'Usage revenue' },
  { code: '6400', label: 'Rent' },
];
const codes = (typed: string) => matchChoices(accounts, typed).map((account) => account.code);

test('a code match comes first', () => {
  expect(codes('40')).toEqual(['4000', '4010']);
  expect(codes('4010')[0]).toBe('4010');
});

test('words match the beginnings of words, in any order', () => {
  expect(codes('sub rev')).toEqual(['4000']);
  expect(codes('rev us')).toEqual(['4010']);
});

test('letters inside a word match last, and unrelated text matches nothing', () => {
  expect(codes('ank')).toEqual(['1000']);
  expect(codes('zebra')).toEqual([]);
  expect(codes('')).toHaveLength(4);
});
