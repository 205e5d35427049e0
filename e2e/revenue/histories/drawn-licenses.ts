import fc from 'fast-check';
import { addDays } from '@/core/periods/calendar';
import { lastDayOf } from '@/core/revenue/days';
import { RELATES } from '../facts/judged';
import { inEqualParts, scaled, termsOf } from './drawn-contract';
import type { Contract, Financing, Happened } from './happened';

export const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];
const BEGIN = '2026-01-05';
const END = '2026-12-31';
const FIXED = 3_600;
const RATE = 0.05;

/** How 3,600 is paid: without interest, a year in advance, in full after four months, or in six equal installments. */
const FORMS = {
  NONE: null,
  ADVANCE: { kind: 'ADVANCE', months: 1, periods: 12, rate: 0.01, payments: [{ at: 0, amount: FIXED }] },
  ARREARS: { kind: 'ARREARS', months: 1, periods: 4, rate: 0.015, payments: [{ at: 4, amount: FIXED }] },
  INSTALLMENTS: { kind: 'ARREARS', months: 1, periods: 6, rate: 0.01, payments: inEqualParts(6, FIXED) },
} as const satisfies Record<string, Omit<Financing, 'start'> | null>;
type Form = keyof typeof FORMS;
export const FORM_NAMES = Object.keys(FORMS) as Form[];

/** How the license is transferred: by its terms alone when it begins, by a copy delivered some days later, or over its term. */
export const TRANSFERS = ['by its terms', 'by a copy', 'over its term'] as const;
type Transfer = (typeof TRANSFERS)[number];

/** Something that happens `day` days after the contract begins. */
type Drawn = {
  readonly what: 'sales' | 'bill' | 'payment' | 'goods' | 'copy';
  readonly day: number;
  readonly size: number;
};

/** A contract for a license with royalties, a service and goods, and what happens to it. */
export interface Licensed {
  readonly form: Form;
  readonly nature: 'FUNCTIONAL' | 'SYMBOLIC';
  /** The day on which the license begins, counted from the contract. */
  readonly begins: number;
  readonly facts: readonly Drawn[];
  /** Recorded in error and voided. */
  readonly wrong: readonly Drawn[];
  /** An order in which the facts and the wrong ones are recorded. */
  readonly order: readonly number[];
}

const size = fc.integer({ min: 1, max: 90_000 });
const drawnFact = fc.record({
  what: fc.constantFrom<Drawn['what']>('sales', 'sales', 'bill', 'payment', 'payment'),
  day: fc.integer({ min: -20, max: 140 }),
  size,
});

/**
 * There is always a royalty before the license begins; the license is transferred by its terms or, some days after it begins, by a copy.
 * Goods are delivered once. Bills and payments are not dated before the contract, whose first month is the first that is run.
 */
export const licensed = (form: Form, transfer: Transfer): fc.Arbitrary<Licensed> =>
  fc
    .record({
      begins: fc.constantFrom(1, 27, 43, 64),
      early: fc.record({ before: fc.integer({ min: 1, max: 20 }), size }),
      copy: fc.integer({ min: 0, max: 50 }),
      goods: fc.option(fc.integer({ min: 0, max: 120 })),
      more: fc.array(drawnFact, { maxLength: 5 }),
      wrong: fc.array(drawnFact, { maxLength: 2 }),
      isCopyWrong: fc.boolean(),
    })
    .chain(({ begins, early, copy, goods, more, wrong, isCopyWrong }) => {
      const nature = transfer === 'over its term' ? 'SYMBOLIC' : 'FUNCTIONAL';
      const dated = (all: readonly Drawn[]) =>
        all.map((one) => (one.what === 'sales' ? one : { ...one, day: Math.max(0, one.day) }));
      const facts: Drawn[] = [
        { what: 'sales', day: begins - early.before, size: early.size },
        ...(transfer === 'by a copy' ? [{ what: 'copy' as const, day: begins + copy, size: 0 }] : []),
        ...(goods === null ? [] : [{ what: 'goods' as const, day: goods, size: 0 }]),
        ...dated(more),
      ];
      const mistakes: Drawn[] = [
        ...dated(wrong),
        ...(transfer === 'by its terms' && isCopyWrong
          ? [{ what: 'copy' as const, day: begins + 60, size: 0 }]
          : []),
      ];
      const places = [...facts, ...mistakes].map((_one, place) => place);
      return fc
        .shuffledSubarray(places, { minLength: places.length })
        .map((order) => ({ form, nature, begins, facts, wrong: mistakes, order }));
    });

