import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { addPeriods, later } from '@/core/revenue/days';
import { type Disaggregation, disaggregate } from '@/core/revenue/reports/disaggregation';
import { type ForecastRow, forecast } from '@/core/revenue/reports/forecast';
import {
  type RemainingObligations,
  remainingObligations,
} from '@/core/revenue/reports/remaining-obligations';
import { type Waterfall, waterfall } from '@/core/revenue/reports/waterfall';
import {
  FACT_DIMENSIONS,
  type FactDimension,
  type MonthRow,
  namesOf,
  type RevenueScope,
  readPostedBy,
  readRevenueMonths,
} from '@/db/revenue/months';
import { defineUseCase } from '../../kit/define';
import {
  knownAsOf,
  type PeriodBasis,
  periodsOf,
  reportFields,
  scopeOf,
  spanFields,
  spanOf,
} from './report-input';

/** The heading returned with a report's figures. */
export interface Heading {
  readonly currencyCode: string;
  readonly asOf: string;
  readonly effectiveAsOf: string | null;
  readonly knownAsOf: string | null;
  /** What its months are, where some books in scope have other periods than calendar months. */
  readonly periodBasis?: PeriodBasis;
}

const isNonZero = (text: string) => !dec(text).isZero();

/**
 * Posted revenue in its month; amounts due but not posted in the month after `asOf`, or in their own month when later.
 */
function revenueOf(
  rows: readonly MonthRow[],
  asOf: string,
): { cohort: string; period: string; amount: string; posted: boolean }[] {
  return rows.flatMap(({ cohort = '', period = '', posted, planned, settled }) => {
    const open = dec(planned).minus(settled).toFixed();
    return [
      ...(isNonZero(posted) ? [{ cohort, period, amount: posted, posted: true }] : []),
      ...(isNonZero(open)
        ? [{ cohort, period: later(period, addPeriods(asOf, 1)), amount: open, posted: false }]
        : []),
    ];
  });
}

/** Waterfall: one row per booking month, one column per month of revenue, posted through `asOf` and scheduled after. */
export const waterfallReport = defineUseCase({
  name: 'revenue.reports.waterfall',
  permission: 'revenue.read',
  mode: 'report',
  knownAsOf,
  input: z.object({ ...reportFields, ...spanFields }),
  async run(context, input): Promise<Heading & Waterfall> {
    const scope = await scopeOf(context, input);
    const span = spanOf(context, input);
    const months = await readRevenueMonths(context.tenant, scope, ['cohort', 'period']);
    const bookings = months
      .filter(({ booked }) => isNonZero(booked))
      .map(({ cohort = '', booked }) => ({ contractId: cohort, period: cohort, amount: booked }));
    const revenue = revenueOf(months, span.asOf).map(({ cohort, period, amount }) => ({
      contractId: cohort,
      period,
      amount,
    }));
    return {
      ...headingOf(scope, span.asOf),
      ...waterfall({ currencyCode: scope.currencyCode, bookings, revenue, ...span }),
    };
  },
});

const headingOf = (scope: RevenueScope, asOf: string): Heading => ({
  currencyCode: scope.currencyCode,
  asOf,
  effectiveAsOf: scope.effectiveAsOf,
  knownAsOf: scope.knownAsOf,
  ...periodsOf(scope),
});

/**
 * Remaining performance obligations by time band (606-10-50-13 to 50-15); amounts without a
 * known month are `unscheduled`.
 */
export const rpoReport = defineUseCase({
  name: 'revenue.reports.rpo',
  permission: 'revenue.read',
  mode: 'report',
  knownAsOf,
  input: z.object({
    ...reportFields,
    asOf: spanFields.asOf,
    banding: z.enum(['MONTHS', 'YEARS']).default('MONTHS'),
    elected: z.array(z.enum(['ONE_YEAR', 'RIGHT_TO_INVOICE', 'ROYALTY', 'VARIABLE'])).default([]),
  }),
  async run(context, input): Promise<Heading & RemainingObligations> {
    const scope = await scopeOf(context, input);
    const { asOf } = spanOf(context, { asOf: input.asOf });
    const months = (await readRevenueMonths(context.tenant, scope, ['cohort', 'period', 'expedient'])).filter(
      ({ cohort = '' }) => cohort <= asOf,
    );
    const expedient = (row: MonthRow) => (row.expedient === '' ? null : (row.expedient as 'ONE_YEAR'));
    const scheduled = months.flatMap((row) => {
      const { period = '', posted, planned, settled } = row;
      const open = dec(planned).minus(settled);
      const amount = period > asOf ? open.plus(posted) : open;
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
        asOf,
        banding: input.banding,
        elected: input.elected,
        rows: [...scheduled, ...unscheduled].map((row) => ({ contractId: '', obligationKey: '', ...row })),
      }),
    };
  },
});

/** Revenue forecast by month: posted, scheduled, and in total the amount without a known month. */
export const forecastReport = defineUseCase({
  name: 'revenue.reports.forecast',
  permission: 'revenue.read',
  mode: 'report',
  knownAsOf,
  input: z.object({ ...reportFields, ...spanFields }),
  async run(context, input): Promise<Heading & { rows: ForecastRow[]; unscheduled: string }> {
    const scope = await scopeOf(context, input);
    const span = spanOf(context, input);
    const months = await readRevenueMonths(context.tenant, scope, ['period']);
    const unscheduled = months.reduce(
      (total, { booked, planned }) => total.plus(booked).minus(planned),
      dec('0'),
    );
    return {
      ...headingOf(scope, span.asOf),
      unscheduled: toAmountString(unscheduled, scope.currencyCode),
      rows: forecast({
        currencyCode: scope.currencyCode,
        ...span,
        rows: revenueOf(months, span.asOf).map(({ period, amount, posted }) => ({
          period,
          amount,
          source: posted ? ('RECOGNISED' as const) : ('SCHEDULED' as const),
        })),
      }),
    };
  },
});

const BY_SUMMARY = ['account', 'timing', 'subsidiary'] as const;
const isOfFacts = (dimension: string): dimension is FactDimension =>
  FACT_DIMENSIONS.includes(dimension as FactDimension);

/** Revenue posted in a range of months, by one category against another (606-10-50-5; Example 41). */
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
    const span = spanOf(context, { ...input, to: input.to ?? input.asOf });
    const { by, against } = input;
    const found =
      isOfFacts(by) || isOfFacts(against)
        ? await readPostedBy(tenant, scope, by, against, span)
        : (await readRevenueMonths(tenant, scope, [...new Set([by, against, 'period' as const])]))
            .filter(
              ({ period = '', posted }) => period >= span.from && period <= span.to && isNonZero(posted),
            )
            .map((row) => ({ value: row[by] ?? '', column: row[against] ?? '', amount: row.posted }));
    const named = async (noun: string) =>
      noun === 'account' || noun === 'subsidiary' ? namesOf(tenant, noun) : new Map<string, string>();
    const [values, columns] = [await named(by), await named(against)];
    return {
      ...headingOf(scope, span.asOf),
      ...disaggregate({
        currencyCode: scope.currencyCode,
        category: by,
        columnCategory: by === against ? 'against' : against,
        rows: found.map(({ value, column, amount }) => ({
          amount,
          categories: {
            [by]: values.get(value) ?? value,
            [by === against ? 'against' : against]: columns.get(column) ?? column,
          },
        })),
      }),
    };
  },
});
