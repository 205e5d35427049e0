import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, sum, ZERO } from '@/core/money/decimal';
import { contractEntries } from '../balances';
import { must } from '../cases/must';
import { addDays, periodOf } from '../days';
import { differencesOf, tieOut } from '../tie-out';
import type { ContractEvent, ObligationTerms } from './events';
import { balanceEventsThrough, recognisedThrough, remainingAt, replay } from './replay';

const patterns: ObligationTerms['pattern'][] = [
  { kind: 'RATABLE', start: '2025-01-15', end: '2026-01-14' },
  { kind: 'RATABLE', start: '2025-01-31', end: '2025-09-30', method: 'PRORATE_FIRST_LAST' },
  { kind: 'POINT' },
  { kind: 'UNITS', quantity: '10' },
  { kind: 'PROGRESS' },
  { kind: 'USAGE' },
];
const day = fc.integer({ min: 0, max: 420 }).map((days) => addDays('2025-01-01', days));
const amount = fc.integer({ min: 1, max: 50_000 }).map((cents) => dec(String(cents)).div('100').toFixed());
const key = fc.integer({ min: 0, max: 5 }).map((index) => `k${index}`);
const happenings = fc.array(
  fc.record({
    what: fc.constantFrom(
      ...([
        'delivery',
        'progress',
        'usage',
        'return',
        'refundEstimate',
        'estimateChange',
        'invoice',
      ] as const),
      ...(['payment', 'concession', 'cancel', 'modification', 'termination', 'periodClosed'] as const),
    ),
    day,
    amount,
    key,
    percent: fc.integer({ min: 0, max: 100 }),
    down: fc.boolean(),
  }),
  { maxLength: 30 },
);
type Happening = typeof happenings extends fc.Arbitrary<(infer T)[]> ? T : never;

/** One random fact as an event; what it says may well be refused. */
function eventOf(drawn: Happening, id: string): ContractEvent {
  const base = { id, effectiveDate: drawn.day, key: drawn.key, amount: drawn.amount };
  const signed = drawn.down ? `-${drawn.amount}` : drawn.amount;
  switch (drawn.what) {
    case 'delivery':
      return { ...base, kind: 'delivery', quantity: '3' };
    case 'progress':
      return { ...base, kind: 'progress', progress: dec(String(drawn.percent)).div('100').toFixed() };
    case 'refundEstimate':
      return { ...base, kind: 'refundEstimate', liability: drawn.amount };
    case 'estimateChange':
      return { ...base, kind: 'estimateChange', change: signed };
    case 'invoice':
      return { ...base, kind: 'invoice', unconditional: true };
    case 'concession':
      return { ...base, kind: 'creditNote', mode: 'CONCESSION' };
    case 'cancel':
      return { ...base, kind: 'creditNote', mode: 'CANCEL_REMAINING' };
    case 'modification':
      return {
        ...base,
        kind: 'modification',
        treatment: 'prospective',
        changes: [{ key: drawn.key, after: drawn.amount, catchUp: '0' }],
        reason: 'random',
      };
    case 'termination':
      return { ...base, kind: 'termination', refund: '0', reason: 'random' };
    case 'periodClosed':
      return { ...base, kind: 'periodClosed', through: periodOf(drawn.day) };
    default:
      return { ...base, kind: drawn.what };
  }
}

/** The longest history made of the events that are not refused. */
function accepted(drawn: readonly Happening[]): ContractEvent[] {
  const events: ContractEvent[] = [
    {
      id: 'created',
      kind: 'created',
      effectiveDate: '2025-01-01',
      currencyCode: 'USD',
      obligations: patterns.map((pattern, index) => ({
        key: `k${index}`,
        allocated: pattern.kind === 'USAGE' ? '0' : `${(index + 1) * 111}.11`,
        ssp: pattern.kind === 'USAGE' ? '0' : '100',
        pattern,
      })),
    },
    { id: 'activated', kind: 'activated', effectiveDate: '2025-01-01' },
  ];
  drawn.forEach((happening, index) => {
    const event = eventOf(happening, `e${index}`);
    if (replay([...events, event]).ok) events.push(event);
  });
  return events;
}

const periods = ['2024-12', '2025-03', '2025-07', '2026-01', '2030-12'];

describe('laws of replay after random histories', () => {
  it('the same events give identical rows, and a longer history only adds rows', () => {
    fc.assert(
      fc.property(happenings, (drawn) => {
        const events = accepted(drawn);
        const whole = must(replay(events));
        expect(must(replay(structuredClone(events)))).toEqual(whole);
        const part = must(replay(events.slice(0, 2 + Math.floor(events.length / 2))));
        expect(whole.rows.slice(0, part.rows.length)).toEqual(part.rows);
      }),
      { numRuns: 60 },
    );
  });

  it('nothing is ever booked in a month that was closed when it was recorded', () => {
    fc.assert(
      fc.property(happenings, (drawn) => {
        const events = accepted(drawn);
        for (let length = 2; length < events.length; length += 1) {
          const before = must(replay(events.slice(0, length)));
          const after = must(replay(events.slice(0, length + 1)));
          const added = after.rows.slice(before.rows.length);
          const closed = before.closedThrough ?? '0000-00';
          expect(added.every((row) => row.period > closed)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('time-based obligations are planned to their allocation exactly, whatever changed', () => {
    fc.assert(
      fc.property(happenings, (drawn) => {
        const state = must(replay(accepted(drawn)));
        for (const obligation of state.obligations) {
          if (obligation.pattern.kind !== 'RATABLE') continue;
          expect(obligation.planned).toBe(obligation.allocated);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('the always-zero list is zero at every month', () => {
    fc.assert(
      fc.property(happenings, (drawn) => {
        const events = accepted(drawn);
        const state = must(replay(events));
        for (const period of periods) {
          const { balances } = must(
            contractEntries({ currencyCode: 'USD', events: balanceEventsThrough(state, period) }),
          );
          // The oracle reads the events and rows only, not the balances.
          const happened = state.balanceEvents.filter(({ on }) => periodOf(on) <= period);
          const of = (...kinds: string[]) =>
            sum(happened.filter(({ kind }) => kinds.includes(kind)).map((event) => event.amount));
          const billed = of('DUE').minus(of('CREDIT'));
          const ahead = dec(balances.cash).plus(balances.receivable).minus(billed);
          const recognised = sum(Object.values(recognisedThrough(state, period)));
          const lines = tieOut({
            subsidiaryId: 's',
            currencyCode: 'USD',
            controls: [],
            contracts: [
              {
                contractId: 'c',
                transactionPrice: state.transactionPrice,
                allocated: state.obligations.map(({ allocated }) => allocated),
                billed: billed.plus(ahead).toFixed(),
                unbilled: balances.contractAsset,
                recognised: recognised.toFixed(),
                deferred: balances.deferred,
                refundLiability: balances.refundLiability,
                remaining: remainingAt(state, period),
              },
            ],
          });
          expect(differencesOf(lines)).toEqual([]);
          expect(dec(balances.revenue).equals(recognised)).toBe(true);
          expect(ahead.gte(ZERO)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});
