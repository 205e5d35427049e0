import { describe, expect, it } from 'vitest';
import { expectValue, ruleOf } from '../cases/expect-value';
import { checkVersions, versionOn } from '../dated';
import { type CombinationCandidate, CRITERIA, combinable, contractExists } from './contract-criteria';

describe('step 1: the contract', () => {
  const all = CRITERIA.map((name) => ({ name, met: true, evidence: 'signed order' }));

  it('25-1: a contract exists when all five criteria are met with evidence', () => {
    expect(contractExists(all).ok).toBe(true);
    expect(ruleOf(contractExists(all.slice(1)))).toBe('CRITERIA_NOT_MET');
    const unproved = all.map((one, index) => (index === 4 ? { ...one, evidence: ' ' } : one));
    expect(contractExists(unproved)).toMatchObject({
      refusal: { data: { missing: [], unproved: ['COLLECTION_PROBABLE'] } },
    });
  });

  it('25-9: contracts made near the same time with one customer and one objective may be combined, others may not', () => {
    const contract = (
      contractId: string,
      change: Partial<CombinationCandidate> = {},
    ): CombinationCandidate => ({
      contractId,
      customerId: 'c',
      currencyCode: 'USD',
      inception: '2025-01-10',
      ...change,
    });
    const reasons = { singleObjective: true, pricesInterdependent: false, singleObligation: false };
    const combine = (other: CombinationCandidate, changed = reasons) =>
      combinable({ contracts: [contract('1'), other], reasons: changed, nearDays: 30 });
    expect(expectValue(combine(contract('2', { inception: '2025-01-05' }))).inception).toBe('2025-01-05');
    const failed = (outcome: ReturnType<typeof combine>) =>
      outcome.ok || outcome.refusal.code !== 'REVENUE_RULE' ? null : outcome.refusal.data.failed;
    expect(failed(combine(contract('1')))).toBe('CONTRACTS');
    expect(failed(combine(contract('2', { customerId: 'd' })))).toBe('CUSTOMER');
    expect(failed(combine(contract('2', { currencyCode: 'EUR' })))).toBe('CURRENCY');
    expect(failed(combine(contract('2', { inception: '2025-02-10' })))).toBe('TIME');
    expect(failed(combine(contract('2'), { ...reasons, singleObjective: false }))).toBe('REASON');
  });
});

describe('dated versions of prices and policies', () => {
  const versions = [
    { from: '2025-07-01', to: null, id: 'new' },
    { from: '2024-01-01', to: '2025-05-31', id: 'old' },
  ];

  it('overlapping versions are refused, gaps are not', () => {
    expect(expectValue(checkVersions(versions, 'policy')).map(({ id }) => id)).toEqual(['old', 'new']);
    expect(
      ruleOf(checkVersions([...versions, { from: '2025-05-31', to: '2025-06-01', id: 'x' }], 'policy')),
    ).toBe('OVERLAP');
    expect(ruleOf(checkVersions([{ from: '2025-02-01', to: '2025-01-31', id: 'x' }], 'policy'))).toBe(
      'INVALID_INPUT',
    );
  });

  it('the version in force on a day is found, and a day without one has no fallback', () => {
    expect(expectValue(versionOn(versions, '2025-05-31', 'policy')).id).toBe('old');
    expect(expectValue(versionOn(versions, '2030-01-01', 'policy')).id).toBe('new');
    expect(ruleOf(versionOn(versions, '2025-06-15', 'policy'))).toBe('NO_VERSION');
  });
});
