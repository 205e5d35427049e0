import { expect, test } from 'vitest';
import type { Contract } from '../contracts/contract-months';
import {
  askedInstead,
  askedOf,
  canCommit,
  changeOf,
  emptyChange,
  nextCommitment,
  obstacleOf,
  type RecordedChange,
  withoutChange,
} from './modification';

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

test('a recorded modification fills the form, and what replaces it keeps what has no field and the account of what it added', () => {
  const row = { classId: null, departmentId: null, locationId: null, projectId: null, itemId: null };
  const term = { kind: 'RATABLE', start: '2026-01-01', end: '2027-03-31' } as const;
  const changed = {
    contract: { endDate: null },
    obligations: [
      { key: 'A', pattern: term },
      { key: 'extra', pattern: { kind: 'POINT' }, description: 'Training', revenueAccountId: 'r', ...row },
      { key: 'works', pattern: { kind: 'PROGRESS' }, description: null, revenueAccountId: 's', ...row },
    ],
  } as unknown as Contract;
  const extra = {
    key: 'extra',
    price: '6000',
    ssp: '600',
    distinct: true,
    pattern: { kind: 'POINT' },
  } as const;
  const works = {
    key: 'works',
    price: '10',
    ssp: '10',
    distinct: false,
    pattern: { kind: 'PROGRESS' },
  } as const;
  const royalties = [{ key: 'sales', rate: '0.1' }];
  const recorded = {
    ...{ id: 'm', kind: 'modification', effectiveDate: '2026-04-01', treatment: 'prospective' },
    ...{ decidedFor: 'prospective', reason: 'agreed', priceChange: '90', royalties },
    additions: [extra, works],
    obligations: [{ key: 'A', remainingDistinct: true, pattern: term }],
    answers: { priceAtSsp: false },
  } as const satisfies RecordedChange;
  const shown = withoutChange(changed, recorded);
  expect(shown.obligations.map(({ key }) => key)).toEqual(['A']);
  const draft = changeOf(shown, recorded);
  expect(draft).toMatchObject({
    ...{ date: '2026-04-01', priceChange: '90', adds: true, key: 'extra', price: '6000', pattern: 'POINT' },
    ...{ ends: { A: '2027-03-31' }, priceAtSsp: 'no' },
  });
  const kept = { description: null, revenueAccountId: 's', ...row };
  expect(askedInstead({ ...draft, price: '600' }, changed, recorded)).toEqual({
    ...{ date: '2026-04-01', priceChange: '90', royalties, answers: { priceAtSsp: false } },
    obligations: [{ key: 'A', remainingDistinct: true, pattern: term }],
    additions: [
      { ...extra, price: '600', description: 'Training', revenueAccountId: 'r', ...row },
      { ...works, ...kept },
    ],
  });
});
