import fc from 'fast-check';
import { addDays } from '@/core/periods/calendar';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { picture } from '@/core/revenue/contracts/picture';
import type { Happened } from './oracle/by-date';
import { BEGIN, begun, INTEREST, LICENSE, MONTHS, UNITS } from './told-contract';

const WHATS = [
  ...(['progress', 'costs', 'milestone', 'units', 'point', 'agency', 'used', 'rebated', 'brokered'] as const),
  ...(['sold', 'played', 'repriced', 'claimed', 'estimated', 'redeemed', 'lapsed'] as const),
  ...(['refundable', 'returnable', 'returned', 'conceded', 'cancelled', 'refunded'] as const),
  ...([
    'invoice',
    'corrected',
    'payment',
    'payout',
    'interest',
    'accrual',
    'hold',
    'release',
    'journal',
    'answered',
  ] as const),
  ...(['separate', 'prospective', 'catchUp', 'mixed', 'more', 'ended'] as const),
  ...(['varied', 'judged', 'levied', 'spent', 'tested', 'extended'] as const),
];
type What = (typeof WHATS)[number];

/** The number of random histories each law is tried on: the long run sets DAYBOOK_HISTORIES=2000. */
export const HISTORIES = Number(process.env.DAYBOOK_HISTORIES ?? 200);
/** The long run draws longer histories than an ordinary one. */
const FACTS = HISTORIES > 200 ? 10 : 6;

type Drawn = { what: What; day: number; size: number };
const size = fc.integer({ min: 1, max: 10_000 });
const alone = fc.array(
  fc.record({
    what: fc.constantFrom(...WHATS),
    // Days are drawn separately, some before the contract: facts of one day and rank are folded in the order recorded.
    day: fc.integer({ min: -40, max: 250 }),
    size,
  }),
  { minLength: 1, maxLength: FACTS },
);

/**
 * Facts that need one before them, which chance alone would seldom bring together: estimates of a variable part of the price that
 * came with a change (`of` 0) or sales on its royalty (`of` 1), tests and terms of a cost.
 */
const STORIES: readonly { whats: readonly What[]; of?: 0 | 1 }[] = [
  { whats: [] },
  { whats: ['varied', 'judged', 'judged'], of: 0 },
  { whats: ['varied', 'more', 'judged'], of: 0 },
  { whats: ['varied', 'levied', 'levied'], of: 1 },
  { whats: ['varied', 'mixed', 'levied'], of: 1 },
  { whats: ['spent', 'tested', 'extended'] },
  { whats: ['spent', 'extended', 'tested'] },
];
const story = fc
  .record({
    told: fc.constantFrom(...STORIES),
    first: fc.integer({ min: 0, max: 100 }),
    sizes: fc.tuple(size, size, size),
  })
  .map(({ told: { whats, of }, first, sizes }): Drawn[] =>
    whats.map((what, index) => {
      const own = sizes[of === undefined ? 0 : index] ?? 1;
      return { what, day: first + 37 * index, size: of === undefined ? own : 2 * own + of };
    }),
  );

/** A history: facts of any kind and, in most, a story among them; each on a day of its own. */
export const drawn = fc
  .tuple(alone, story)
  .map(([some, more]) =>
    [...some, ...more].filter(({ day }, index, all) => all.findIndex((other) => other.day === day) === index),
  );

/** The treatments under which a variable part of the price comes, and whether something is added. */
const VARIED = [
  ['separate', true],
  ['prospective', true],
  ['prospective', false],
  ['catchUp', false],
  ['mixed', false],
] as const;

/** Two costs of a contract, so that what tests and extends one meets it. */
const costOf = (size: number) => (size % 10 < 6 ? 'commission' : 'set-up');

type Both = { fact: ContractEvent; heard: Happened | null };
type Body<Of> = Of extends unknown ? Omit<Of, 'id' | 'effectiveDate' | 'on'> : never;

