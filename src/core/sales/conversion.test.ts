import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { customerFromProspect, leadFromProspect } from './conversion';
import { leadScore, leadScoreParts, type ScoreFacts } from './lead-score';
import {
  checkConvertible,
  INITIAL_PROSPECT_STATUSES,
  moveProspect,
  PROSPECT_STATUSES,
} from './prospect-status';

const UNKNOWN: ScoreFacts = {
  estimatedRevenue: null,
  employeeCount: null,
  status: 'unqualified',
  email: null,
  phone: null,
  company: null,
  industry: null,
};
const COMPLETE = { email: 'a@b.c', phone: '1', company: 'Acme', industry: 'Retail' };

describe('3.1 prospect status', () => {
  test('create accepts the first three statuses', () => {
    expect(INITIAL_PROSPECT_STATUSES).toEqual(PROSPECT_STATUSES.slice(0, 3));
  });

  test('any status can move to any other, except out of converted', () => {
    for (const status of PROSPECT_STATUSES) {
      for (const to of PROSPECT_STATUSES) {
        const stuck = status === 'converted' && to !== 'converted';
        expect(moveProspect({ id: 'p', status }, to)).toMatchObject(
          stuck
            ? { ok: false, refusal: { code: 'ALREADY_CONVERTED', data: { id: 'p' } } }
            : { ok: true, value: to },
        );
      }
    }
  });

  test('a prospect of any status converts, but only once', () => {
    expect(PROSPECT_STATUSES.map((status) => checkConvertible({ id: 'p', status }).ok)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('lead score', () => {
  test.each<[string, Partial<ScoreFacts>, number]>([
    ['nothing known, unqualified', {}, 0],
    ['nothing known, researching', { status: 'researching' }, 4],
    [
      'everything at its best',
      { ...COMPLETE, estimatedRevenue: '10000000', employeeCount: 1000, status: 'qualified' },
      100,
    ],
    [
      'a middling prospect',
      { ...COMPLETE, phone: ' ', estimatedRevenue: '999999.99', employeeCount: 50, status: 'contacted' },
      55,
    ],
    ['one cent below and at a band', { estimatedRevenue: '4999999.99' }, 28],
    ['at the band', { estimatedRevenue: '5000000' }, 34],
    ['no revenue and no one', { estimatedRevenue: '0', employeeCount: 0 }, 0],
    ['beyond 2^53', { estimatedRevenue: '9007199254740993' }, 40],
  ])('%s: %s → %i', (_title, facts, score) => {
    expect(leadScore({ ...UNKNOWN, ...facts })).toBe(score);
  });

  const drawn = fc.record({
    estimatedRevenue: fc.option(fc.integer({ min: 0, max: 20_000_000 }).map(String), { nil: null }),
    employeeCount: fc.option(fc.nat(5000), { nil: null }),
    status: fc.constantFrom(...PROSPECT_STATUSES),
    email: fc.option(fc.string(), { nil: null }),
    phone: fc.option(fc.string(), { nil: null }),
    company: fc.option(fc.string(), { nil: null }),
    industry: fc.option(fc.string(), { nil: null }),
  });

  test('law: 0 to 100, the sum of its parts, and more revenue or people never lower it', () => {
    fc.assert(
      fc.property(drawn, fc.nat(10_000_000), fc.nat(1000), (facts, revenue, people) => {
        const score = leadScore(facts);
        const parts = leadScoreParts(facts);
        expect(score).toBe(parts.revenue + parts.headcount + parts.status + parts.completeness);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        const more = {
          ...facts,
          estimatedRevenue: String(Number(facts.estimatedRevenue ?? 0) + revenue),
          employeeCount: (facts.employeeCount ?? 0) + people,
        };
        expect(leadScore(more)).toBeGreaterThanOrEqual(score);
      }),
    );
  });
});

describe('conversion', () => {
  const prospect = { ...UNKNOWN, ...COMPLETE, id: 'p-1', name: 'Ada', status: 'qualified' as const };

  test('a lead names its prospect, starts as new and has the score', () => {
    expect(leadFromProspect(prospect)).toEqual({
      name: 'Ada',
      email: 'a@b.c',
      phone: '1',
      company: 'Acme',
      source: 'prospect:p-1',
      status: 'new',
      score: 40,
    });
  });

  test.each([
    ['Acme', 'Acme'],
    ['  ', 'Ada'],
    [null, 'Ada'],
  ])('a customer of company %j is called %s', (company, companyName) => {
    expect(customerFromProspect({ ...prospect, company })).toEqual({
      companyName,
      contactEmail: 'a@b.c',
      contactPhone: '1',
      status: 'active',
    });
  });
});
