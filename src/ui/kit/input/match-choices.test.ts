import { expect, test } from 'vitest';
import { choiceMeant, matchChoices } from './match-choices';

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

test('the beginning of the line as it is shown matches, whatever its code consists of', () => {
  const party = { code: 'C-2005', label: 'Adler GmbH' };
  expect(matchChoices([party], 'C-2005 Adler Gmb')).toEqual([party]);
});

test('letters inside a word match last, and unrelated text matches nothing', () => {
  expect(codes('ank')).toEqual(['1000']);
  expect(codes('zebra')).toEqual([]);
  expect(codes('')).toHaveLength(4);
});

test('typed text means the only match, or the choice it names completely, and otherwise nothing', () => {
  const parties = ['Nord', 'Nordwind', 'Sud'].map((label) => ({ id: label, label }));
  const meant = (typed: string) => choiceMeant(parties, typed)?.id ?? null;
  expect(meant('su')).toBe('Sud');
  expect(meant('nordw')).toBe('Nordwind');
  // Two begin like this, but one is called exactly this.
  expect(meant('nord')).toBe('Nord');
  expect(meant('nor')).toBeNull();
  expect(meant('zebra')).toBeNull();
  expect(meant(' ')).toBeNull();
});
