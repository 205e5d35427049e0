import { sql, type Tenant } from '../tenancy';
import { isOnBusyDay, monthsThen } from './months-then';

/** The facts a revenue report is based on. Null limits mean all facts, as known now. */
export interface RevenueScope {
  readonly subsidiaryIds: readonly string[] | null;
  readonly currencyCode: string;
  /** Only events up to this day. */
  readonly effectiveAsOf: string | null;
  /** Only events recorded by this moment. */
  readonly knownAsOf: string | null;
  /** Whether its periods are calendar months; another period then counts in the month it ends in. */
  readonly isByMonth: boolean;
}

/** A range of periods by days: the first day of the first, and the day after the last. A period lies in it if its last day does. */
export interface DaySpan {
  readonly from: string;
  readonly until: string;
}

/** A period as a report shows it. */
export const shownPeriod = ({ isByMonth }: RevenueScope, column: string): string =>
  isByMonth ? `left(${column}, 7)` : column;

/**
 * The last day of a period by its name, as text that compares with days. A month ends on its 31st, which comes before the first of the
 * next month in every month; so it lies within days that begin and end where months or periods do.
 */
export const lastDaySql = (column: string): string => `rpad(${column}, 10, '-31')`;

/**
 * Whether a period ends before a day. Before the first of a month that is whether its name comes before the month's, which costs half as much
 * as building the name of its last day for each of a million rows. `bind` adds the value to the statement.
 */
export const endsBefore = (column: string, day: string, bind: (text: string) => string): string =>
  day.endsWith('-01')
    ? `${column} collate "C" < ${bind(day.slice(0, 7))}`
    : `${lastDaySql(column)} < ${bind(day)}`;

/** The values of a scope for statements that use one: $1 to $5. */
export const scopeValues = (
  tenant: Tenant,
  { subsidiaryIds, currencyCode, knownAsOf, effectiveAsOf }: RevenueScope,
) => [tenant.organizationId, subsidiaryIds, currencyCode, knownAsOf, effectiveAsOf] as const;

const MONTH_DIMENSIONS = {
  cohort: 'm.cohort',
  period: 'm.period',
  expedient: 'm.expedient',
  timing: 'm.timing',
  account: 'm.revenue_account_id',
  subsidiary: 'm.subsidiary_id',
  nature: 'm.nature',
  class: 'm.class_id',
  department: 'm.department_id',
  location: 'm.location_id',
} as const;
export type MonthDimension = keyof typeof MONTH_DIMENSIONS;

/** Sums for a month: booked in it, planned for it, posted from its rows, and posted in it. */
export interface MonthSums {
  readonly booked: string;
  readonly planned: string;
  readonly settled: string;
  readonly posted: string;
}
export type MonthRow = MonthSums & { readonly [dimension in MonthDimension]?: string };

const SUMS =
  'sum(m.booked)::text as booked, sum(m.planned)::text as planned, sum(m.settled)::text as settled, sum(m.posted)::text as posted';

/**
 * Rows and bookings (alias) whose own fact, and the fact for whose sake they were added, took effect by $5: what a later fact took
 * from an earlier one is not so yet. A row of a reversed run has a run for its cause, which has no effective date.
 */
export const inEffect = (alias: string, ...facts: string[]) =>
  `($5::date is null or not exists (select from revenue_events v where v.organization_id = $1::uuid
     and v.id in (${facts.map((fact) => `${alias}.${fact}`).join(', ')}) and v.effective_date > $5::date))`;

/**
 * Whether a row (r) was posted by a run of a period, or by a reversal, of a later day: as of the day it is still to be earned, as the movements of
 * such a run are not in effect. A run for one fact posts rows of that fact alone, which is in effect where they are.
 */
export const postedAfter = (day: string) =>
  `coalesce(r.run_id in (select unnest(array_agg(u.id)) from revenue_runs u
     where u.organization_id = $1::uuid and u.kind <> 'EVENT' and u.posting_date > ${day}), false)`;

/**
 * Booked, planned and posted revenue by the dimensions asked for. As known now it reads the monthly summary, whose size is
 * months times accounts whatever the history; for another moment the summary less what came later.
 * Owner: the rows and bookings; the summary is their sums, held to it by e2e/revenue/reports/month-sums.test.ts.
 */
export async function readRevenueMonths(
  tenant: Tenant,
  scope: RevenueScope,
  dimensions: readonly MonthDimension[],
): Promise<MonthRow[]> {
  const now = scope.effectiveAsOf === null && scope.knownAsOf === null;
  const shown = (name: MonthDimension) =>
    name === 'cohort' || name === 'period'
      ? shownPeriod(scope, MONTH_DIMENSIONS[name])
      : MONTH_DIMENSIONS[name];
  const columns = dimensions.map((name) => `${shown(name)}::text as "${name}"`);
  const groups = dimensions.map((_, index) => String(index + 1)).join(', ');
  const grouped = groups === '' ? '' : `group by ${groups} order by ${groups}`;
  const values = [tenant.organizationId, scope.subsidiaryIds, scope.currencyCode];
  const then = async () => monthsThen(scope, await isOnBusyDay(tenant, scope));
  return sql<MonthRow>(
    tenant,
    `select ${[...columns, SUMS].join(', ')} from ${now ? 'revenue_months' : await then()} m
     where m.organization_id = $1::uuid and ($2::uuid[] is null or m.subsidiary_id = any ($2::uuid[])) and m.currency_code = $3 ${grouped}`,
    now ? values : [...values, scope.knownAsOf, scope.effectiveAsOf],
  );
}
