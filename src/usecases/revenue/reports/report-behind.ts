import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { type DecimalString, dec } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import { addPeriods, lastDayOf } from '@/core/revenue/days';
import { type BehindRow, type RevenueMeasure, readBehindRevenue } from '@/db/revenue/behind';
import { readBehindBalance, readBehindDeferred } from '@/db/revenue/behind-balances';
import type { RevenueScope } from '@/db/revenue/months';
import { readBehindRecurring } from '@/db/revenue/recurring';
import { type Context, defineUseCase } from '../../kit/define';
import { lineText } from '../../kit/fields';
import { periodText } from '../runs/run-period';
import { knownAsOf, reportFields, scopeOf, spanFields, spanOf } from './report-input';

/** Earlier and later than any actual month. */
const [FIRST, LAST] = ['0000-00', '9999-12'];

const expedient = z.enum(['ONE_YEAR', 'RIGHT_TO_INVOICE', 'ROYALTY', 'VARIABLE']);
const whose = {
  /** The month in which the contracts were booked. */
  cohort: periodText.optional(),
  /** Or booked by the end of this month. */
  bookedBy: periodText.optional(),
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
const months = { from: periodText.optional(), to: periodText.optional() };

/** A figure of a revenue report, identified by what it sums. */
export const figureInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('BOOKED'), ...whose }),
  /** Booked but not recognized by the end of `asOf`. */
  z.object({ kind: z.literal('REMAINING'), ...whose }),
  /** Booked, without a known month. */
  z.object({ kind: z.literal('UNSCHEDULED'), ...whose }),
  /** Recognized in these months, still scheduled in them, or both; overdue amounts count in the month after `asOf`. */
  z.object({
    kind: z.literal('REVENUE'),
    ...whose,
    ...months,
    of: z.enum(['POSTED', 'OPEN', 'ALL']).default('ALL'),
  }),
  /** Booked, not recognized by the end of `asOf`, and expected in these months (606-10-50-13). */
  z.object({
    kind: z.literal('EXPECTED'),
    ...whose,
    ...months,
    overdue: z.enum(['NEXT_MONTH', 'OWN_MONTH']).default('NEXT_MONTH'),
  }),
  z.object({
    kind: z.literal('DEFERRED'),
    move: z.enum(['OPENING', 'BILLINGS', 'RELEASES', 'ADJUSTMENTS', 'CLOSING']),
    period: periodText,
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
    ...months,
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
    period: periodText,
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
  scope: RevenueScope,
  { figure, asOf, page, limit }: { figure: Figure; asOf?: string | undefined; page: number; limit: number },
): Promise<BehindRow[]> {
  const { tenant, clock } = context;
  const paged = { page, limit };
  switch (figure.kind) {
    case 'DEFERRED':
      return readBehindDeferred(tenant, scope, figure.move, figure.period, paged);
    case 'BALANCE': {
      const to = figure.to ?? asOf ?? clock.today().slice(0, 7);
      return readBehindBalance(
        tenant,
        scope,
        figure.figure,
        spanOf(context, { from: figure.from, to, asOf }),
        paged,
      );
    }
    case 'RECURRING': {
      const days = { before: lastDayOf(addPeriods(figure.period, -1)), last: lastDayOf(figure.period) };
      return readBehindRecurring(tenant, scope, figure.move, days, minorUnits(scope.currencyCode), paged);
    }
    default: {
      const { cohort = null, bookedBy = null, without, only = null, categories } = figure;
      const measure = measureOf(figure, spanOf(context, { asOf }).asOf);
      const selection = { cohort, bookedBy, without, only, categories };
      return readBehindRevenue(tenant, scope, measure, selection, paged);
    }
  }
}

function measureOf(
  figure: Exclude<Figure, { kind: 'DEFERRED' | 'BALANCE' | 'RECURRING' }>,
  asOf: string,
): RevenueMeasure {
  const next = addPeriods(asOf, 1);
  switch (figure.kind) {
    case 'BOOKED':
    case 'UNSCHEDULED':
      return { kind: figure.kind };
    case 'REMAINING':
      return { kind: 'REMAINING', asOf };
    case 'REVENUE':
      return {
        kind: 'REVENUE',
        from: figure.from ?? FIRST,
        to: figure.to ?? LAST,
        next,
        posted: figure.of !== 'OPEN',
        open: figure.of !== 'POSTED',
      };
    case 'EXPECTED':
      return {
        kind: 'EXPECTED',
        asOf,
        from: figure.from ?? FIRST,
        to: figure.to ?? LAST,
        overdueIn: figure.overdue === 'NEXT_MONTH' ? next : null,
      };
  }
}
