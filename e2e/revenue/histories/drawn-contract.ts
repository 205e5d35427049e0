import { allocateByWeight } from '@/core/money/allocate';
import { dec, ZERO } from '@/core/money/decimal';
import { addDays } from '@/core/periods/calendar';
import { continued, monthlyTimeline } from '@/core/periods/calendar-timeline';
import { CALENDAR_MONTHS, type FiscalCalendar } from '@/core/periods/fiscal-calendar';
import { type GridPeriod, gridOf, MONTHS, type PeriodGrid } from '@/core/periods/period-grid';
import type { AgreedTerms } from '@/core/revenue/contracts/agreed/agreed-terms';
import type { ObligationPattern, ObligationTerms } from '@/core/revenue/contracts/agreed/promised-terms';
import type { ContractEvent, LossPolicy } from '@/core/revenue/contracts/events';
import type { FinancingTerms } from '@/core/revenue/financing/financing-plan';
import type { MinimumTerms } from '@/core/revenue/minimum';
import { day } from '../oracle/held';
import type { Contract, Financing, Minimum, Promised } from './happened';

export const BEGIN = '2026-01-10';
const LAST = '2027-02-28';
export const LICENSE = '2026-03-01';
export const UNITS = 1000;
const FIXED = 3_600_000;
const BONUS = 36_000;

const weeks: FiscalCalendar = { ...CALENDAR_MONTHS, pattern: '4-4-5', firstWeekday: 7 };
/** The periods of the books: months, quarters of 4, 4 and 5 weeks, periods of four weeks, or months that change to weeks in May. */
const CALENDARS: Readonly<Record<string, PeriodGrid>> = {
  MONTHS,
  WEEKS: gridOf([], [{ firstDay: null, calendar: weeks }]),
  FOUR_WEEKS: gridOf([], [{ firstDay: null, calendar: { ...weeks, pattern: '13x4' } }]),
  CHANGED: gridOf([], continued(monthlyTimeline(1), [{ firstDay: '2026-05-01', calendar: weeks }])),
};
export const CALENDAR_NAMES = Object.keys(CALENDARS);

/** The periods of the books from the contract to the end of the histories. */
export function periodsOf(grid: PeriodGrid): GridPeriod[] {
  const periods: GridPeriod[] = [];
  for (let period = grid.on(BEGIN); period.startDate <= LAST; period = grid.on(addDays(period.endDate, 1))) {
    periods.push(period);
  }
  return periods;
}
export const gridNamed = (calendar: string): PeriodGrid => CALENDARS[calendar] ?? MONTHS;

type Agreed = Omit<Financing, 'start'>;
/**
 * How the customer pays 3,600,000: a year in advance, a year later for a cash price of 3,400,000, in ten monthly installments, or with
 * stated interest.
 */
const PLANS = {
  STATED: null,
  ADVANCE: { kind: 'ADVANCE', months: 3, periods: 4, rate: 0.015, payments: [{ at: 0, amount: FIXED }] },
  ARREARS: { kind: 'ARREARS', months: 6, periods: 2, cash: 3_400_000, payments: [{ at: 2, amount: FIXED }] },
  INSTALLMENTS: { kind: 'ARREARS', months: 1, periods: 10, rate: 0.006, payments: inEqualParts(10, FIXED) },
} as const satisfies Record<string, Agreed | null>;

/**
 * A committed minimum of about 300,000, by quarter, by month with unused amounts carried over, or for the whole term, and how it is earned.
 */
const MINIMUMS = {
  QUARTERS: { method: 'AS_USED', every: 'QUARTER', amount: 100_000 },
  CARRIED: { method: 'AS_USED', every: 'MONTH', amount: 33_000, unused: 'CARRIED_OVER' },
  BREAKAGE: { method: 'AS_USED', every: 'TERM', amount: 300_000, expected: 240_000 },
  READY: { method: 'OVER_TIME', every: 'QUARTER', amount: 100_000 },
  START: { method: 'AT_START', every: 'TERM', amount: 300_000 },
  OCCURRING: { method: 'ROYALTIES', every: 'TERM', amount: 300_000, expected: 400_000 },
  ESTIMATE: { method: 'ESTIMATE', every: 'TERM', amount: 300_000, expected: 400_000 },
} as const;
const COMMITTED_FROM = '2026-02-20';
const COMMITTED_TO = '2026-11-19';

/** The minimum as the engine takes it, with amounts times a scale. */
function committedTerms(name: Frame['minimum'], scale: number): MinimumTerms {
  const { amount, ...terms } = MINIMUMS[name];
  const { expected, ...rest } = { expected: undefined, ...terms };
  return {
    ...rest,
    start: COMMITTED_FROM,
    end: COMMITTED_TO,
    amount: String(amount * scale),
    ...(expected !== undefined && { expected: String(expected * scale) }),
  };
}

