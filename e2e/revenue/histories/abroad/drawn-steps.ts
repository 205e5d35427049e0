import fc from 'fast-check';
import type { Books, Fact } from '../../books';
import { amountOf, bonus, type Deal, financed, YEAR } from './drawn-deals';

/** The months in which things happen. */
export const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'];
const CHOICES = ['separate', 'prospective', 'catchUp', 'mixed', null] as const;

/** Something that happens to a contract, without the scale of its amounts; `who` says which, as contracts are added. */
export type Step = Happening & { readonly who: number };

export type Happening =
  | { readonly do: 'fact'; readonly kind: (typeof FACTS)[number]; readonly on: string; readonly tens: number }
  | {
      readonly do: 'change';
      readonly kind: (typeof CHANGES)[number];
      readonly on: string;
      readonly tens: number;
      readonly treatment: (typeof CHOICES)[number];
      readonly isDistinct: boolean;
    }
  | {
      readonly do: 'document';
      readonly kind: 'INVOICE' | 'CREDIT_MEMO';
      readonly on: string;
      readonly tens: number;
      /** Whether it states a rate of its own, and whether a payment settles half of it. */
      readonly isRated: boolean;
      readonly isPaid: boolean;
    }
  | {
      readonly do: 'cost';
      readonly kind: 'months' | 'renewals' | 'follows' | 'fulfil';
      readonly on: string;
      readonly tens: number;
    }
  | {
      readonly do: 'asset';
      readonly kind: 'test' | 'term';
      readonly pick: number;
      readonly on: string;
      readonly tens: number;
    }
  | { readonly do: 'terminate'; readonly on: string; readonly tens: number }
  /** A credit memo or a payment is applied to an invoice. */
  | {
      readonly do: 'apply';
      readonly pick: number;
      readonly to: number;
      readonly on: string;
      readonly tens: number;
    }
  | { readonly do: 'void' | 'undo' | 'unapply'; readonly pick: number }
  /** Another fact takes the place of one that was recorded. */
  | {
      readonly do: 'replace';
      readonly pick: number;
      readonly by: Omit<Extract<Happening, { do: 'fact' }>, 'do'>;
    }
  /** The treatment of a modification is decided again. */
  | {
      readonly do: 'decide';
      readonly pick: number;
      readonly treatment: Exclude<(typeof CHOICES)[number], null>;
    }
  | { readonly do: 'run'; readonly month: number; readonly isByContract: boolean }
  | { readonly do: 'reverse'; readonly pick: number }
  | { readonly do: 'revalue' | 'close'; readonly month: number }
  | { readonly do: 'correct'; readonly month: number; readonly percent: number };

const FACTS = [
  ...(['bill', 'bill', 'cancellable', 'payment', 'payment', 'payout', 'progress', 'progress'] as const),
  ...(['units', 'use', 'royalty', 'bonus', 'point', 'agent', 'step', 'rights', 'lapse'] as const),
  ...(['refundable', 'returns', 'returned', 'conceded', 'canceled', 'refunded', 'price'] as const),
  ...([
    'costs',
    'loss',
    'construction',
    'hold',
    'release',
    'interest',
    'accrual',
    'journal',
    'expected',
  ] as const),
];
const CHANGES = ['price', 'more', 'longer', 'removed', 'bonus', 'financed', 'settled', 'units'] as const;

const day = fc
  .record({ month: fc.constantFrom(...MONTHS), of: fc.integer({ min: 1, max: 28 }) })
  .map(({ month, of }) => `${month}-${String(of).padStart(2, '0')}`);
const tens = fc.integer({ min: 1, max: 99 });
const month = fc.nat(MONTHS.length - 1);

type Weighted = { readonly weight: number; readonly arbitrary: fc.Arbitrary<Happening> };

/** What happens only to contracts in force. */
const IN_FORCE: readonly Weighted[] = [
  { weight: 1, arbitrary: fc.record({ do: fc.constant('terminate'), on: day, tens }) },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('fact'), kind: fc.constantFrom(...FACTS), on: day, tens }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change'),
      kind: fc.constantFrom(...CHANGES),
      on: day,
      tens,
      treatment: fc.constantFrom(...CHOICES),
      isDistinct: fc.boolean(),
    }),
  },
  // What is added at its standalone price becomes a contract that lives on (606-10-25-12).
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change'),
      kind: fc.constantFrom('more', 'bonus', 'financed'),
      on: day,
      tens,
      treatment: fc.constant('separate'),
      isDistinct: fc.constant(true),
    }),
  },
];

