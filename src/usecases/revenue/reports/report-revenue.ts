import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { columnOf, columnsBetween } from '@/core/revenue/reports/columns';
import { type Disaggregation, disaggregate } from '@/core/revenue/reports/disaggregation';
import { type ForecastRow, forecast } from '@/core/revenue/reports/forecast';
import { NO_RECORD } from '@/core/revenue/reports/record-labels';
import {
  type RemainingObligations,
  remainingObligations,
} from '@/core/revenue/reports/remaining-obligations';
import { type Waterfall, waterfall } from '@/core/revenue/reports/waterfall';
import { REMAINING_BANDINGS, REMAINING_EXPEDIENTS } from '@/core/revenue/vocabulary';
import { FACT_DIMENSIONS, type FactDimension, readPostedBy } from '@/db/revenue/customer-revenue';
import { yearsFor } from '@/db/revenue/customer-years';
import { type MonthRow, readRevenueMonths } from '@/db/revenue/months';
import { namesOf } from '@/db/revenue/record-names';
import type { Tenant } from '@/db/tenancy';
import { defineUseCase } from '../../kit/define';
import { basisOf, daysOf, type PeriodBasis, spanOf } from '../../reports/report-periods';
import { knownAsOf, reportFields, type ScopeByPeriod, scopeAt, scopeOf, spanFields } from './report-input';

/** The heading returned with a report's figures. */
export interface Heading {
  readonly currencyCode: string;
  readonly asOf: string;
  readonly effectiveAsOf: string | null;
  readonly knownAsOf: string | null;
  /** What its periods are, where some books in scope have periods other than calendar months. */
  readonly periodBasis?: PeriodBasis;
}

const isNonZero = (text: string) => !dec(text).isZero();

/** Posted revenue in the period it was posted, and what is due but not posted in its own period, run or not. */
function revenueOf(
  rows: readonly MonthRow[],
): { cohort: string; period: string; amount: string; posted: boolean }[] {
  return rows.flatMap(({ cohort = '', period = '', posted, planned, settled }) => {
    const open = dec(planned).minus(settled).toFixed();
    return [
      ...(isNonZero(posted) ? [{ cohort, period, amount: posted, posted: true }] : []),
      ...(isNonZero(open) ? [{ cohort, period, amount: open, posted: false }] : []),
    ];
  });
}

/**
 * Waterfall: one row per period of booking, one column per period of revenue, posted or scheduled: calendar months, or the fiscal
 * periods of the books. A period that is not run yet stands in its own column; `remaining` is what is not posted by the end of `asOf`.
 */
export const waterfallReport = defineUseCase({
  name: 'revenue.reports.waterfall',
  permission: 'revenue.read',
  mode: 'report',
  knownAsOf,
  input: z.object({ ...reportFields, ...spanFields }),
  async run(context, input): Promise<Heading & Waterfall> {
    const asked = await scopeOf(context, input);
    const { grid } = asked.periods;
    const span = spanOf(context, asked.periods, input);
    const scope = scopeAt(context, asked, span.asOf);
    const months = await readRevenueMonths(context.tenant, scope, ['cohort', 'period']);
    const bookings = months
      .filter(({ booked }) => isNonZero(booked))
      .map(({ cohort = '', booked }) => ({ contractId: cohort, period: cohort, amount: booked }));
    const revenue = revenueOf(months).map(({ cohort, ...row }) => ({ contractId: cohort, ...row }));
    const shown = waterfall({ currencyCode: scope.currencyCode, grid, bookings, revenue, ...span });
    const cohorts = shown.rows.map(({ cohort }) => cohort);
    return { ...headingOf(scope, span.asOf, [...shown.periods, ...cohorts]), ...shown };
  },
});

/** The heading of a report that names these periods. */
export const headingOf = (scope: ScopeByPeriod, asOf: string, named: readonly string[] = []): Heading => ({
  currencyCode: scope.currencyCode,
  asOf,
  effectiveAsOf: scope.effectiveAsOf,
  knownAsOf: scope.knownAsOf,
  ...basisOf(scope.periods, [asOf, ...named]),
});

/**
 * Remaining performance obligations by time band (606-10-50-13 to 50-15), by fiscal years where the books have fiscal periods and
 * years are asked for; amounts without a known period are `unscheduled`.
 */
export const rpoReport = defineUseCase({
  name: 'revenue.reports.rpo',
  permission: 'revenue.read',
  mode: 'report',
  knownAsOf,
  input: z.object({
    ...reportFields,
    asOf: spanFields.asOf,
    banding: z.enum(REMAINING_BANDINGS).default('MONTHS'),
    elected: z.array(z.enum(REMAINING_EXPEDIENTS)).default([]),
  }),
  async run(context, input): Promise<Heading & RemainingObligations> {
    const asked = await scopeOf(context, input);
    const { grid } = asked.periods;
    const { asOf } = spanOf(context, asked.periods, { asOf: input.asOf });
    const scope = scopeAt(context, asked, asOf);
    const found = await readRevenueMonths(context.tenant, scope, ['cohort', 'period', 'expedient']);
    const months = found.filter(({ cohort = '' }) => columnOf(grid, cohort) <= asOf);
    const expedient = (row: MonthRow) => (row.expedient === '' ? null : (row.expedient as 'ONE_YEAR'));
    const scheduled = months.flatMap((row) => {
      const { period = '', posted, planned, settled } = row;
      const open = dec(planned).minus(settled);
      const amount = columnOf(grid, period) > asOf ? open.plus(posted) : open;
      return amount.isZero() ? [] : [{ period, amount: amount.toFixed(), expedient: expedient(row) }];
    });
    const unscheduled = months.map((row) => ({
      period: null,
      amount: dec(row.booked).minus(row.planned).toFixed(),
      expedient: expedient(row),
    }));
    return {
      ...headingOf(scope, asOf),
      ...remainingObligations({
        currencyCode: scope.currencyCode,
        grid,
        asOf,
        banding: input.banding,
        elected: input.elected,
        rows: [...scheduled, ...unscheduled].map((row) => ({ contractId: '', obligationKey: '', ...row })),
      }),
    };
  },
});