/** The minimum as the oracle takes it: nine months, each from the 20th to the 19th of the next. */
function committedMinimum(name: Frame['minimum'], scale: number): Minimum {
  const { method, every, amount, ...terms } = MINIMUMS[name];
  const months = { MONTH: 1, QUARTER: 3, TERM: 9 }[every];
  const spans = Array.from({ length: 9 / months }, (_, index) => ({
    from: day(twentieth(index * months)),
    to: day(twentieth((index + 1) * months)),
    amount: amount * scale,
  }));
  const expected = 'expected' in terms ? terms.expected * scale : null;
  return { method, isCarried: 'unused' in terms, spans, expected };
}
const twentieth = (months: number) => `2026-${String(2 + months).padStart(2, '0')}-20`;

/** For both, the minimum with different amounts from its first period after a day on; null when no later period begins. */
export function raisedMinimum(name: Frame['minimum'], scale: number, after: string, part: number) {
  const { every, amount } = MINIMUMS[name];
  const from = [...Array(9).keys()].map(twentieth).find((first) => {
    const months = Number(first.slice(5, 7)) - 2;
    return first > after && months > 0 && months % { MONTH: 1, QUARTER: 3, TERM: 9 }[every] === 0;
  });
  if (from === undefined) return null;
  const raised = Math.round(amount * part);
  const before = committedMinimum(name, 1);
  const terms = committedTerms(name, scale);
  return {
    terms: { ...terms, changes: [{ from, amount: String(raised * scale) }] },
    minimum: {
      ...before,
      spans: before.spans.map((span) => (span.from < day(from) ? span : { ...span, amount: raised })),
    },
  };
}

/** The terms a contract begins with: its financing, its test for losses, its minimum, and the calendar of its books. */
export type Frame = {
  readonly financing: keyof typeof PLANS;
  readonly policy: LossPolicy;
  readonly calendar: string;
  readonly minimum: keyof typeof MINIMUMS;
};
export const MINIMUM_NAMES = Object.keys(MINIMUMS) as Frame['minimum'][];
export const FINANCINGS = Object.keys(PLANS) as Frame['financing'][];

/** The same amount at the end of every period. */
export function inEqualParts(periods: number, sum: number): Agreed['payments'] {
  return Array.from({ length: periods }, (_, index) => ({ at: index + 1, amount: sum / periods }));
}

/** A financing as the engine takes it. */
export function termsOf(
  { kind, months, periods, rate, cash, payments }: Agreed,
  scale: number,
): Omit<FinancingTerms, 'start'> {
  const text = (amount: number) => (amount * scale).toFixed(2);
  return {
    kind,
    monthsPerPeriod: months,
    periods,
    ...(rate !== undefined && { ratePerPeriod: String(rate) }),
    ...(cash !== undefined && { cashPrice: text(cash) }),
    ...(kind === 'ARREARS' && { payments: payments.map(({ at, amount }) => ({ at, amount: text(amount) })) }),
  };
}

/** A financing from a day on, with amounts times a scale. */
export const scaled = ({ payments, cash, ...terms }: Agreed, start: string, scale: number): Financing => ({
  ...terms,
  start,
  ...(cash !== undefined && { cash: cash * scale }),
  payments: payments.map(({ at, amount }) => ({ at, amount: amount * scale })),
});

/** One obligation of every kind, for the engine and for the oracle. */
const KINDS: readonly { promise: Promised; pattern: ObligationPattern; terms?: Partial<ObligationTerms> }[] =
  [
    ratable('term', 600, BEGIN, '2026-07-31'),
    ratable('early', 200, '2025-11-20', '2026-04-15'),
    ratable('months', 240, '2026-02-01', '2026-08-31', 'EVEN_PERIODS'),
    ratable('license', 300, LICENSE, '2026-08-31'),
    measured('point', 300, { kind: 'POINT' }),
    measured('project', 500, { kind: 'PROGRESS' }, { together: true }),
    measured('works', 450, { kind: 'PROGRESS' }, { together: true }),
    measured(
      'steps',
      150,
      {
        kind: 'MILESTONES',
        milestones: [1, 2, 3, 4].map((weight) => ({ key: `s${weight}`, weight: `${weight}` })),
      },
      { together: true },
    ),
    measured('units', 400, { kind: 'UNITS', quantity: String(UNITS) }),
    measured('points', 100, { kind: 'RIGHTS', expectedUsed: '400' }),
    {
      ...measured('agency', 60, { kind: 'POINT' }, { passes: 50 }),
      terms: { supplier: { capacity: 'AGENT', amount: '50' } },
    },
  ];

function ratable(key: string, ssp: number, start: string, end: string, method?: 'EVEN_PERIODS') {
  const promise: Promised = { key, ssp, kind: method === undefined ? 'DAYS' : 'MONTHS', start, end };
  return { promise, pattern: { kind: 'RATABLE', start, end, method, residual: 'CUMULATIVE' } } as const;
}

function measured(key: string, ssp: number, pattern: ObligationPattern, more: object = {}) {
  return { promise: { key, ssp, kind: 'MEASURED', ...more } as Promised, pattern };
}

