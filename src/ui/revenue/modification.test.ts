import { expect, test } from 'vitest';
import type { Contract } from './contract-months';
import { askedOf, emptyChange, nextCommitment, obstacleOf } from './modification';

const minimum = {
  start: '2026-01-01',
  end: '2026-12-31',
  every: 'QUARTER',
  amount: '300',
  method: 'AS_USED',
} as const;
const view = {
  contract: { endDate: null },
  obligations: [{ key: 'calls', pattern: { kind: 'USAGE', minimum } }],
} as unknown as Contract;

test('another minimum holds from the next commitment period on, and replaces changes that were to come', () => {
  const draft = { ...emptyChange(view, '2026-05-20'), minimums: { calls: '450' } };
  expect(obstacleOf(draft)).toBeNull();
  const changes = [{ from: '2026-07-01', amount: '450' }];
  expect(askedOf(draft, view)).toEqual({
    date: '2026-05-20',
    obligations: [{ key: 'calls', pattern: { kind: 'USAGE', minimum: { ...minimum, changes } } }],
  });
  const planned = { ...minimum, changes: [...changes, { from: '2026-10-01', amount: '500' }] };
  const after = { ...view, obligations: [{ key: 'calls', pattern: { kind: 'USAGE', minimum: planned } }] };
  expect(
    askedOf({ ...draft, date: '2026-07-01', minimums: { calls: '400' } }, after as unknown as Contract),
  ).toMatchObject({
    obligations: [{ pattern: { minimum: { changes: [{ from: '2026-07-01', amount: '400' }] } } }],
  });
});

test('there is nothing to change where no commitment period is still to begin', () => {
  expect(nextCommitment({ kind: 'USAGE', minimum }, '2026-10-02')).toBeNull();
  expect(nextCommitment({ kind: 'USAGE' }, '2026-01-01')).toBeNull();
  expect(obstacleOf(emptyChange(view, '2026-05-20'))).toBe('Nothing changes yet.');
});