export const onDay = ({ day }: Pick<Drawn, 'day'>): string => addDays(BEGIN, day);
const text = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** The contract as a client of REST drafts it. */
export function draftOf({ form, nature, begins }: Licensed): object {
  const plan = FORMS[form];
  const terms = plan === null ? null : termsOf(plan, 1);
  const { payments, ...equal } = terms ?? {};
  // Equal installments are stated as one amount.
  const financing = form === 'INSTALLMENTS' ? { ...equal, payment: payments?.[0]?.amount } : terms;
  return {
    contractDate: BEGIN,
    price: {
      fixed: String(FIXED),
      royalties: [{ key: 'sales', rate: String(RATE), to: ['song'], criteria: RELATES }],
      ...(financing !== null && { financing }),
    },
    obligations: [
      {
        key: 'song',
        ssp: '1500',
        nature: 'LICENCE',
        pattern: { kind: 'LICENCE', intellectualProperty: nature, start: onDay({ day: begins }), end: END },
      },
      { key: 'service', ssp: '1200', pattern: { kind: 'RATABLE', start: BEGIN, end: END } },
      { key: 'goods', ssp: '900', pattern: { kind: 'POINT' } },
    ],
  };
}

/** A fact as a client of REST records it. */
export function eventOf(one: Drawn): object {
  const on = { effectiveDate: onDay(one) };
  switch (one.what) {
    case 'sales':
      return { kind: 'royalty', ...on, key: 'sales', sales: text(one.size) };
    case 'bill':
      return { kind: 'invoice', ...on, amount: text(one.size) };
    case 'payment':
      return { kind: 'payment', ...on, amount: text(one.size) };
    default:
      return { kind: 'delivery', ...on, key: one.what === 'copy' ? 'song' : 'goods' };
  }
}

/** The same contract and its facts, for the oracle. */
export function heardOf({ form, nature, begins, facts }: Licensed): {
  contract: Contract;
  heard: Happened[];
} {
  const plan = FORMS[form];
  const start = onDay({ day: begins });
  const isSymbolic = nature === 'SYMBOLIC';
  const contract: Contract = {
    on: BEGIN,
    fixed: FIXED,
    variable: [{ key: 'sales', included: 0, rate: RATE, to: 'song' }],
    promises: [
      isSymbolic
        ? { key: 'song', ssp: 1500, kind: 'DAYS', start, end: END }
        : { key: 'song', ssp: 1500, kind: 'MEASURED' },
      { key: 'service', ssp: 1200, kind: 'DAYS', start: BEGIN, end: END },
      { key: 'goods', ssp: 900, kind: 'MEASURED' },
    ],
    tiers: [],
    financing: plan === null ? null : scaled(plan, BEGIN, 1),
    interest: [],
    losses: { isIfrs: false, isWhole: true },
  };
  const happened = facts.map((one, index): Happened => {
    const [on, amount] = [onDay(one), one.size / 100];
    const fact = { id: `f${index}`, on };
    switch (one.what) {
      case 'sales':
        // On a license over time, a royalty is earned at the later of the sale and the start of the license (606-10-55-65).
        return {
          ...fact,
          on: isSymbolic && on < start ? start : on,
          kind: 'levied',
          key: 'sales',
          sales: amount,
        };
      case 'bill':
        return { ...fact, kind: 'billed', amount };
      case 'payment':
        return { ...fact, kind: 'paid', amount };
      default:
        return { ...fact, kind: 'delivered', key: one.what === 'copy' ? 'song' : 'goods', share: 1 };
    }
  });
  // Without a copy, the license is transferred by its terms when it begins (606-10-55-58C).
  const isByTerms = !isSymbolic && !facts.some(({ what }) => what === 'copy');
  return {
    contract,
    heard: [
      ...happened,
      ...(isByTerms
        ? [{ id: 'by its terms', on: start, kind: 'delivered' as const, key: 'song', share: 1 }]
        : []),
      ...MONTHS.map((month): Happened => ({ id: `accrued ${month}`, on: lastDayOf(month), kind: 'accrued' })),
    ],
  };
}

/** Receivable and cash by a day, in cents: a payment settles what is billed by its day, the rest is an advance. */
export function moneyBy({ facts }: Licensed, by: string): { receivable: bigint; cash: bigint } {
  const money = facts
    .filter((one) => (one.what === 'bill' || one.what === 'payment') && onDay(one) <= by)
    .sort((a, b) => a.day - b.day || (a.what < b.what ? -1 : 1));
  let [receivable, cash] = [0n, 0n];
  for (const { what, size: cents } of money) {
    const amount = BigInt(cents);
    if (what === 'bill') receivable += amount;
    else {
      receivable -= amount < receivable ? amount : receivable;
      cash += amount;
    }
  }
  return { receivable, cash };
}