export const PROMISES = KINDS.map(({ promise }) => promise);
const INTEREST = [
  { on: '2026-03-31', amount: 111 },
  { on: '2026-05-31', amount: 222 },
];
const TIERS = [
  { upTo: 20_000, price: 0.45 },
  { upTo: Number.POSITIVE_INFINITY, price: 0.3005 },
];

export function contractOf({ financing, policy, minimum }: Frame, scale = 1): Contract {
  const plan = PLANS[financing];
  return {
    on: BEGIN,
    fixed: FIXED * scale,
    variable: [
      { key: 'bonus', included: BONUS * scale, rate: 0 },
      { key: 'sales', included: 0, rate: 0.03 },
      { key: 'plays', included: 0, rate: 0.05, to: 'license' },
    ],
    promises: [
      ...PROMISES,
      { key: 'committed', ssp: 300, kind: 'COMMITTED', minimum: committedMinimum(minimum, scale) },
    ],
    tiers: TIERS.map(({ price }, index) => {
      const { upTo = 0, price: before = 0 } = TIERS[index - 1] ?? {};
      return { from: upTo, price: (price - before) * scale };
    }),
    financing: plan === null ? null : scaled(plan, BEGIN, scale),
    interest: plan === null ? INTEREST.map(({ on, amount }) => ({ on, amount: amount * scale })) : [],
    losses: { isIfrs: policy.framework === 'IFRS', isWhole: policy.lossLevel === 'CONTRACT' },
  };
}

/** The prices of a call. */
export const tiersAt = (scale: number) =>
  TIERS.map(({ upTo, price }) => ({
    upTo: Number.isFinite(upTo) ? String(upTo) : null,
    unitPrice: String(price * scale),
  }));

/** The obligations without their allocated amounts. */
function agreedObligations(minimum: Frame['minimum'], scale: number): Omit<ObligationTerms, 'allocated'>[] {
  const text = (amount: number) => String(amount * scale);
  const used: Partial<Extract<ObligationPattern, { kind: 'USAGE' }>>[] = [
    { tiers: tiersAt(scale) },
    { invoicedPrice: text(10), expectedPrice: text(8) },
    {},
  ];
  return [
    ...KINDS.map(({ promise, pattern, terms }) => ({
      key: promise.key,
      ssp: text(promise.ssp),
      pattern,
      ...(terms?.supplier !== undefined && { supplier: { ...terms.supplier, amount: text(50) } }),
    })),
    ...['calls', 'rebated', 'brokered'].map((key, index) => ({
      key,
      ssp: '0',
      pattern: { kind: 'USAGE', ...used[index] } as const,
      ...(key === 'brokered' && { supplier: { capacity: 'AGENT', amount: '0', rate: '0.9' } as const }),
    })),
    {
      key: 'committed',
      ssp: text(300),
      pattern: { kind: 'USAGE', minimum: committedTerms(minimum, scale) },
    },
    // Both its revenue and its supplier's share accrue over time.
    {
      key: 'resold',
      ssp: '0',
      pattern: { kind: 'RATABLE', start: BEGIN, end: '2026-05-31' },
      supplier: { capacity: 'PRINCIPAL', amount: '0' },
    },
  ];
}

/**
 * The facts with which a contract begins. A financed contract states what was agreed; any other begins with the shares of the price, like a
 * contract that continues another, and with interest that does not follow from any terms.
 */
export function begun({ financing, policy, minimum }: Frame, scale = 1): ContractEvent[] {
  const text = (amount: number) => String(amount * scale);
  const plan = PLANS[financing];
  const promised = agreedObligations(minimum, scale);
  const royalties = [
    { key: 'sales', rate: '0.03' },
    { key: 'plays', rate: '0.05', to: ['license'] },
  ];
  const creation = {
    id: 'created',
    kind: 'created',
    effectiveDate: BEGIN,
    currencyCode: 'USD',
    policy,
  } as const;
  const activation: ContractEvent = { id: 'activated', kind: 'activated', effectiveDate: BEGIN };
  if (plan !== null) {
    const outcomes = [{ amount: text(BONUS), probability: '1' }];
    const agreed: AgreedTerms = {
      price: {
        fixed: text(FIXED),
        variable: [{ key: 'bonus', method: 'MOST_LIKELY', outcomes, constraint: { kind: 'NONE' } }],
        royalties,
        financing: { ...termsOf(plan, scale), start: BEGIN, fixed: text(FIXED) },
      },
      obligations: promised.map(({ ssp, ...terms }) => ({ ...terms, standalone: { kind: 'STATED', ssp } })),
    };
    return [{ ...creation, agreed }, activation];
  }
  const shares = allocateByWeight(
    dec(text(FIXED)).plus(text(BONUS)),
    promised.map(({ ssp }) => dec(ssp)),
    'USD',
  );
  return [
    {
      ...creation,
      obligations: promised.map((terms, index) => ({
        ...terms,
        allocated: (shares[index] ?? ZERO).toFixed(2),
      })),
      variable: [{ key: 'bonus', included: text(BONUS) }],
      royalties,
      interest: INTEREST.map(({ on, amount }) => ({ on, amount: text(amount) })),
      installments: [],
    },
    activation,
  ];
}
