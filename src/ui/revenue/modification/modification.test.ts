import { expect, test } from 'vitest';
import type { Contract } from '../contracts/contract-months';
import { askedOf, canCommit, emptyChange, nextCommitment, obstacleOf } from './modification';

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

test('a first minimum of use that is paid for as it occurs begins on the date of the change, and needs its last day', () => {
  const paid = {
    ...view,
    obligations: [{ key: 'calls', pattern: { kind: 'USAGE', tiers: [{ upTo: null, unitPrice: '1' }] } }],
  };
  const begun = { calls: { amount: '100', every: 'MONTH', end: '2026-07-31' } } as const;
  const draft = { ...emptyChange(view, '2026-05-01'), begun };
  expect(obstacleOf(draft)).toBeNull();
  expect(obstacleOf({ ...draft, begun: { calls: { ...begun.calls, end: '' } } })).toBe(
    'Enter the minimum of calls and its last day.',
  );
  expect(askedOf(draft, paid as unknown as Contract).obligations).toEqual([
    {
      key: 'calls',
      pattern: {
        kind: 'USAGE',
        tiers: [{ upTo: null, unitPrice: '1' }],
        minimum: { start: '2026-05-01', end: '2026-07-31', every: 'MONTH', amount: '100' },
      },
    },
  ]);
  expect([
    canCommit({ kind: 'USAGE' }),
    canCommit({ kind: 'USAGE', minimum }),
    canCommit({ kind: 'POINT' }),
  ]).toEqual([true, false, false]);
});

test('there is nothing to change where no commitment period is still to begin', () => {
  expect(nextCommitment({ kind: 'USAGE', minimum }, '2026-10-02')).toBeNull();
  expect(nextCommitment({ kind: 'USAGE' }, '2026-01-01')).toBeNull();
  expect(obstacleOf(emptyChange(view, '2026-05-20'))).toBe('Nothing changes yet.');
});
