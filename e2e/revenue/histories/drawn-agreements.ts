import fc from 'fast-check';
import { RefusalError } from '@/core/refusals';
import { runForOutput } from '@/usecases/kit/run';
import { createCost } from '@/usecases/revenue/contracts/costs/cost-records';
import type { Books, Draft, Fact } from '../books';

/** The months in which facts are dated. */
export const MONTHS = ['2026-01', '2026-02', '2026-03'];
const YEAR = { start: '2026-01-01', end: '2026-12-31' };
const TREATMENTS = ['separate', 'prospective', 'catchUp', 'mixed'] as const;

type Treatment = (typeof TREATMENTS)[number];
type Change = Omit<Parameters<Books['modify']>[1], 'treatment' | 'reason'>;
/** A contract with work measured by progress, a term, units and usage with a minimum, and what happens to it. */
export interface Agreed {
  readonly draft: Draft;
  readonly facts: readonly Fact[];
  /** Recorded after the runs. */
  readonly late: readonly Fact[];
  /** A cost of the contract, amortized by month or with the work it follows; null for none. */
  readonly cost: { readonly on: string; readonly amount: string; readonly follows: boolean } | null;
  readonly change: Change;
  readonly treatment: Treatment;
}

const FINANCED = {
  monthsPerPeriod: 1,
  periods: 6,
  ratePerPeriod: '0.01',
} as const;
const prices = fc.constantFrom<Draft['price']>(
  { fixed: '4000' },
  { fixed: '4000' },
  { fixed: '4000', financing: { kind: 'ARREARS', ...FINANCED, payments: [{ at: 6, amount: '4000' }] } },
  { fixed: '4000', financing: { kind: 'ADVANCE', ...FINANCED } },
);

const drafts = fc.record({ price: prices, method: fc.constantFrom('EVEN_PERIODS', 'EXACT_DAYS') }).map(
  ({ price, method }): Draft => ({
    contractDate: '2026-01-01',
    endDate: '2026-12-31',
    price,
    obligations: [
      { key: 'work', ssp: '1000', pattern: { kind: 'PROGRESS' } },
      { key: 'term', ssp: '1200', pattern: { kind: 'RATABLE', ...YEAR, method: method as 'EVEN_PERIODS' } },
      { key: 'units', ssp: '800', pattern: { kind: 'UNITS', quantity: '100' } },
      {
        key: 'use',
        ssp: '1200',
        pattern: {
          kind: 'USAGE',
          minimum: { ...YEAR, every: 'MONTH', amount: '100', method: 'AS_USED' },
        },
      },
    ],
  }),
);

const day = fc
  .record({ month: fc.constantFrom(...MONTHS), of: fc.integer({ min: 1, max: 28 }) })
  .map(({ month, of }) => `${month}-${String(of).padStart(2, '0')}`);
const KINDS = [
  ...([
    'bill',
    'cancellable',
    'cancellable',
    'payment',
    'payment',
    'payout',
    'progress',
    'progress',
  ] as const),
  ...(['units', 'use', 'refundable', 'conceded', 'loss', 'construction', 'hold', 'interest'] as const),
];

const fact = fc
  .record({ kind: fc.constantFrom(...KINDS), on: day, tens: fc.integer({ min: 1, max: 99 }) })
  .map(({ kind, on: effectiveDate, tens }): Fact => {
    const amount = String(tens * 10);
    const on = { effectiveDate };
    switch (kind) {
      case 'bill':
      case 'cancellable':
        return { kind: 'invoice', ...on, amount, unconditional: kind === 'bill' };
      case 'payment':
        return { kind, ...on, amount: String(tens * 20) };
      case 'payout':
        return { kind, ...on, amount: String(tens) };
      case 'progress':
        return { kind, ...on, key: 'work', progress: String(tens / 100) };
      case 'units':
        return { kind: 'delivery', ...on, key: 'units', quantity: String(1 + (tens % 20)) };
      case 'use':
        return { kind: 'usage', ...on, key: 'use', amount };
      case 'refundable':
        return { kind: 'refundEstimate', ...on, key: 'work', liability: String(tens) };
      case 'conceded':
        return { kind: 'creditNote', ...on, amount: String(tens), mode: 'CONCESSION' };
      case 'loss':
      case 'construction': {
        const key = kind === 'loss' ? 'term' : 'work';
        const totalCost = String(1000 + tens * 80);
        return { kind: 'costEstimate', ...on, key, totalCost, evidence: 'Offers', scope: 'CONSTRUCTION' };
      }
      case 'hold':
        return { kind, ...on, key: 'term', reason: 'Disputed' };
      default:
        return { kind: 'interest', ...on, amount: String((tens - 50) / 10) };
    }
  });

const changes = fc
  .record({
    date: day.filter((one) => one >= '2026-01-10'),
    tens: fc.integer({ min: -30, max: 60 }),
    shape: fc.constantFrom('price', 'price', 'more', 'longer', 'financed', 'removed'),
    isDistinct: fc.boolean(),
  })
  .map(({ date, tens, shape, isDistinct }): Change => {
    const priceChange = String(tens * 10);
    const judged = { key: 'term', remainingDistinct: isDistinct };
    const added = {
      ...{ key: 'added', price: '600', ssp: '600', distinct: true },
      pattern: { kind: 'RATABLE' as const, start: date, end: '2026-12-31' },
    };
    switch (shape) {
      case 'more':
        return { date, additions: [added] };
      case 'longer':
        return {
          date,
          priceChange: '300',
          obligations: [
            { ...judged, pattern: { kind: 'RATABLE', ...YEAR, end: '2027-03-31', method: 'EVEN_PERIODS' } },
          ],
        };
      case 'financed':
        return {
          date,
          additions: [added],
          financing: { kind: 'ARREARS', ...FINANCED, payments: [{ at: 6, amount: '600' }] },
        };
      case 'removed':
        return { date, removals: ['units'], priceChange: '-200' };
      default:
        return { date, priceChange, obligations: [judged, { key: 'work', remainingDistinct: isDistinct }] };
    }
  });

export const agreed: fc.Arbitrary<Agreed> = fc.record({
  draft: drafts,
  facts: fc.array(fact, { minLength: 1, maxLength: 6 }),
  late: fc.array(fact, { maxLength: 2 }),
  cost: fc.option(
    fc.record({ on: day, amount: fc.integer({ min: 1, max: 900 }).map(String), follows: fc.boolean() }),
  ),
  change: changes,
  treatment: fc.constantFrom(...TREATMENTS),
});

/** The result; null where it was refused, which is a valid answer. Any other error is thrown. */
export async function accepted<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusalError) return null;
    throw error;
  }
}

/** Records facts in their order, those that are not refused. */
export async function tell(books: Books, id: string, facts: readonly Fact[]): Promise<void> {
  for (const one of facts) await accepted(() => books.record(id, one));
}

/** Records a cost of obtaining a contract. */
export async function spend(
  books: Books,
  contractId: string,
  { on, amount, follows }: NonNullable<Agreed['cost']>,
): Promise<void> {
  await runForOutput(createCost, books.org.callAs('revenue'), {
    ...{ contractId, kind: 'OBTAIN', amount, incurredOn: on, contractMonths: 12 },
    ...(follows && { follows: ['work'] }),
  });
}
