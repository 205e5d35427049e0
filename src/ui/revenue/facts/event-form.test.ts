import { expect, test } from 'vitest';
import type { Contract } from '../contracts/contract-months';
import { factOf, kindsFor, saidOf } from './event-form';

type Recorded = Contract['events'][number]['event'];
type Pattern = Contract['obligations'][number]['pattern'];

const at = { id: 'f1', effectiveDate: '2026-03-05' };
const RECORDED: readonly Recorded[] = [
  { ...at, kind: 'delivery', key: 'goods', quantity: '4' },
  { ...at, kind: 'progress', key: 'project', progress: '0.125' },
  { ...at, kind: 'costs', key: 'project', costToDate: '250', totalCost: '1000', percentDecimals: 3 },
  {
    ...at,
    kind: 'costEstimate',
    key: 'project',
    totalCost: '1300',
    scope: 'PRODUCTION',
    exitCost: '90',
    evidence: 'Quotes of both suppliers',
  },
  { ...at, kind: 'milestone', key: 'steps', milestone: 'm2' },
  { ...at, kind: 'usage', key: 'calls', amount: '4.5' },
  { ...at, kind: 'usage', key: 'calls', quantity: '1000' },
  { ...at, kind: 'useEstimate', key: 'calls', expected: '960', evidence: 'Use of the last year' },
  { ...at, kind: 'redemption', key: 'points', quantity: '30', expectedUsed: '90' },
  { ...at, kind: 'lapse', key: 'points' },
  { ...at, kind: 'royalty', key: 'sales', sales: '900' },
  { ...at, kind: 'return', key: 'goods', amount: '100', quantity: '1' },
  { ...at, kind: 'estimateChange', change: '-20', onlyTo: ['goods'] },
  { ...at, kind: 'refundEstimate', key: 'goods', liability: '50' },
  { ...at, kind: 'invoice', amount: '1200', unconditional: false },
  { ...at, kind: 'payment', amount: '1200' },
  { ...at, kind: 'payout', amount: '10' },
  { ...at, kind: 'creditNote', amount: '30', mode: 'CANCEL_REMAINING' },
  { ...at, kind: 'hold', reason: 'dispute' },
  { ...at, kind: 'release', key: 'goods' },
];

test.each(RECORDED.map((one) => [one.kind, one] as const))(
  'replaced by its own form left as it is, a %s says what it said',
  (_kind, recorded) => {
    const said = saidOf(recorded);
    expect(said).not.toBeNull();
    if (said === null) return;
    const { id: _id, ...content } = recorded;
    expect(factOf(said, { pattern: undefined, original: recorded })).toEqual(content);
  },
);

test('recorded in place of an event of another kind, an event keeps nothing of the one it replaces', () => {
  const [, , costs] = RECORDED;
  if (costs === undefined) throw new Error('no costs');
  const said = { ...saidOf(costs), kind: 'progress', amount: '30' } as NonNullable<ReturnType<typeof saidOf>>;
  expect(factOf(said, { pattern: { kind: 'PROGRESS' }, original: costs })).toEqual({
    kind: 'progress',
    effectiveDate: '2026-03-05',
    key: 'project',
    progress: '0.3',
  });
});

test('use is counted where the obligation has prices for it', () => {
  const said = {
    kind: 'usage',
    key: 'calls',
    effectiveDate: '2026-03-05',
    amount: '7',
    total: '',
    words: '',
    evidence: '',
    mode: 'CONCESSION',
    scope: '',
    billed: '',
  } as const;
  const priced: Pattern = { kind: 'USAGE', tiers: [{ upTo: null, unitPrice: '0.0045' }] };
  expect(factOf(said, { pattern: priced, original: null })).toMatchObject({ quantity: '7' });
  expect(factOf(said, { pattern: { kind: 'USAGE' }, original: null })).toMatchObject({ amount: '7' });
});

test('what has no form is not offered to be replaced', () => {
  const changed = {
    ...at,
    kind: 'modification',
    treatment: 'prospective',
    decidedFor: 'prospective',
    reason: 'x',
  };
  expect(saidOf(changed as Recorded)).toBeNull();
});

test('a form that lacks something required says nothing, and an ended contract is only settled', () => {
  const said = saidOf({ ...at, kind: 'payment', amount: '1' });
  if (said === null) throw new Error('no form');
  expect(factOf({ ...said, amount: '' }, { pattern: undefined, original: null })).toBeNull();
  expect(factOf({ ...said, effectiveDate: '' }, { pattern: undefined, original: null })).toBeNull();
  expect(kindsFor('TERMINATED', { kind: 'POINT' })).not.toContain('delivery');
  expect(kindsFor('TERMINATED', { kind: 'POINT' })).toContain('release');
  expect(kindsFor('ACTIVE', { kind: 'POINT' })[0]).toBe('delivery');
});

test('an estimate of use is offered for an obligation with a committed minimum, and needs its evidence', () => {
  const minimum = {
    start: '2026-01-01',
    end: '2026-12-31',
    every: 'YEAR',
    amount: '1200',
    method: 'AS_USED',
  } as const;
  expect(kindsFor('ACTIVE', { kind: 'USAGE', minimum })).toContain('useEstimate');
  expect(kindsFor('ACTIVE', { kind: 'USAGE' })).not.toContain('useEstimate');
  const said = saidOf({ ...at, kind: 'useEstimate', key: 'calls', expected: '960', evidence: 'Meters' });
  if (said === null) throw new Error('no form');
  expect(factOf({ ...said, words: ' ' }, { pattern: { kind: 'USAGE', minimum }, original: null })).toBeNull();
});
