import { describe, expect, it } from 'vitest';
import {
  balanceEventsThrough,
  recognisedThrough,
  remainingAt,
  revenueByPeriod,
} from '../../../../e2e/revenue/oracle/figures';
import { contractEntries } from '../../../../e2e/revenue/oracle/position';
import { expectValue, ruleOf } from '../cases/expect-value';
import type { ObligationTerms } from './agreed/promised-terms';
import type { ContractEvent } from './events';
import { picture } from './picture';

type Body = ContractEvent extends infer Event ? (Event extends unknown ? Omit<Event, 'id'> : never) : never;
const history = (...events: Body[]): ContractEvent[] =>
  events.map((event, index) => ({ ...event, id: `e${index}` }) as ContractEvent);

const subscription: ObligationTerms = {
  key: 'saas',
  allocated: '1200',
  ssp: '1200',
  pattern: { kind: 'RATABLE', start: '2025-01-01', end: '2025-12-31', method: 'EVEN_PERIODS' },
};
const setup: ObligationTerms = { key: 'setup', allocated: '300', ssp: '300', pattern: { kind: 'POINT' } };
const created = (...obligations: ObligationTerms[]): Body => ({
  kind: 'created',
  effectiveDate: '2025-01-01',
  currencyCode: 'USD',
  obligations,
});
const activated: Body = { kind: 'activated', effectiveDate: '2025-01-01' };

