import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, sum, ZERO } from '@/core/money/decimal';
import { balanceEventsThrough, recognisedThrough, remainingAt } from '../../../../e2e/revenue/oracle/figures';
import { contractEntries } from '../../../../e2e/revenue/oracle/position';
import { addDays } from '../../periods/calendar';
import { expectValue } from '../cases/expect-value';
import { periodOf } from '../days';
import { differencesOf, tieOut } from '../tie-out';
import type { ObligationTerms } from './agreed/promised-terms';
import type { ContractEvent } from './events';
import { picture } from './picture';

const patterns: ObligationTerms['pattern'][] = [
  { kind: 'RATABLE', start: '2025-01-15', end: '2026-01-14' },
  { kind: 'RATABLE', start: '2025-01-31', end: '2025-09-30', method: 'PRORATE_FIRST_LAST' },
  { kind: 'POINT' },
  { kind: 'UNITS', quantity: '10' },
  { kind: 'PROGRESS' },
  { kind: 'USAGE' },
  { kind: 'RIGHTS', expectedUsed: '40' },
  { kind: 'USAGE', invoicedPrice: '9.99', expectedPrice: '8.88' },
  { kind: 'POINT' },
];
const day = fc.integer({ min: 0, max: 420 }).map((days) => addDays('2025-01-01', days));
const amount = fc.integer({ min: 1, max: 50_000 }).map((cents) => dec(String(cents)).div('100').toFixed());
const key = fc.integer({ min: 0, max: 8 }).map((index) => `k${index}`);
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
      ...(['redemption', 'lapse', 'royalty', 'reassessment', 'returnsEstimate', 'units'] as const),
      ...(['payout', 'accrual', 'interest'] as const),
      ...(['payment', 'concession', 'cancel', 'modification', 'termination'] as const),
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

/** One random fact as an event, which may well be refused. */
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
    case 'redemption':
      return { ...base, kind: 'redemption', quantity: '7', expectedUsed: String(20 + drawn.percent) };
    case 'royalty':
      return { ...base, kind: 'royalty', key: 'sales', sales: drawn.amount };
    case 'reassessment':
      return {
        ...base,
        kind: 'reassessment',
        key: 'bonus',
        constraint: { kind: 'NONE' },
        method: 'MOST_LIKELY',
        outcomes: [{ amount: drawn.amount, probability: '1' }],
      };
    case 'returnsEstimate':
      return {
        ...base,
        kind: 'returnsEstimate',
        units: '100',
        unitPrice: '1.11',
        unitCost: '0.77',
        expectedReturns: String(drawn.percent),
      };
    case 'units':
      return {
        ...base,
        amount: undefined,
        kind: 'usage',
        quantity: '3',
        expectedPrice: dec(String(drawn.percent)).div('10').toFixed(),
      };
    case 'interest':
      return { ...base, kind: 'interest', amount: signed };
    case 'concession':
      return { ...base, kind: 'creditNote', mode: 'CONCESSION' };
    case 'cancel':
      return { ...base, kind: 'creditNote', mode: 'CANCEL_REMAINING' };
    case 'modification':
      return {
        id,
        effectiveDate: drawn.day,
        kind: 'modification',
        treatment: 'prospective',
        decidedFor: 'prospective',
        priceChange: signed,
        reason: 'random',
      };
    case 'termination':
      return { ...base, kind: 'termination', refund: '0', reason: 'random' };
    default:
      return { ...base, kind: drawn.what };
  }
}

/** The longest history of the events that are not refused. */
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
        ...(index === 8 && { supplier: { capacity: 'AGENT' as const, amount: '55.55' } }),
      })),
      variable: [{ key: 'bonus', included: '50' }],
      royalties: [{ key: 'sales', rate: '0.03' }],
      interest: [
        { on: '2025-03-31', amount: '1.11' },
        { on: '2025-06-30', amount: '2.22' },
      ],
    },
    { id: 'activated', kind: 'activated', effectiveDate: '2025-01-01' },
  ];
  drawn.forEach((happening, index) => {
    const event = eventOf(happening, `e${index}`);
    if (picture([...events, event]).ok) events.push(event);
  });
  return events;
}

const periods = ['2024-12', '2025-03', '2025-07', '2026-01', '2030-12'];

/** Folding a history of thirty facts again after each of them is slow on a busy machine. */
const AMPLE = 60_000;

describe('laws of a picture after random histories', () => {
  it(
    'the same facts give identical rows, and folding them changes no fact',
    () => {
      fc.assert(
        fc.property(happenings, (drawn) => {
          const events = accepted(drawn);
          const whole = expectValue(picture(events));
          expect(expectValue(picture(structuredClone(events)))).toEqual(whole);
        }),
        { numRuns: 60 },
      );
    },
    AMPLE,
  );

  it(
    'time-based obligations are planned to their allocation exactly, whatever changed',
    () => {
      fc.assert(
        fc.property(happenings, (drawn) => {
          const state = expectValue(picture(accepted(drawn)));
          for (const obligation of state.obligations) {
            if (obligation.pattern.kind !== 'RATABLE') continue;
            expect(obligation.planned).toBe(obligation.allocated);
          }
        }),
        { numRuns: 60 },
      );
    },
    AMPLE,
  );

  it(
    "the contract's own journals balance, and a variable element has the amount last estimated",
    () => {
      fc.assert(
        fc.property(happenings, (drawn) => {
          const events = accepted(drawn);
          const state = expectValue(picture(events));
          for (const { lines } of state.journals) {
            expect(sum(lines.map(({ debit, credit }) => dec(debit).minus(credit))).isZero()).toBe(true);
          }
          const estimates = events.filter(({ kind }) => kind === 'reassessment');
          const last = estimates.reduce<(typeof estimates)[number] | undefined>(
            (latest, one) =>
              latest === undefined || one.effectiveDate >= latest.effectiveDate ? one : latest,
            undefined,
          );
          const estimated = last?.kind === 'reassessment' ? last.outcomes[0]?.amount : '50';
          expect(dec(state.variable[0]?.included ?? 'NaN').equals(estimated ?? 'NaN')).toBe(true);
        }),
        { numRuns: 60 },
      );
    },
    AMPLE,
  );

  it(
    'every difference that must be zero is zero at the end of every month',
    () => {
      fc.assert(
        fc.property(happenings, (drawn) => {
          const events = accepted(drawn);
          const state = expectValue(picture(events));
          for (const period of periods) {
            const { balances } = expectValue(
              contractEntries({ currencyCode: 'USD', events: balanceEventsThrough(state, period) }),
            );
            // The oracle reads only the events and rows, not the balances.
            const happened = state.balanceEvents.filter(({ on }) => periodOf(on) <= period);
            const of = (...kinds: string[]) =>
              sum(happened.filter(({ kind }) => kinds.includes(kind)).map((event) => event.amount));
            const billed = of('DUE').minus(of('CREDIT'));
            const ahead = dec(balances.cash).plus(balances.receivable).minus(billed);
            // Interest increases the position without cash; what is passed on to a supplier was never the contract's own.
            const beside = of('INTEREST').minus(of('SUPPLIER'));
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
                  billed: billed.plus(ahead).plus(beside).toFixed(),
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
            expect(ahead.plus(of('PAYOUT')).gte(ZERO)).toBe(true);
          }
        }),
        { numRuns: 60 },
      );
    },
    AMPLE,
  );
});