/** What corrects what was recorded of contracts in force. */
const CORRECTED: readonly Weighted[] = [
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('replace'),
      pick: fc.nat(30),
      by: fc.record({ kind: fc.constantFrom(...FACTS), on: day, tens }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('decide'),
      pick: fc.nat(5),
      treatment: fc.constantFrom('separate', 'prospective', 'catchUp', 'mixed'),
    }),
  },
];

/** What happens to drafts as well, and to books. */
const AT_ANY_TIME: readonly Weighted[] = [
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('document'),
      kind: fc.constantFrom('INVOICE', 'INVOICE', 'CREDIT_MEMO'),
      on: day,
      tens,
      isRated: fc.boolean(),
      isPaid: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('cost'),
      kind: fc.constantFrom('months', 'renewals', 'follows', 'fulfil'),
      on: day,
      tens,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('asset'),
      kind: fc.constantFrom('test', 'term'),
      pick: fc.nat(3),
      on: day,
      tens,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('apply'), pick: fc.nat(10), to: fc.nat(10), on: day, tens }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('void', 'undo', 'unapply'), pick: fc.nat(30) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('run'), month, isByContract: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reverse'), pick: fc.nat(10) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('revalue', 'close'), month }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('correct'), month, percent: fc.integer({ min: 60, max: 150 }) }),
  },
];

const ofAny = (happening: fc.Arbitrary<Happening>): fc.Arbitrary<Step> =>
  fc.tuple(fc.nat(11), happening).map(([who, one]) => ({ who, ...one }));

/** What happens to contracts, in order. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  ofAny(fc.oneof(...IN_FORCE, ...CORRECTED, ...AT_ANY_TIME)),
  {
    minLength: 6,
    maxLength: 22,
    size: 'max',
  },
);

/** What happens to drafts before they come into force: deposits, bills, costs, and their documents. */
export const early: fc.Arbitrary<Step[]> = fc.array(
  ofAny(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('fact'),
          kind: fc.constantFrom('payment', 'payment', 'bill', 'cancellable'),
          on: day,
          tens,
        }),
      },
      ...AT_ANY_TIME,
    ),
  ),
  { maxLength: 5, size: 'max' },
);
/** A contract of a deal; `key`: what one promises that a modification split off, or null. */
interface Meant {
  readonly of: Deal;
  readonly key: string | null;
}

type Told = Omit<Extract<Happening, { do: 'fact' }>, 'do'>;

/** A fact of a contract, with its amounts; of one that was split off it is about what that promises. */
export function factOf({ of, key }: Meant, step: Told): Fact {
  const fact = factOfDeal(of, step);
  return key === null || !('key' in fact) ? fact : ({ ...fact, key: keyOf(key, fact.kind) } as Fact);
}

/** The name of what was split off, and of the bonus that was agreed with it. */
const keyOf = (key: string, kind: Fact['kind']) =>
  kind === 'reassessment' ? key.replace('added', 'bonus') : key;

