import { describe, expect, test } from 'vitest';
import { checkPeriod, movePeriod, PERIOD_STATUSES, type PeriodStatus } from './period-status';

const move = (from: PeriodStatus, to: PeriodStatus, reason: string | null = 'late invoice') =>
  movePeriod({ from, to, reason, previous: null, next: null });

describe('OPEN → SOFT_CLOSED → CLOSED → LOCKED', () => {
  const allowed = [
    'OPEN>SOFT_CLOSED',
    'SOFT_CLOSED>CLOSED',
    'CLOSED>LOCKED',
    'SOFT_CLOSED>OPEN',
    'CLOSED>SOFT_CLOSED',
  ];
  test.each(
    PERIOD_STATUSES.flatMap((from) => PERIOD_STATUSES.map((to): [PeriodStatus, PeriodStatus] => [from, to])),
  )('%s to %s: one step either way, LOCKED is final', (from, to) => {
    const outcome = move(from, to);
    expect(outcome.ok).toBe(allowed.includes(`${from}>${to}`));
    if (!outcome.ok)
      expect(outcome.refusal).toMatchObject({ code: 'INVALID_STATUS_TRANSITION', data: { from, to } });
  });

  test.each([null, '', '  '])('reopening without a reason (%j) is refused', (reason) => {
    expect(move('CLOSED', 'SOFT_CLOSED', reason)).toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  });

  test('periods close and reopen in sequence', () => {
    const close = (previous: PeriodStatus) =>
      movePeriod({ from: 'SOFT_CLOSED', to: 'CLOSED', reason: null, previous, next: 'OPEN' }).ok;
    expect(PERIOD_STATUSES.map(close)).toEqual([false, false, true, true]);
    const reopen = (next: PeriodStatus) =>
      movePeriod({ from: 'SOFT_CLOSED', to: 'OPEN', reason: 'why', previous: 'CLOSED', next }).ok;
    expect(PERIOD_STATUSES.map(reopen)).toEqual([true, false, false, false]);
  });
});

describe('which dates accept postings', () => {
  const answer = (status: PeriodStatus | null, mayPostSoftClosed: boolean) => {
    const period = status === null ? null : { label: '2026-09', status };
    const outcome = checkPeriod(period, { date: '2026-09-15', subsidiaryId: 's', mayPostSoftClosed });
    return outcome.ok ? outcome.value : outcome.refusal;
  };

  test('an open period accepts everyone, a soft-closed one those with the permission', () => {
    expect(answer('OPEN', false)).toBe('OPEN');
    expect(answer('SOFT_CLOSED', true)).toBe('SOFT_CLOSED');
  });

  test.each<[PeriodStatus, boolean]>([
    ['SOFT_CLOSED', false],
    ['CLOSED', true],
    ['LOCKED', true],
  ])('%s (permission: %s) is refused with the period', (status, permission) => {
    expect(answer(status, permission)).toMatchObject({
      code: 'PERIOD_NOT_OPEN',
      data: { date: '2026-09-15', period: '2026-09', status, subsidiaryId: 's' },
    });
  });

  test('a date that no period covers is refused', () => {
    expect(answer(null, true)).toMatchObject({
      code: 'PERIOD_NOT_OPEN',
      data: { period: null, status: 'NONE' },
    });
  });
});
