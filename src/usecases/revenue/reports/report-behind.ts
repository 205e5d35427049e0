import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { type DecimalString, dec } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import { addDays } from '@/core/periods/calendar';
import { lastDayOf } from '@/core/revenue/days';
import { columnAt, columnBefore, firstColumnOfYear } from '@/core/revenue/reports/columns';
import { daysOfBand, monthBands, YEAR_BANDS } from '@/core/revenue/reports/remaining-bands';
import { REMAINING_EXPEDIENTS } from '@/core/revenue/vocabulary';
import { type BehindRow, type RevenueMeasure, readBehindRevenue } from '@/db/revenue/behind';
import { readBehindBalance, readBehindDeferred } from '@/db/revenue/behind-balances';
import type { DaySpan } from '@/db/revenue/months';
import { readBehindRecurring } from '@/db/revenue/runs/recurring';
import { type Context, defineUseCase } from '../../kit/define';
import { lineText } from '../../kit/fields';
import { daysOf, namedPeriod, type ReportPeriods, spanOf } from '../../reports/report-periods';
import { periodName } from '../runs/run-period';
import { balanceDays } from './report-balances';
import { knownAsOf, reportFields, type ScopeByPeriod, scopeAt, scopeOf, spanFields } from './report-input';

/** Earlier and later than any actual day. */
const [FIRST, LAST] = ['0000-00-00', '9999-99-99'];

const BANDS = monthBands(YEAR_BANDS);
const expedient = z.enum(REMAINING_EXPEDIENTS);
const whose = {
  /** The period in which the contracts were booked. */
  cohort: periodName.optional(),
  /** Or booked by the end of this period. */
  bookedBy: periodName.optional(),
  /** Excludes obligations under these expedients, or includes only those under one. */
  without: z.array(expedient).max(4).default([]),
  only: expedient.optional(),
  /** Category values as the disaggregation report shows them. */
  categories: z
    .array(
      z.object({
        category: z.enum([
          'account',
          'timing',
          'subsidiary',
          'customer',
          /** By record: customers may share a name; `none` for contracts without one. */
          'customerId',
          'nature',
          'class',
          'department',
          'location',
          'period',
          'cohort',
        ]),
        value: lineText,
      }),
    )
    .max(2)
    .default([]),
};
/** The first and the last of some periods; or all after one, all before one, or the year that ends with one. */
const range = {
  year: periodName.optional(),
  from: periodName.optional(),
  to: periodName.optional(),
  after: periodName.optional(),
  before: periodName.optional(),
};

/** A figure of a revenue report, identified by what it sums. */
export const figureInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('BOOKED'), ...whose }),
  /** Booked but not recognized by the end of `asOf`. */
  z.object({ kind: z.literal('REMAINING'), ...whose }),
  /** Booked, without a known period. */
  z.object({ kind: z.literal('UNSCHEDULED'), ...whose }),
  /** Recognized in these periods, still scheduled in them, or both; what is due and not posted counts in its own period. */
  z.object({
    kind: z.literal('REVENUE'),
    ...whose,
    ...range,
    of: z.enum(['POSTED', 'OPEN', 'ALL']).default('ALL'),
  }),
  /** Booked, not recognized by the end of `asOf`, and expected in these periods or in a band of the report (606-10-50-13). */
  z.object({
    kind: z.literal('EXPECTED'),
    ...whose,
    ...range,
    band: z
      .string()
      .refine((text) => BANDS.includes(text) || /^(FY)?[12]\d{3}$/.test(text), 'is not a band of the report')
      .optional(),
    overdue: z.enum(['NEXT_MONTH', 'OWN_MONTH']).default('NEXT_MONTH'),
  }),
  z.object({
    kind: z.literal('DEFERRED'),
    move: z.enum(['OPENING', 'BILLINGS', 'RELEASES', 'ADJUSTMENTS', 'CLOSING']),
    period: periodName,
  }),
  z.object({
    kind: z.literal('BALANCE'),
    figure: z.enum([
      'OPENING_RECEIVABLE',
      'OPENING_ASSET',
      'OPENING_DEFERRED',
      'RECEIVABLE',
      'ASSET',
      'DEFERRED',
      'CURRENT',
      'NON_CURRENT',
      'REVENUE',
      'FROM_OPENING',
      'PRIOR_PERFORMANCE',
    ]),
    from: range.from,
    to: range.to,
  }),
  /**
   * A column of the bridge of recurring revenue, made up of subscriptions rather than
   * contracts. Decreases are negative.
   */
  z.object({
    kind: z.literal('RECURRING'),
    move: z.enum([
      'OPENING',
      'NEW',
      'REACTIVATION',
      'EXPANSION',
      'CONTRACTION',
      'CHURN',
      'CLOSING',
      'ANNUAL',
    ]),
    period: periodName,
  }),
]);
type Figure = z.output<typeof figureInput>;

export interface BehindFigure {
  readonly currencyCode: string;
  /** The contracts (for recurring revenue, the subscriptions) with their part of the figure, largest first. */
  readonly rows: readonly Omit<BehindRow, 'count' | 'total'>[];
  readonly count: number;
  /** The figure itself: the sum of all parts. */
  readonly total: DecimalString;
}