/** Revenue forecast by period: posted, scheduled, and in total the amount without a known period. */
export const forecastReport = defineUseCase({
  name: 'revenue.reports.forecast',
  permission: 'revenue.read',
  mode: 'report',
  knownAsOf,
  input: z.object({ ...reportFields, ...spanFields }),
  async run(context, input): Promise<Heading & { rows: ForecastRow[]; unscheduled: string }> {
    const asked = await scopeOf(context, input);
    const span = spanOf(context, asked.periods, input);
    const scope = scopeAt(context, asked, span.asOf);
    const months = await readRevenueMonths(context.tenant, scope, ['period']);
    const unscheduled = months.reduce(
      (total, { booked, planned }) => total.plus(booked).minus(planned),
      dec('0'),
    );
    return {
      ...headingOf(scope, span.asOf, columnsBetween(scope.periods.grid, span.from, span.to)),
      unscheduled: toAmountString(unscheduled, scope.currencyCode),
      rows: forecast({
        currencyCode: scope.currencyCode,
        grid: scope.periods.grid,
        ...span,
        rows: revenueOf(months).map(({ period, amount, posted }) => ({
          period,
          amount,
          source: posted ? ('RECOGNISED' as const) : ('SCHEDULED' as const),
        })),
      }),
    };
  },
});

const BY_SUMMARY = ['account', 'timing', 'subsidiary', 'nature', 'class', 'department', 'location'] as const;
type Category = (typeof BY_SUMMARY)[number] | FactDimension;

/** What was posted of customers by two categories; periods by their key. */
async function ofCustomers(
  tenant: Tenant,
  scope: ScopeByPeriod,
  span: Parameters<typeof daysOf>[1],
  by: Category,
  against: Category | 'period' | 'cohort',
) {
  const query = { span: daysOf(scope.periods, span), among: null, from: await yearsFor(tenant, scope) };
  const found = await readPostedBy(tenant, scope, query, by, against);
  if (against !== 'period') return found;
  return found.map((part) => ({ ...part, column: columnOf(scope.periods.grid, part.column) }));
}

const isOfFacts = (dimension: string): dimension is FactDimension =>
  FACT_DIMENSIONS.includes(dimension as FactDimension);

/** What a category's values are called; a customer the reader may not see is not told apart from none. */
async function namer(tenant: Tenant, category: string, values: readonly string[]) {
  const names = await namesOf(tenant, category, [...new Set(values)]);
  return (value: string) => names.get(value) ?? (category === 'customer' ? NO_RECORD : value);
}

/** Revenue posted in a range of periods, by one category against another (606-10-50-5; Example 41). Records are told apart by their ids. */
export const disaggregationReport = defineUseCase({
  name: 'revenue.reports.disaggregation',
  permission: 'revenue.read',
  mode: 'report',
  knownAsOf,
  input: z.object({
    ...reportFields,
    ...spanFields,
    by: z.enum([...BY_SUMMARY, ...FACT_DIMENSIONS]).default('account'),
    against: z.enum([...BY_SUMMARY, 'period', 'cohort', ...FACT_DIMENSIONS]).default('timing'),
  }),
  async run(context, input): Promise<Heading & Disaggregation> {
    const { tenant } = context;
    const scope = await scopeOf(context, input);
    const { grid } = scope.periods;
    const span = spanOf(context, scope.periods, { ...input, to: input.to ?? input.asOf });
    const { by, against } = input;
    const found =
      isOfFacts(by) || isOfFacts(against)
        ? await ofCustomers(tenant, scope, span, by, against)
        : (await readRevenueMonths(tenant, scope, [...new Set([by, against, 'period' as const])]))
            .filter(({ period = '', posted }) => {
              const column = columnOf(grid, period);
              return column >= span.from && column <= span.to && isNonZero(posted);
            })
            .map((row) => ({ value: row[by] ?? '', column: row[against] ?? '', amount: row.posted }));
    const [nameOf, nameOfColumn] = [
      await namer(
        tenant,
        by,
        found.map(({ value }) => value),
      ),
      await namer(
        tenant,
        against,
        found.map(({ column }) => column),
      ),
    ];
    const isPeriod = against === 'period' || against === 'cohort';
    return {
      ...headingOf(scope, span.asOf, isPeriod ? found.map(({ column }) => column) : []),
      ...disaggregate({
        currencyCode: scope.currencyCode,
        category: by,
        columnCategory: by === against ? 'against' : against,
        isByName: true,
        rows: found.map(({ value, column, amount }) => ({
          amount,
          categories: {
            [by]: nameOf(value),
            [by === against ? 'against' : against]: nameOfColumn(column),
          },
        })),
      }),
    };
  },
});