/** One drawn fact in both forms; null where the oracle has nothing to hear, as it earns nothing. */
function bothOf({ what, day, size }: Drawn, id: string, scale: number): Both {
  const on = addDays(BEGIN, what === 'ended' ? Math.max(150, day) : day);
  const [money, few, signed] = [size, size / 100, size - 3000];
  const text = (amount: number) => (amount * scale).toFixed(2);
  const both = (fact: Body<ContractEvent>, heard: Body<Happened> | null): Both => ({
    fact: { id, effectiveDate: on, ...fact } as ContractEvent,
    heard: heard === null ? null : ({ id, on, ...heard } as Happened),
  });
  const outcomes = [{ amount: text(size), probability: '1' }];
  const estimate = { method: 'MOST_LIKELY', outcomes, constraint: { kind: 'NONE' } } as const;
  const change = (
    treatment: 'separate' | 'prospective' | 'catchUp' | 'mixed',
    isMore: boolean,
    term?: 'VARIABLE' | 'ROYALTY',
  ): Both => {
    const key = `added ${id}`;
    const [start, end] = [on, addDays(on, 40 + (size % 100))];
    const pattern = { kind: 'RATABLE', start, end, residual: 'CUMULATIVE' } as const;
    const addition = { key, price: text(money), ssp: text(100), distinct: true, pattern };
    return both(
      {
        kind: 'modification',
        treatment,
        decidedFor: treatment,
        reason: 'agreed',
        ...(isMore ? { additions: [addition] } : { priceChange: text(signed) }),
        ...(term === 'VARIABLE' && { variable: [{ key: 'extra', ...estimate }] }),
        ...(term === 'ROYALTY' && { royalties: [{ key: 'levy', rate: '0.04' }] }),
      },
      {
        kind: treatment,
        price: isMore ? money : signed,
        ...(isMore && { added: { key, ssp: 100, kind: 'DAYS', start, end } }),
        ...(term === 'VARIABLE' && { term: { key: 'extra', included: money, rate: 0 } }),
        ...(term === 'ROYALTY' && { term: { key: 'levy', included: 0, rate: 0.04 } }),
      },
    );
  };
  const amount = text(money);
  switch (what) {
    case 'progress':
    case 'costs': {
      const share = (size % 101) / 100;
      const key = what === 'progress' ? 'project' : 'works';
      const costs = { costToDate: text(share * 1000), totalCost: text(1000) };
      return both(
        what === 'progress' ? { kind: what, key, progress: String(share) } : { kind: what, key, ...costs },
        { kind: 'measured', key, share },
      );
    }
    case 'milestone': {
      const step = 1 + (size % 4);
      return both(
        { kind: what, key: 'steps', milestone: `s${step}` },
        { kind: 'delivered', key: 'steps', share: step / 10 },
      );
    }
    case 'units': {
      const units = 1 + (size % 200);
      return both(
        { kind: 'delivery', key: 'units', quantity: String(units) },
        { kind: 'delivered', key: 'units', share: units / UNITS },
      );
    }
    case 'point':
    case 'agency':
      return both({ kind: 'delivery', key: what }, { kind: 'delivered', key: what, share: 1 });
    case 'used':
      return both({ kind: 'usage', key: 'calls', quantity: String(size) }, { kind: 'used', units: size });
    case 'rebated': {
      const [units, expected] = [size % 50, (size % 100) / 10];
      return both(
        { kind: 'usage', key: 'rebated', quantity: String(units), expectedPrice: text(expected) },
        { kind: 'kept', units, invoiced: 10, expected },
      );
    }
    case 'brokered':
      return both(
        { kind: 'usage', key: 'brokered', amount: text(few) },
        { kind: what, amount: few, passes: 0.9 },
      );
    case 'sold':
      return both(
        { kind: 'royalty', key: 'sales', sales: text(few) },
        { kind: 'sold', sales: few, rate: 0.03 },
      );
    case 'played': {
      const heard = both(
        { kind: 'royalty', key: 'plays', sales: amount },
        { kind: 'sold', sales: money, rate: 0.05, license: 'license' },
      );
      // Earned at the later of the sale and the transfer of the license (55-65).
      return {
        ...heard,
        heard: heard.heard === null ? null : { ...heard.heard, on: on < LICENSE ? LICENSE : on },
      };
    }
    case 'repriced':
    case 'claimed': {
      const isFirst = what === 'repriced';
      return both(
        { kind: 'estimateChange', change: text(signed), ...(isFirst && { promisedBefore: true }) },
        { kind: 'repriced', change: signed, agreed: isFirst ? 'FIRST' : 'SINCE' },
      );
    }
    case 'estimated':
    case 'judged': {
      const key = what === 'estimated' ? 'bonus' : 'extra';
      return both({ kind: 'reassessment', key, ...estimate }, { kind: 'estimated', key, included: money });
    }
    case 'levied':
      return both({ kind: 'royalty', key: 'levy', sales: amount }, { kind: what, key: 'levy', sales: money });
    case 'varied': {
      const [treatment, isMore] = VARIED[size % VARIED.length] ?? (['prospective', true] as const);
      return change(treatment, isMore, size % 2 === 0 ? 'VARIABLE' : 'ROYALTY');
    }
    case 'spent': {
      const follows = [undefined, undefined, ['units'], ['project', 'works']][size % 4];
      const judged = { recoverable: true, incremental: true, direct: true, enhancesResources: true };
      return both(
        {
          ...{ kind: 'cost', key: costOf(size), costKind: size % 3 === 0 ? 'FULFIL' : 'OBTAIN', amount },
          ...{ ...judged, expedient: false, start: on, contractMonths: 1 + (size % 18) },
          expectedRenewalMonths: size % 5 === 0 ? size % 7 : 0,
          renewalCostCommensurate: size % 2 === 0,
          ...(follows !== undefined && { follows }),
        },
        null,
      );
    }
    case 'tested': {
      const [expectedConsideration, remainingCosts] = [text(few * 10), text(few)];
      return both({ kind: 'costTest', key: costOf(size), expectedConsideration, remainingCosts }, null);
    }
    case 'extended':
      return both(
        { kind: 'costTerm', key: costOf(size), end: addDays(on, size % 400), evidence: 'judged' },
        null,
      );
    case 'redeemed': {
      const [units, of] = [1 + (size % 40), 200 + (size % 300)];
      return both(
        { kind: 'redemption', key: 'points', quantity: String(units), expectedUsed: String(of) },
        { kind: 'redeemed', key: 'points', units, of },
      );
    }
    case 'lapsed':
      return both({ kind: 'lapse', key: 'points' }, { kind: 'measured', key: 'points', share: 1 });
    case 'refundable':
      return both(
        { kind: 'refundEstimate', key: 'project', liability: amount },
        { kind: what, key: 'project', liability: money },
      );
    case 'returnable': {
      const [units, expected] = ['1000', size % 1000];
      const [unitPrice, unitCost, expectedReturns] = [text(2), text(1), String(expected)];
      return both(
        { kind: 'returnsEstimate', key: 'units', units, unitPrice, unitCost, expectedReturns },
        { kind: what, key: 'units', liability: expected * 2 },
      );
    }
    case 'returned': {
      const key = ['point', 'units', 'project', 'term'][size % 4] ?? 'point';
      return both({ kind: 'return', key, amount }, { kind: what, key, amount: money });
    }
    case 'conceded':
    case 'cancelled':
    case 'refunded': {
      const [mode, heard] = (
        {
          conceded: ['CONCESSION', 'PRICE'],
          cancelled: ['CANCEL_REMAINING', 'REST'],
          refunded: ['REFUND_LIABILITY', 'REFUND'],
        } as const
      )[what];
      return both({ kind: 'creditNote', amount, mode }, { kind: 'credited', amount: money, mode: heard });
    }
    case 'invoice':
      return both(
        { kind: what, amount: text(money * 10), unconditional: true },
        { kind: 'billed', amount: money * 10 },
      );
    case 'corrected':
      return both({ kind: 'invoiceReversed', amount }, { kind: 'billed', amount: -money });
    case 'payment':
    case 'payout':
      return both({ kind: what, amount }, { kind: what === 'payment' ? 'paid' : 'paidOut', amount: money });
    case 'interest':
      return both({ kind: what, amount: text(few - 50) }, { kind: what, amount: few - 50 });
    case 'accrual': {
      const due = INTEREST.filter((row) => row.on <= on);
      const amount = due.reduce((sum, row) => sum + row.amount, 0);
      return both({ kind: what }, { kind: 'accrued', amount });
    }
    case 'hold':
      return both({ kind: what, key: 'term', reason: 'disputed' }, null);
    case 'release':
      return both({ kind: what, key: 'term' }, null);
    case 'answered': {
      const answers = [{ question: 'CONSUMED_AS_PERFORMED', answer: size % 2 === 0 }] as const;
      return both({ kind: 'judgement', key: 'term', answers, evidence: 'Memo' }, null);
    }
    case 'journal': {
      const [debit, credit] = [
        { account: 'COST_OF_SALES', debit: amount, credit: '0' },
        { account: 'INVENTORY', debit: '0', credit: amount },
      ] as const;
      return both({ kind: what, memo: 'counted', lines: [debit, credit] }, null);
    }
    case 'more':
      return change('prospective', true);
    case 'ended':
      return both({ kind: 'termination', refund: '0', reason: 'agreed' }, { kind: what, amount: 0 });
    case 'separate':
      return change(what, true);
    default:
      return change(what, false);
  }
}

