import fc from 'fast-check';
import type { GridPeriod, PeriodGrid } from '@/core/periods/period-grid';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { picture } from '@/core/revenue/contracts/picture';
import { HISTORIES } from '@/testing/long-run';
import {
  begun,
  CALENDAR_NAMES,
  contractOf,
  FINANCINGS,
  type Frame,
  gridNamed,
  MINIMUM_NAMES,
  periodsOf,
} from './drawn-contract';
import { bothOf, type Drawn, WHATS, type What } from './drawn-facts';
import type { Contract, Happened } from './happened';

/** A long proof draws longer histories than an ordinary one. */
const FACTS = HISTORIES > 200 ? 10 : 6;

const size = fc.integer({ min: 1, max: 10_000 });
const alone = fc.array(
  fc.record({
    what: fc.constantFrom(...WHATS),
    // Every fact has its own day, some before the contract date: facts of the same day and rank would count in the order recorded.
    day: fc.integer({ min: -40, max: 250 }),
    size,
  }),
  { minLength: 1, maxLength: FACTS },
);

/**
 * Facts that depend on earlier ones, which chance alone would seldom combine: estimates of a variable part of the price that a modification
 * added (`of` 0) or sales on its royalty (`of` 1); tests and terms of a cost (of the same size, `same`); expected costs of work that is
 * measured by costs, some of them materials at zero margin, or settled; costs that follow obligations which a modification changes;
 * returned goods; a committed minimum that is used and changed; interest on a financing that a modification added, and bills for that
 * addition; and a contract that ends, with bills and credits around its end.
 */
const STORIES: readonly { whats: readonly What[]; of?: 0 | 1; same?: true }[] = [
  { whats: [] },
  { whats: ['varied', 'judged', 'judged'], of: 0 },
  { whats: ['varied', 'more', 'judged'], of: 0 },
  { whats: ['varied', 'levied', 'levied'], of: 1 },
  { whats: ['varied', 'mixed', 'levied'], of: 1 },
  { whats: ['spent', 'tested', 'extended'], same: true },
  { whats: ['spent', 'extended', 'tested'], same: true },
  { whats: ['costs', 'foreseen', 'foreseen'] },
  { whats: ['materials', 'foreseen', 'materials'] },
  { whats: ['materials', 'repriced', 'costs'] },
  { whats: ['materials', 'prospective', 'materials'] },
  { whats: ['materials', 'more', 'repriced'] },
  { whats: ['materials', 'cancelled', 'materials'] },
  { whats: ['materials', 'catchUp', 'progress'] },
  { whats: ['materials', 'restated', 'claimed'] },
  { whats: ['refundable', 'materials', 'conceded'] },
  { whats: ['spent', 'materials', 'mixed'] },
  { whats: ['foreseen', 'costs', 'repriced'] },
  { whats: ['units', 'returnable', 'restored'] },
  { whats: ['financed', 'accrual', 'accrual'] },
  { whats: ['invoice', 'accrual', 'payment'] },
  { whats: ['financed', 'named', 'accrual'] },
  { whats: ['named', 'financed', 'named'] },
  { whats: ['accrual', 'financed', 'ended'] },
  { whats: ['invoice', 'ended', 'payout'] },
  { whats: ['returnable', 'returned', 'ended'] },
  { whats: ['consumed', 'foretold', 'consumed'] },
  { whats: ['consumed', 'prospective', 'consumed'] },
  { whats: ['consumed', 'catchUp', 'foretold'] },
  { whats: ['consumed', 'cancelled', 'consumed'] },
  { whats: ['consumed', 'raised', 'consumed'] },
  { whats: ['raised', 'more', 'raised'] },
  { whats: ['used', 'committing', 'used'] },
  { whats: ['committing', 'used', 'catchUp'] },
  { whats: ['committing', 'prospective', 'used'] },
  { whats: ['progress', 'removed', 'more'] },
  { whats: ['units', 'removed', 'repriced'] },
  { whats: ['consumed', 'removed', 'prospective'] },
  { whats: ['removed', 'removed', 'catchUp'] },
  { whats: ['termed', 'mixed', 'termed'] },
  { whats: ['termed', 'repriced', 'catchUp'] },
  { whats: ['costs', 'restated', 'foreseen'] },
  { whats: ['progress', 'settled', 'progress'] },
  { whats: ['units', 'settled', 'units'] },
  { whats: ['progress', 'spent', 'settled'] },
  { whats: ['foreseen', 'progress', 'settled'] },
  { whats: ['spent', 'prospective', 'progress'] },
  { whats: ['progress', 'spent', 'more'] },
  { whats: ['spent', 'units', 'catchUp'] },
  { whats: ['spent', 'termed', 'progress'] },
  { whats: ['spent', 'removed', 'progress'] },
];
const story = fc
  .record({
    told: fc.constantFrom(...STORIES),
    first: fc.integer({ min: 0, max: 100 }),
    sizes: fc.tuple(size, size, size),
  })
  .map(({ told: { whats, of, same }, first, sizes }): Drawn[] =>
    whats.map((what, index) => {
      const own = sizes[same === true ? 0 : index] ?? 1;
      return { what, day: first + 37 * index, size: of === undefined ? own : 2 * own + of };
    }),
  );

