import { expect, test } from 'vitest';
import { costNames, eventDetail } from './event-detail';

type Event = Parameters<typeof eventDetail>[0];

const KEY = '01a21bfd-5087-706f-b761-1d8091ca2451';
const cost = (more: object = {}) =>
  ({
    id: 'cost',
    kind: 'cost',
    effectiveDate: '2026-10-01',
    key: KEY,
    costKind: 'OBTAIN',
    description: 'Sales commission',
    amount: '1200.00',
    recoverable: true,
    incremental: true,
    direct: false,
    enhancesResources: false,
    expedient: false,
    start: '2026-10-01',
    contractMonths: 12,
    expectedRenewalMonths: 24,
    renewalCostCommensurate: false,
    ...more,
  }) satisfies Event;
const tested: Event = {
  id: 'test',
  kind: 'costTest',
  effectiveDate: '2026-11-01',
  key: KEY,
  expectedConsideration: '500',
  remainingCosts: '0',
};

test('a cost and its tests are named by its description, never by an ID', () => {
  const names = costNames([cost(), tested]);
  expect(eventDetail(cost(), 'USD', names)).toBe('· Sales commission · USD 1,200.00');
  expect(eventDetail(tested, 'USD', names)).toBe('· Sales commission');
});

test('a cost without a description is named by its purpose', () => {
  const plain = cost({ description: undefined });
  expect(eventDetail(plain, 'USD', costNames([plain]))).toBe('· Cost to obtain the contract · USD 1,200.00');
});

test('other events are named by their obligation and milestone', () => {
  const reached: Event = {
    id: 'reached',
    kind: 'milestone',
    effectiveDate: '2026-11-01',
    key: 'rollout',
    milestone: 'design',
  };
  expect(eventDetail(reached, 'USD', new Map())).toBe('· rollout · design');
});
