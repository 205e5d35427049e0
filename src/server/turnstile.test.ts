import { describe, expect, it } from 'vitest';
import { costOf as costWith } from './turnstile';

const costOf = (path: string) => costWith(path, (procedure) => procedure === 'revenue.waterfall');

describe('the cost of a request', () => {
  it.each([
    ['/prospects', 1],
    ['/api/trpc/session.me', 1],
    ['/api/trpc/revenue.waterfall', 4],
    ['/api/trpc/session.me,revenue.waterfall', 5],
    ['/api/v1/reports/trial-balance', 4],
    ['/api/downloads/journal', 4],
    ['/api/uploads/imports', 4],
    ['/api/trpc/reports.trialBalance', 4],
    ['/api/trpc/session.me,session.me,session.me', 3],
    ['/api/trpc/session.me,verify.books', 5],
    ['/api/trpc/reports.trialBalance,reports.trialBalance', 8],
    [`/api/trpc/${'session.me,'.repeat(31)}session.me`, 16],
  ])('of %s is %i', (path, cost) => expect(costOf(path)).toBe(cost));

  it('is the same however the path is encoded', () => {
    const encoded = (path: string) =>
      path.replaceAll(/[^/]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
    for (const path of [
      'reports.trialBalance',
      'revenue.waterfall',
      'session.me,session.me',
      'session.me,verify.books',
    ]) {
      expect(costOf(`/api/trpc/${encoded(path)}`)).toBe(costOf(`/api/trpc/${path}`));
    }
    expect(costOf('/api/trpc/session.me%2Csession.me%2csession.me')).toBe(3);
    expect(costOf('/api/trpc/%zz')).toBe(1);
  });
});