const frame: fc.Arbitrary<Frame> = fc.record({
  financing: fc.constantFrom(...FINANCINGS),
  policy: fc.record({
    framework: fc.constantFrom('US_GAAP', 'IFRS'),
    lossLevel: fc.constantFrom('CONTRACT', 'OBLIGATION'),
  }),
  calendar: fc.constantFrom(...CALENDAR_NAMES),
  minimum: fc.constantFrom(...MINIMUM_NAMES),
});

/** A history: the terms the contract begins with, then facts of any kind and, in most, a story among them, each on a separate day. */
export type History = { readonly frame: Frame; readonly all: readonly Drawn[] };
export const drawn: fc.Arbitrary<History> = fc.tuple(frame, alone, story).map(([begins, some, more]) => ({
  frame: begins,
  all: [...some, ...more].filter(
    ({ day }, index, all) => all.findIndex((other) => other.day === day) === index,
  ),
}));

/**
 * A modification that leaves every share of the price unchanged or within a cent, followed by a change in the original price: which
 * obligations start again must follow from the terms (25-13), not from that cent.
 */
export const UNMOVED: History = {
  frame: {
    financing: 'STATED',
    policy: { framework: 'US_GAAP', lossLevel: 'CONTRACT' },
    calendar: 'MONTHS',
    minimum: 'START',
  },
  all: [
    { what: 'progress', day: 0, size: 1 },
    { what: 'units', day: 36, size: 1 },
    { what: 'removed', day: 73, size: 1097 },
    { what: 'repriced', day: 110, size: 1 },
  ],
};

/** A bill dated before the contract and before a payment plan was agreed; it covers none of the plan's payments (606-10-32-20). */
export const EARLY_BILL: History = {
  frame: UNMOVED.frame,
  all: [
    { what: 'invoice', day: -1, size: 1 },
    { what: 'progress', day: 1, size: 1 },
    { what: 'financed', day: 0, size: 6089 },
    { what: 'accrual', day: 37, size: 1 },
    { what: 'accrual', day: 74, size: 1 },
  ],
};

/** A history in the form of the engine and in that of the oracle. */
export interface Read {
  /** The facts with which the contract begins, and those that are valid together: refused facts are left out. */
  readonly begun: readonly ContractEvent[];
  readonly facts: readonly ContractEvent[];
  readonly contract: Contract;
  readonly heard: readonly Happened[];
  /** The periods of its books. */
  readonly grid: PeriodGrid;
  readonly periods: readonly GridPeriod[];
}

/** Histories that were read before: several laws draw the same ones, and reading one computes its picture several times. */
const known = new Map<string, Read>();

/** Laws that read the same history are given the same facts, which none of them changes. */
export function read(history: History, scale = 1): Read {
  const name = JSON.stringify([history, scale]);
  const found = known.get(name) ?? reading(history, scale);
  known.set(name, found);
  return found;
}

function reading({ frame: begins, all }: History, scale: number): Read {
  const [first, grid] = [begun(begins, scale), gridNamed(begins.calendar)];
  let told = all.map((one, index) => bothOf(one, `f${index}`, scale, begins.minimum));
  for (;;) {
    const tried = picture([...first, ...told.map(({ fact }) => fact)], grid);
    if (tried.ok) break;
    const refused = (tried.refusal.data as { eventId?: string } | undefined)?.eventId;
    const left = told.filter(({ fact }) => fact.id !== refused);
    if (left.length === told.length) throw new Error(tried.refusal.message);
    told = left;
  }
  return {
    begun: first,
    facts: told.map(({ fact }) => fact),
    contract: contractOf(begins, scale),
    heard: told.flatMap(({ heard }) => (heard === null ? [] : [heard])),
    grid,
    periods: periodsOf(grid),
  };
}

export const cents = (amount: string) => Math.round(Number(amount) * 100);
export const sumOf = (rows: readonly { amount: string }[]) =>
  rows.reduce((sum, { amount }) => sum + cents(amount), 0);
/** The amount booked in each period. */
export const byPeriod = (rows: readonly { period: string; amount: string }[], periods: Read['periods']) =>
  periods.map(({ key }) => sumOf(rows.filter(({ period }) => period === key)));

/** A history and the order in which its facts are recorded. */
export const shuffled = drawn.chain((history) =>
  fc.tuple(
    fc.constant(history),
    fc.shuffledSubarray([...history.all.keys()], { minLength: history.all.length }),
  ),
);
