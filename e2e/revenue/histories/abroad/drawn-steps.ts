import fc from 'fast-check';

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
  ...(['units', 'use', 'royalty', 'bonus', 'point', 'agent', 'resold', 'step', 'rights', 'lapse'] as const),
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
/** What moves goods to be recovered and what is owed to suppliers. */
const GOODS = ['point', 'returns', 'returns', 'returned', 'agent', 'resold', 'journal'] as const;
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
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('fact'), kind: fc.constantFrom(...GOODS), on: day, tens }),
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