describe('a contract replayed from its events', () => {
  it('recognizes over time by schedule and at a point in time by delivery', () => {
    const state = expectValue(
      picture(
        history(created(subscription, setup), activated, {
          kind: 'delivery',
          effectiveDate: '2025-02-10',
          key: 'setup',
        }),
      ),
    );
    expect(revenueByPeriod(state).slice(0, 3)).toEqual([
      { period: '2025-01', amount: '100.00' },
      { period: '2025-02', amount: '400.00' },
      { period: '2025-03', amount: '100.00' },
    ]);
    expect(recognisedThrough(state, '2025-02')).toEqual({ saas: '200.00', setup: '300.00' });
    expect(remainingAt(state, '2025-02')).toBe('1000.00');
  });

  it('a prospective modification in the middle of a year plans the rest again and keeps the earlier version readable', () => {
    const state = expectValue(
      picture(
        history(created(subscription), activated, {
          kind: 'modification',
          effectiveDate: '2025-07-01',
          treatment: 'prospective',
          decidedFor: 'prospective',
          priceChange: '300',
          reason: 'more seats',
        }),
      ),
    );
    expect(revenueByPeriod(state).map(({ amount }) => amount)).toEqual([
      ...Array.from({ length: 6 }, () => '100.00'),
      ...Array.from({ length: 6 }, () => '150.00'),
    ]);
    expect(state.versions.map(({ allocations }) => allocations[0]?.allocated)).toEqual([
      '1200.00',
      '1500.00',
    ]);
    expect(state.versions[1]?.treatment).toBe('prospective');
  });

  it('a concession by credit note reduces recognized and deferred amounts in their current proportion', () => {
    const state = expectValue(
      picture(
        history(
          created(subscription),
          activated,
          { kind: 'invoice', effectiveDate: '2025-01-01', amount: '1200', unconditional: true },
          { kind: 'creditNote', effectiveDate: '2025-04-01', amount: '120', mode: 'CONCESSION' },
        ),
      ),
    );
    const april = state.rows.filter((row) => row.source === 'creditNote');
    expect(april.map(({ amount }) => amount)).toEqual(['-30.00']);
    expect(recognisedThrough(state, '2025-12').saas).toBe('1080.00');
    const { balances } = expectValue(
      contractEntries({ currencyCode: 'USD', events: balanceEventsThrough(state, '2025-03') }),
    );
    expect(balances).toMatchObject({ receivable: '1200.00', deferred: '900.00' });
    const atEnd = expectValue(
      contractEntries({ currencyCode: 'USD', events: balanceEventsThrough(state, '2025-12') }),
    );
    expect(atEnd.balances).toMatchObject({ receivable: '1080.00', deferred: '0.00', contractAsset: '0.00' });
  });

  it('a cancellation stops the schedule, pays the refund and earns what is kept', () => {
    const state = expectValue(
      picture(
        history(
          created(subscription),
          activated,
          { kind: 'invoice', effectiveDate: '2025-01-01', amount: '1200', unconditional: true },
          { kind: 'termination', effectiveDate: '2025-07-01', refund: '500', reason: 'customer left' },
        ),
      ),
    );
    expect(state.status).toBe('TERMINATED');
    expect(state.transactionPrice).toBe('700.00');
    expect(recognisedThrough(state, '2025-07').saas).toBe('700.00');
    expect(recognisedThrough(state, '2025-12').saas).toBe('700.00');
    expect(
      ruleOf(
        picture(
          history(created(subscription), activated, {
            kind: 'termination',
            effectiveDate: '2025-07-01',
            refund: '1',
            reason: 'nothing was billed',
          }),
        ),
      ),
    ).toBe('REFUND_OVER_UNEARNED');
  });

  it('returns use the refund liability first, and only the excess reverses revenue', () => {
    const goods: ObligationTerms = {
      key: 'goods',
      allocated: '10000',
      ssp: '10000',
      pattern: { kind: 'UNITS', quantity: '100' },
    };
    const state = expectValue(
      picture(
        history(
          created(goods),
          activated,
          { kind: 'invoice', effectiveDate: '2025-01-10', amount: '10000', unconditional: true },
          { kind: 'delivery', effectiveDate: '2025-01-10', key: 'goods', quantity: '100' },
          { kind: 'refundEstimate', effectiveDate: '2025-01-10', key: 'goods', liability: '300' },
          { kind: 'return', effectiveDate: '2025-02-10', key: 'goods', amount: '400' },
        ),
      ),
    );
    expect(recognisedThrough(state, '2025-01').goods).toBe('9700.00');
    expect(recognisedThrough(state, '2025-02').goods).toBe('9600.00');
    const { balances } = expectValue(
      contractEntries({ currencyCode: 'USD', events: balanceEventsThrough(state, '2025-02') }),
    );
    expect(balances).toMatchObject({
      receivable: '9600.00',
      refundLiability: '0.00',
      deferred: '0.00',
      contractAsset: '0.00',
    });
  });

  it('milestones, usage and holds are facts as well', () => {
    const build: ObligationTerms = {
      key: 'build',
      allocated: '900',
      ssp: '900',
      pattern: {
        kind: 'MILESTONES',
        milestones: [
          { key: 'design', weight: '1' },
          { key: 'launch', weight: '2' },
        ],
      },
    };
    const calls: ObligationTerms = { key: 'calls', allocated: '0', ssp: '0', pattern: { kind: 'USAGE' } };
    const state = expectValue(
      picture(
        history(
          created(build, calls),
          activated,
          { kind: 'milestone', effectiveDate: '2025-03-01', key: 'build', milestone: 'design' },
          { kind: 'usage', effectiveDate: '2025-03-31', key: 'calls', amount: '12.34' },
          { kind: 'usage', effectiveDate: '2025-04-30', key: 'calls', amount: '7.66' },
          { kind: 'hold', effectiveDate: '2025-04-30', key: 'build', reason: 'dispute' },
        ),
      ),
    );
    expect(recognisedThrough(state, '2025-04')).toEqual({ build: '300.00', calls: '20.00' });
    expect(state.transactionPrice).toBe('920.00');
    expect(state.obligations.map(({ held }) => held)).toEqual([true, false]);
  });

  it('a milestone is reached once, each by its weight; one recorded twice or unknown is refused (606-10-55-17)', () => {
    const build: ObligationTerms = {
      key: 'build',
      allocated: '900',
      ssp: '900',
      pattern: {
        kind: 'MILESTONES',
        milestones: [
          { key: 'design', weight: '1' },
          { key: 'launch', weight: '2' },
        ],
      },
    };
    const reach = (effectiveDate: string, milestone: string): Body => ({
      kind: 'milestone',
      effectiveDate,
      key: 'build',
      milestone,
    });
    const recorded = (...events: Body[]) => picture(history(created(build), activated, ...events));
    const both = expectValue(recorded(reach('2025-03-01', 'design'), reach('2025-05-01', 'launch')));
    expect(recognisedThrough(both, '2025-04')).toEqual({ build: '300.00' });
    expect(recognisedThrough(both, '2025-05')).toEqual({ build: '900.00' });
    expect(ruleOf(recorded(reach('2025-03-01', 'design'), reach('2025-03-01', 'design')))).toBe(
      'ALREADY_SATISFIED',
    );
    expect(ruleOf(recorded(reach('2025-03-01', 'desing')))).toBe('UNKNOWN_MILESTONE');
  });

  it('refuses what cannot have happened, and names the event', () => {
    const rule = (...events: Body[]) => ruleOf(picture(history(created(subscription, setup), ...events)));
    const delivery: Body = { kind: 'delivery', effectiveDate: '2025-02-01', key: 'setup' };
    expect(rule(delivery)).toBe('CONTRACT_NOT_ACTIVE');
    expect(rule(activated, delivery, delivery)).toBe('ALREADY_SATISFIED');
    expect(rule(activated, { ...delivery, key: 'saas' })).toBe('WRONG_PATTERN');
    expect(rule(activated, { ...delivery, key: 'none' })).toBe('UNKNOWN_OBLIGATION');
    expect(rule(activated, activated)).toBe('NOT_DRAFT');
    expect(rule({ kind: 'payment', effectiveDate: '2025-02-01', amount: '-1' })).toBe('INVALID_INPUT');
    expect(
      rule(activated, {
        kind: 'modification',
        effectiveDate: '2024-12-31',
        treatment: 'prospective',
        decidedFor: 'prospective',
        reason: 'r',
      }),
    ).toBe('MODIFICATION_BEFORE_INCEPTION');
    const outcome = picture(history(created(setup), delivery));
    expect(outcome).toMatchObject({ ok: false, refusal: { data: { eventId: 'e1' } } });
    expect(ruleOf(picture([]))).toBe('NOT_CREATED');
  });
});