/**
 * The contracts that make up a figure of a revenue report, or the subscriptions that make up one of recurring
 * revenue, each with its part; the parts sum to the figure. Uses the same two dates as the report. Refuses
 * REFERENCE_NOT_FOUND, INVALID_INPUT.
 */
export const behindFigure = defineUseCase({
  name: 'revenue.reports.behind',
  permission: 'revenue.read',
  mode: 'report',
  knownAsOf,
  input: z.object({
    ...reportFields,
    asOf: spanFields.asOf,
    figure: figureInput,
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(200).default(50),
  }),
  async run(context, input): Promise<BehindFigure> {
    const scope = await scopeOf(context, input);
    const money = (text: string) => toAmountString(dec(text), scope.currencyCode);
    const rows = await rowsBehind(context, scope, input);
    return {
      currencyCode: scope.currencyCode,
      rows: rows.map(({ count: _count, total: _total, ...row }) => ({ ...row, amount: money(row.amount) })),
      count: rows[0]?.count ?? 0,
      total: money(rows[0]?.total ?? '0'),
    };
  },
});

function rowsBehind(
  context: Context,
  scope: ScopeByPeriod,
  { figure, asOf, page, limit }: { figure: Figure; asOf?: string | undefined; page: number; limit: number },
): Promise<BehindRow[]> {
  const { tenant, clock } = context;
  const { periods } = scope;
  const paged = { page, limit };
  const one = (period: string) => namedPeriod(periods.grid, period, 'period', 'LAST');
  switch (figure.kind) {
    case 'DEFERRED': {
      const period = one(figure.period);
      return readBehindDeferred(
        tenant,
        scope,
        figure.move,
        daysOf(periods, { from: period, to: period }),
        paged,
      );
    }
    case 'BALANCE': {
      const to = figure.to ?? asOf ?? periods.grid.on(clock.today()).key;
      const span = spanOf(context, periods, { from: figure.from, to, asOf });
      return readBehindBalance(tenant, scope, figure.figure, balanceDays(scope, span), paged);
    }
    case 'RECURRING': {
      const period = one(figure.period);
      const days = { before: lastDayOf(columnBefore(periods.grid, period)), last: lastDayOf(period) };
      return readBehindRecurring(tenant, scope, figure.move, days, minorUnits(scope.currencyCode), paged);
    }
    default: {
      const { cohort, bookedBy, without, only = null, categories } = figure;
      const at = spanOf(context, periods, { asOf }).asOf;
      const selection = {
        cohort: cohort === undefined ? null : rangeOf(periods, { from: cohort, to: cohort }),
        bookedBefore: bookedBy === undefined ? null : rangeOf(periods, { to: bookedBy }).until,
        without,
        only,
        categories,
      };
      const measure = measureOf(figure, periods, at);
      return readBehindRevenue(tenant, scopeAt(context, scope, at), measure, selection, paged);
    }
  }
}

type Range = { readonly [End in keyof typeof range]?: string | undefined };

/** The days of the periods a range names. */
function rangeOf(periods: ReportPeriods, { year, from, to, after, before }: Range): DaySpan {
  const { grid } = periods;
  if (year !== undefined) {
    const last = namedPeriod(grid, year, 'year', 'LAST');
    return daysOf(periods, { from: firstColumnOfYear(grid, last), to: last });
  }
  const at = (name: string, field: string, end: 'FIRST' | 'LAST') =>
    columnAt(grid, namedPeriod(grid, name, field, end));
  const dayAfter = (name: string, field: string) => addDays(at(name, field, 'LAST').endDate, 1);
  return {
    from:
      from === undefined
        ? after === undefined
          ? FIRST
          : dayAfter(after, 'after')
        : at(from, 'from', 'FIRST').startDate,
    until:
      to === undefined
        ? before === undefined
          ? LAST
          : at(before, 'before', 'FIRST').startDate
        : dayAfter(to, 'to'),
  };
}

function measureOf(
  figure: Exclude<Figure, { kind: 'DEFERRED' | 'BALANCE' | 'RECURRING' }>,
  periods: ReportPeriods,
  asOf: string,
): RevenueMeasure {
  const until = addDays(lastDayOf(asOf), 1);
  switch (figure.kind) {
    case 'BOOKED':
    case 'UNSCHEDULED':
      return { kind: figure.kind };
    case 'REMAINING':
      return { kind: 'REMAINING', until };
    case 'REVENUE':
      return {
        kind: 'REVENUE',
        span: rangeOf(periods, figure),
        posted: figure.of !== 'OPEN',
        open: figure.of !== 'POSTED',
      };
    case 'EXPECTED':
      return {
        kind: 'EXPECTED',
        until,
        span: figure.band === undefined ? rangeOf(periods, figure) : spanOfBand(periods, asOf, figure.band),
        overdueOn: figure.overdue === 'NEXT_MONTH' ? until : null,
      };
  }
}

function spanOfBand({ grid }: ReportPeriods, asOf: string, band: string): DaySpan {
  const { from, to } = daysOfBand({ asOf, grid, band });
  return { from, until: to === null ? LAST : addDays(to, 1) };
}
