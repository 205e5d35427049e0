import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { type DecimalString, dec, sum } from '@/core/money/decimal';
import { addPeriods } from '@/core/revenue/days';
import { contractBalances } from '@/core/revenue/reports/contract-balances';
import { readContractBalances } from '@/db/reports/revenue-balances';
import {
  type BehindRow,
  type RevenueMeasure,
  readBehindDeferred,
  readBehindRevenue,
  readContractNames,
} from '@/db/reports/revenue-behind';
import { type Context, defineUseCase } from '../kit/define';
import { lineText } from '../kit/fields';
import { periodText } from './create-run';
import { contractSides, splitOf } from './report-balances';
import { reportFields, scopeOf, spanFields, spanOf } from './report-input';

/** Before and after every month there is. */
const [FIRST, LAST] = ['0000-00', '9999-12'];

const expedient = z.enum(['ONE_YEAR', 'RIGHT_TO_INVOICE', 'ROYALTY', 'VARIABLE']);
const whose = {
  /** The month the contracts were booked in. */
  cohort: periodText.optional(),
  /** Or booked by the end of this month. */
  bookedBy: periodText.optional(),
  /** Leave out what falls under these expedients; or take only what falls under one. */
  without: z.array(expedient).max(4).default([]),
  only: expedient.optional(),
  /** Values of categories as the disaggregation shows them. */
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

/** A figure of a revenue report, by what it sums. */
export const figureInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('BOOKED'), ...whose }),
  /** Booked and not recognised by the end of `asOf`. */
  z.object({ kind: z.literal('REMAINING'), ...whose }),
  /** Booked, and no month is known for it. */
  z.object({ kind: z.literal('UNSCHEDULED'), ...whose }),
  /** Recognised in these months, still open in them, or both; what is overdue counts in the month after `asOf`. */
  z.object({
    kind: z.literal('REVENUE'),
    ...whose,
    ...months,
    of: z.enum(['POSTED', 'OPEN', 'ALL']).default('ALL'),
  }),
  /** Booked, not recognised by the end of `asOf`, and expected in these months (606-10-50-13). */
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
]);
type Figure = z.output<typeof figureInput>;

export interface BehindFigure {
  readonly currencyCode: string;
  /** The contracts with their part of the figure, the largest first. */
  readonly rows: readonly Omit<BehindRow, 'count' | 'total'>[];
  readonly count: number;
  /** The figure itself: the sum over all of them. */
  readonly total: DecimalString;
}

/**
 * The contracts behind a figure of a revenue report, each with its part; they sum to the figure. As of the same two dates
 * as the report. Refuses REFERENCE_NOT_FOUND, INVALID_INPUT.
 */
export const behindFigure = defineUseCase({
  name: 'revenue.reports.behind',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({
    ...reportFields,
    asOf: spanFields.asOf,
    figure: figureInput,
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(200).default(50),
  }),
  async run(context, input): Promise<BehindFigure> {
    const { figure, page, limit } = input;
    const scope = await scopeOf(context, input);
    const { tenant } = context;
    const money = (text: string) => toAmountString(dec(text), scope.currencyCode);
    const paged = { page, limit };
    if (figure.kind === 'BALANCE') return balancesBehind(context, scope, figure, input);
    const rows =
      figure.kind === 'DEFERRED'
        ? await readBehindDeferred(tenant, scope, figure.move, figure.period, paged)
        : await readBehindRevenue(
            tenant,
            scope,
            measureOf(figure, spanOf(context, { asOf: input.asOf }).asOf),
            {
              cohort: figure.cohort ?? null,
              bookedBy: figure.bookedBy ?? null,
              without: figure.without,
              only: figure.only ?? null,
              categories: figure.categories,
            },
            paged,
          );
    return {
      currencyCode: scope.currencyCode,
      rows: rows.map(({ count: _count, total: _total, ...row }) => ({ ...row, amount: money(row.amount) })),
      count: rows[0]?.count ?? 0,
      total: money(rows[0]?.total ?? '0'),
    };
  },
});

function measureOf(figure: Exclude<Figure, { kind: 'DEFERRED' | 'BALANCE' }>, asOf: string): RevenueMeasure {
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

/** Balances are positions of single contracts: each contract's own report says its part. */
async function balancesBehind(
  context: Context,
  scope: Awaited<ReturnType<typeof scopeOf>>,
  figure: Extract<Figure, { kind: 'BALANCE' }>,
  input: { asOf?: string | undefined; page: number; limit: number },
): Promise<BehindFigure> {
  const { currencyCode } = scope;
  const span = spanOf(context, {
    from: figure.from,
    to: figure.to ?? input.asOf ?? context.clock.today().slice(0, 7),
    asOf: input.asOf,
  });
  const parts = (await readContractBalances(context.tenant, scope, span))
    .map((row) => {
      const sides = contractSides(row, currencyCode);
      const own = contractBalances({ currencyCode, rows: [sides] });
      const split = splitOf(row, currencyCode, span.to);
      return { ...row, amount: balanceOf(figure.figure, own, split) };
    })
    .filter(({ amount }) => !dec(amount).isZero())
    .sort((a, b) => dec(b.amount).abs().comparedTo(dec(a.amount).abs()));
  const shown = parts.slice((input.page - 1) * input.limit, input.page * input.limit);
  const named = new Map(
    (
      await readContractNames(
        context.tenant,
        shown.map(({ contractId }) => contractId),
      )
    ).map((one) => [one.contractId, one]),
  );
  return {
    currencyCode,
    rows: shown.map(({ contractId, contractNumber, amount }) => ({
      name: null,
      customerId: null,
      contractStatus: '',
      ...named.get(contractId),
      contractId,
      contractNumber,
      amount,
    })),
    count: parts.length,
    total: toAmountString(sum(parts.map(({ amount }) => amount)), currencyCode),
  };
}

function balanceOf(
  figure: Extract<Figure, { kind: 'BALANCE' }>['figure'],
  own: ReturnType<typeof contractBalances>,
  split: { readonly current: string; readonly nonCurrent: string },
): string {
  switch (figure) {
    case 'OPENING_RECEIVABLE':
      return own.opening.receivable;
    case 'OPENING_ASSET':
      return own.opening.contractAsset;
    case 'OPENING_DEFERRED':
      return own.opening.deferred;
    case 'RECEIVABLE':
      return own.closing.receivable;
    case 'ASSET':
      return own.closing.contractAsset;
    case 'DEFERRED':
      return own.closing.deferred;
    case 'CURRENT':
      return split.current;
    case 'NON_CURRENT':
      return split.nonCurrent;
    case 'REVENUE':
      return own.revenue;
    case 'FROM_OPENING':
      return own.fromOpeningLiability;
    case 'PRIOR_PERFORMANCE':
      return own.fromPriorPerformance;
  }
}