function factOfDeal(of: Deal, { kind, on: effectiveDate, tens: n }: Told): Fact {
  const on = { effectiveDate };
  const amount = amountOf(of, n * 10);
  const small = amountOf(of, n);
  switch (kind) {
    case 'bill':
    case 'cancellable':
      return {
        kind: 'invoice',
        ...on,
        amount: n % 5 === 0 ? amountOf(of, 4000) : amount,
        unconditional: kind === 'bill',
      };
    case 'payment':
      return { kind, ...on, amount: amountOf(of, n * 20) };
    case 'payout':
      return { kind, ...on, amount: small };
    case 'progress':
      return { kind, ...on, key: 'work', progress: String(n / 100) };
    case 'units':
      return { kind: 'delivery', ...on, key: 'units', quantity: String(1 + (n % 12)) };
    case 'use':
      return of.use === 'tiers'
        ? { kind: 'usage', ...on, key: 'use', quantity: String(n) }
        : { kind: 'usage', ...on, key: 'use', amount };
    case 'royalty':
      return { kind, ...on, key: 'sales', sales: amountOf(of, n * 50) };
    case 'bonus':
      return { kind: 'reassessment', ...on, key: 'bonus', ...bonus(of, n * 8) };
    case 'point':
    case 'agent':
      return { kind: 'delivery', ...on, key: kind };
    case 'step':
      return { kind: 'milestone', ...on, key: 'steps', milestone: n % 2 === 0 ? 'a' : 'b' };
    case 'rights':
      return {
        kind: 'redemption',
        ...on,
        key: 'rights',
        quantity: String(n % 9),
        ...(n % 3 === 0 && { expectedUsed: '30' }),
      };
    case 'lapse':
      return { kind, ...on, key: 'rights' };
    case 'refundable':
      return { kind: 'refundEstimate', ...on, key: n % 2 === 0 ? 'work' : 'units', liability: small };
    case 'returns':
      return {
        ...{ kind: 'returnsEstimate', ...on, key: 'point', units: '3', expectedReturns: String(n % 3) },
        ...{ unitPrice: amountOf(of, 80), unitCost: amountOf(of, 30) },
      };
    case 'returned':
      return { kind: 'return', ...on, key: n % 2 === 0 ? 'units' : 'point', amount: small };
    case 'conceded':
    case 'canceled':
    case 'refunded': {
      const mode = {
        conceded: 'CONCESSION',
        canceled: 'CANCEL_REMAINING',
        refunded: 'REFUND_LIABILITY',
      } as const;
      return { kind: 'creditNote', ...on, amount: small, mode: mode[kind] };
    }
    case 'price':
      return { kind: 'estimateChange', ...on, change: amountOf(of, (n - 50) * 4) };
    case 'costs': {
      const totalCost = amountOf(of, 400 + n * 6);
      return { kind, ...on, key: 'work', costToDate: amountOf(of, n * 4), totalCost, scope: 'CONSTRUCTION' };
    }
    case 'loss':
    case 'construction': {
      const totalCost = amountOf(of, 400 + n * 30);
      const key = kind === 'loss' ? 'term' : 'work';
      return { kind: 'costEstimate', ...on, key, totalCost, evidence: 'Offers', scope: 'CONSTRUCTION' };
    }
    case 'hold':
      return { kind, ...on, key: n % 2 === 0 ? 'term' : 'brand', reason: 'Disputed' };
    case 'release':
      return { kind, ...on, key: n % 2 === 0 ? 'term' : 'brand' };
    case 'interest':
      return { kind, ...on, amount: amountOf(of, n - 50) };
    case 'journal':
      return {
        ...{ kind, ...on, memo: 'Goods' },
        lines: [
          { account: 'COST_OF_SALES', debit: small },
          { account: 'INVENTORY', credit: small },
        ],
      };
    case 'expected':
      return { kind: 'useEstimate', ...on, key: 'use', expected: amountOf(of, n * 30), evidence: 'Counts' };
    default:
      return { kind, ...on };
  }
}

type Change = Omit<Parameters<Books['modify']>[1], 'treatment' | 'reason'>;

/** What a modification adds is earned in one of these ways. */
const ADDED = [{ kind: 'POINT' }, { kind: 'PROGRESS' }, { kind: 'UNITS', quantity: '12' }] as const;

/** A modification of a contract, with its amounts; `nth` names what it adds. */
export function changeOf(
  { of, key }: Meant,
  { kind, on: date, tens: n, isDistinct }: Extract<Step, { do: 'change' }>,
  nth: number,
): Change {
  const [term, work, units] = [key ?? 'term', key ?? 'work', key ?? 'units'];
  const judged = { key: term, remainingDistinct: isDistinct };
  const added = {
    ...{ key: `added${nth}`, price: amountOf(of, 600), ssp: amountOf(of, 600), distinct: isDistinct },
    pattern: ADDED[n % 7] ?? { kind: 'RATABLE' as const, start: date, end: '2026-12-31' },
  };
  switch (kind) {
    case 'more':
      return { date, additions: [added] };
    case 'bonus':
      return { date, additions: [added], variable: [{ key: `bonus${nth}`, ...bonus(of, n) }] };
    case 'financed':
      return { date, additions: [{ ...added, distinct: true }], financing: financed(of, 600, 'ARREARS') };
    case 'longer':
      return {
        date,
        priceChange: amountOf(of, 300),
        obligations: [
          { ...judged, pattern: { kind: 'RATABLE', ...YEAR, end: '2027-03-31', method: 'EVEN_PERIODS' } },
        ],
      };
    case 'units':
      return {
        date,
        priceChange: amountOf(of, n),
        obligations: [
          { key: units, remainingDistinct: true, pattern: { kind: 'UNITS', quantity: String(30 + n) } },
        ],
      };
    case 'removed':
      return { date, removals: [n % 2 === 0 ? units : work], priceChange: amountOf(of, -200) };
    case 'settled':
      return {
        date,
        pastAdjustment: { key: work, amount: amountOf(of, n - 50) },
        priceChange: amountOf(of, n - 50),
      };
    default:
      return {
        date,
        priceChange: amountOf(of, (n - 30) * 10),
        obligations: key === null ? [judged, { ...judged, key: work }] : [judged],
      };
  }
}