/** The facts of a history that hold together, in the forms of the engine and of the oracle: what is refused is left out. */
export function read(all: readonly Drawn[], scale = 1): { heard: Happened[]; facts: ContractEvent[] } {
  let told = all.map((one, index) => bothOf(one, `f${index}`, scale));
  for (;;) {
    const tried = picture([...begun(scale), ...told.map(({ fact }) => fact)]);
    if (tried.ok) break;
    const refused = (tried.refusal.data as { eventId?: string } | undefined)?.eventId;
    const left = told.filter(({ fact }) => fact.id !== refused);
    if (left.length === told.length) throw new Error(tried.refusal.message);
    told = left;
  }
  return {
    facts: told.map(({ fact }) => fact),
    heard: told.flatMap(({ heard }) => (heard === null ? [] : [heard])),
  };
}

export const cents = (amount: string) => Math.round(Number(amount) * 100);
export const sumOf = (rows: readonly { amount: string }[]) =>
  rows.reduce((sum, { amount }) => sum + cents(amount), 0);
export const byMonth = (state: ContractState) =>
  MONTHS.map((month) => sumOf(state.rows.filter(({ period }) => period === month)));

export const shuffled = drawn.chain((all) =>
  fc.tuple(fc.constant(all), fc.shuffledSubarray([...all.keys()], { minLength: all.length })),
);
