import { z } from 'zod';
import { ACCOUNT_TYPE_FACTS, type AccountType, RESULT_TYPES } from '@/core/ledger/accounts';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, sum, ZERO } from '@/core/money/decimal';
import { columnAt, columnOf, columnsBetween } from '@/core/revenue/reports/columns';
import { type ResultRow, readResultByPeriod } from '@/db/reports/result-by-period';
import { defineUseCase } from '@/usecases/kit/define';
import { periodName } from '../revenue/runs/run-period';
import { basisOf, daysOf, type PeriodBasis, periodsOfBooks, spanOf } from './report-periods';
import { demandReportReach, dimensionFilter, reportScope } from './report-scope';

/** One amount per period of the report, and their sum. */
export interface ByPeriod {
  readonly amounts: readonly string[];
  readonly total: string;
}

export interface SectionByPeriod extends ByPeriod {
  readonly type: AccountType;
  readonly title: string;
  readonly rows: readonly (ByPeriod & {
    readonly accountId: string;
    readonly code: string;
    readonly name: string;
  })[];
}

export interface IncomeByPeriod {
  readonly currencyCode: string;
  readonly periods: readonly string[];
  /** What the periods are, where some books in the report have periods other than calendar months. */
  readonly periodBasis?: PeriodBasis;
  readonly sections: readonly SectionByPeriod[];
  readonly grossProfit: ByPeriod;
  readonly operatingIncome: ByPeriod;
  readonly netIncome: ByPeriod;
}

type ResultType = (typeof RESULT_TYPES)[number];

/**
 * Profit and loss with one column per period: calendar months, or the fiscal periods of the books where all subsidiaries in the
 * report have the same; each column is what the ledger holds of that period, adjustments included. Refuses INVALID_INPUT.
 */
export const incomeByPeriod = defineUseCase({
  name: 'reports.incomeByPeriod',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object({
    from: periodName.optional(),
    /** Omitted: the current period; and without `from` the year that ends with it. */
    to: periodName.optional(),
    subsidiaryId: z.guid().optional(),
    ...dimensionFilter,
  }),
  async run(context, { from, to, subsidiaryId, ...dimensions }): Promise<IncomeByPeriod> {
    const { tenant, clock } = context;
    demandReportReach(context, { subsidiaryId });
    const periods = await periodsOfBooks(tenant, subsidiaryId === undefined ? null : [subsidiaryId]);
    const { grid } = periods;
    const span = spanOf(context, periods, { from, to: to ?? grid.on(clock.today()).key });
    const scope = await reportScope(context, { subsidiaryId, asOf: columnAt(grid, span.to).endDate });
    const columns = columnsBetween(grid, span.from, span.to);
    const rows = await readResultByPeriod(tenant, {
      scope,
      ...daysOf(periods, span),
      types: RESULT_TYPES,
      dimensions,
    });
    const placed = rows.map((row) => ({ ...row, column: columnOf(grid, row.lastDay) }));
    const shown = (own: readonly Placed[], sign: '1' | '-1' = '1') =>
      byPeriod(own, columns, sign, scope.currencyCode);
    const of = (...types: readonly ResultType[]) =>
      shown(placed.filter(({ type }) => types.includes(type as ResultType)));
    return {
      currencyCode: scope.currencyCode,
      periods: columns,
      ...basisOf(periods, columns),
      sections: RESULT_TYPES.map((type) => {
        const sign = ACCOUNT_TYPE_FACTS[type].normalSide === 'CREDIT' ? '1' : '-1';
        const own = placed.filter((row) => row.type === type);
        return {
          type,
          title: ACCOUNT_TYPE_FACTS[type].section,
          rows: accountsOf(own).map((account) => ({
            accountId: account[0]?.accountId ?? '',
            code: account[0]?.code ?? '',
            name: account[0]?.name ?? '',
            ...shown(account, sign),
          })),
          ...shown(own, sign),
        };
      }),
      grossProfit: of('REVENUE', 'COST_OF_SALES'),
      operatingIncome: of('REVENUE', 'COST_OF_SALES', 'EXPENSE'),
      netIncome: of(...RESULT_TYPES),
    };
  },
});

type Placed = ResultRow & { readonly column: string };

/** The rows of each account that moved, by code. */
function accountsOf(rows: readonly Placed[]): Placed[][] {
  const accounts = new Map<string, Placed[]>();
  for (const row of rows) accounts.set(row.accountId, [...(accounts.get(row.accountId) ?? []), row]);
  return [...accounts.values()].filter((own) => own.some(({ credit }) => !dec(credit).isZero()));
}

function byPeriod(
  rows: readonly Placed[],
  columns: readonly string[],
  sign: '1' | '-1',
  currencyCode: string,
): ByPeriod {
  const sums = new Map<string, Decimal>();
  for (const { column, credit } of rows) sums.set(column, (sums.get(column) ?? ZERO).plus(credit));
  const text = (value: Decimal) => toAmountString(value.times(sign), currencyCode);
  return {
    amounts: columns.map((column) => text(sums.get(column) ?? ZERO)),
    total: text(sum(sums.values())),
  };
}
