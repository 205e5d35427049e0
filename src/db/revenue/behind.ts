import { sql, type Tenant } from '../tenancy';
import type { FactDimension, MonthDimension, RevenueScope } from './months';

/** A contract (or a subscription) and its part of a figure; `count` and `total` cover all parts of the figure. */
export interface BehindRow {
  readonly id: string;
  readonly number: string;
  readonly name: string | null;
  readonly customerId: string | null;
  readonly status: string;
  readonly amount: string;
  readonly count: number;
  readonly total: string;
}

/** The facts a figure sums. Months are `YYYY-MM`, first and last month included. */
export type RevenueMeasure =
  | { readonly kind: 'BOOKED' | 'UNSCHEDULED' }
  /** Booked but not recognized by the end of the month. */
  | { readonly kind: 'REMAINING'; readonly asOf: string }
  /** Posted in these months, or due in them and open; overdue amounts count in the month after `asOf`. */
  | {
      readonly kind: 'REVENUE';
      readonly from: string;
      readonly to: string;
      readonly next: string;
      readonly posted: boolean;
      readonly open: boolean;
    }
  /** Not recognized by the end of `asOf` and expected in these months; overdue amounts count in `overdueIn`, or in their own month. */
  | {
      readonly kind: 'EXPECTED';
      readonly asOf: string;
      readonly from: string;
      readonly to: string;
      readonly overdueIn: string | null;
    };

export type Category = MonthDimension | FactDimension;

/** The facts to include: one booking month, bookings up to a month, without or only with a reason to leave out, certain categories. */
export interface RevenueSelection {
  readonly cohort: string | null;
  readonly bookedBy: string | null;
  readonly without: readonly string[];
  readonly only: string | null;
  readonly categories: readonly { readonly category: Category; readonly value: string }[];
}

/** Categories by name, as reports show them; some are the obligation's (o), the others the contract's (p). */
const OF_CONTRACT: Readonly<Partial<Record<Category, string>>> = {
  cohort: 'left(p.cohort, 7)',
  subsidiary:
    '(select v.name from subsidiaries v where v.organization_id = p.organization_id and v.id = p.subsidiary_id)',
  customer: `coalesce((select v.company_name from revenue_contracts k join customers v on v.organization_id = k.organization_id and v.id = k.customer_id
    where k.organization_id = p.organization_id and k.id = p.contract_id), 'none')`,
};
const OF_PROMISE: Readonly<Partial<Record<Category, string>>> = {
  expedient: 'o.expedient',
  timing: 'o.timing',
  nature: 'o.nature',
  account: `(select v.code || ' ' || v.name from accounts v where v.organization_id = o.organization_id and v.id = o.revenue_account_id)`,
  class: `coalesce((select v.name from classes v where v.organization_id = o.organization_id and v.id = o.class_id), 'none')`,
  department: `coalesce((select v.name from departments v where v.organization_id = o.organization_id and v.id = o.department_id), 'none')`,
  location: `coalesce((select v.name from locations v where v.organization_id = o.organization_id and v.id = o.location_id), 'none')`,
};

export type Page = { readonly page: number; readonly limit: number };

/** Contracts with their part, largest first. `part` is a query returning contract_id and amount that uses the preceding values. */
export function contractsOf(
  tenant: Tenant,
  part: string,
  values: readonly unknown[],
  { page, limit }: Page,
): Promise<BehindRow[]> {
  const at = values.length;
  // Names are looked up for the page only; ids are in creation order, as the numbers are.
  return sql<BehindRow>(
    tenant,
    `with parts as materialized (select x.contract_id, x.amount from (${part}) x where x.amount <> 0)
     select c.id, c.contract_number as number, c.name, c.customer_id as "customerId", c.contract_status as status,
       x.amount::text as amount, t.count, t.total
     from (select * from parts order by abs(amount) desc, contract_id limit $${at + 1}::int offset $${at + 2}::int) x
     cross join (select count(*)::int as count, sum(amount)::text as total from parts) t
     join revenue_contracts c on c.organization_id = $1::uuid and c.id = x.contract_id
     order by abs(x.amount) desc, x.contract_id`,
    [...values, limit, (page - 1) * limit],
  );
}

/** Adds a value to a statement and returns its placeholder. */
type Value = (one: unknown, type?: string) => string;

/** The contracts whose posted or planned revenue makes up a figure. */
export function readBehindRevenue(
  tenant: Tenant,
  scope: RevenueScope,
  measure: RevenueMeasure,
  selection: RevenueSelection,
  page: Page,
): Promise<BehindRow[]> {
  const values: unknown[] = [tenant.organizationId];
  const value: Value = (one, type = 'text') => `$${values.push(one)}::${type}`;
  const facts = factsOf(measure, selection, scope, value);
  const part = `select x.contract_id, x.amount
    from (select f.contract_id, sum(f.amount) as amount from (${facts}) f group by f.contract_id) x
    join revenue_positions p on p.organization_id = $1::uuid and p.contract_id = x.contract_id
    where ${whose(selection, scope, value)}`;
  return contractsOf(tenant, part, values, page);
}

/** The condition on the contract's position (p) that selects the facts. */
function whose(selection: RevenueSelection, scope: RevenueScope, value: Value): string {
  const { cohort, bookedBy, categories } = selection;
  return [
    `p.currency_code = ${value(scope.currencyCode)}`,
    ...(scope.subsidiaryIds === null
      ? []
      : [`p.subsidiary_id = any (${value(scope.subsidiaryIds, 'uuid[]')})`]),
    ...(cohort === null ? [] : [`left(p.cohort, 7) = ${value(cohort)}`]),
    ...(bookedBy === null ? [] : [`left(p.cohort, 7) <= ${value(bookedBy)}`]),
    ...categories.flatMap(({ category, value: name }) => {
      const column = OF_CONTRACT[category];
      return column === undefined ? [] : [`${column} = ${value(name)}`];
    }),
  ].join(' and ');
}

/** Whether a row was posted, as known at that moment. A value may only be added to a statement that then uses it. */
const isPostedBy = (scope: RevenueScope, value: Value) => () =>
  scope.knownAsOf === null
    ? 'r.posted_at is not null'
    : `coalesce(r.posted_at <= ${value(scope.knownAsOf, 'timestamptz')}, false)`;

/**
 * Bookings (b) and recognition rows (r) with what each adds to the figure. A row counts once: in the month it was posted
 * in, or, if not posted as known at that moment, in the month it is planned for. All contracts are read in one pass, and
 * only the tables a figure needs are joined.
 */
function factsOf(
  measure: RevenueMeasure,
  selection: RevenueSelection,
  scope: RevenueScope,
  value: Value,
): string {
  const isPosted = isPostedBy(scope, value);
  const { bookings, rows } = measureOf(measure, isPosted, value);
  const promise = () => [
    ...(selection.only === null ? [] : [`o.expedient = ${value(selection.only)}`]),
    ...selection.without.map((one) => `o.expedient <> ${value(one)}`),
    ...selection.categories.flatMap(({ category, value: name }) => {
      const column = OF_PROMISE[category];
      return column === undefined ? [] : [`${column} = ${value(name)}`];
    }),
  ];
  const joinsPromise =
    selection.only !== null ||
    selection.without.length > 0 ||
    selection.categories.some(({ category }) => category in OF_PROMISE);
  const months = selection.categories.filter(({ category }) => category === 'period');
  const arm = (
    table: 'revenue_bookings b' | 'revenue_rows r',
    amount: string,
    month: () => string,
    when: string[],
  ) => {
    const t = table.slice(-1);
    return `select ${t}.contract_id, ${amount} as amount
      from ${table} ${
        !joinsPromise
          ? ''
          : `join performance_obligations o on o.organization_id = $1::uuid and o.contract_id = ${t}.contract_id and o.key = ${t}.obligation_key`
      } ${
        scope.effectiveAsOf === null
          ? ''
          : `join revenue_events e on e.organization_id = $1::uuid and e.id = ${t}.event_id and e.effective_date <= ${value(scope.effectiveAsOf, 'date')}`
      }
      where ${[
        `${t}.organization_id = $1::uuid`,
        ...(scope.knownAsOf === null ? [] : [`${t}.recorded_at <= ${value(scope.knownAsOf, 'timestamptz')}`]),
        ...when,
        ...promise(),
        ...months.map(({ value: name }) => `${month()} = ${value(name)}`),
      ].join(' and ')}`;
  };
  const monthOfRow = () =>
    measure.kind === 'UNSCHEDULED'
      ? 'left(r.period, 7)'
      : `case when ${isPosted()} then left(r.posted_period, 7) else left(r.period, 7) end`;
  return [
    ...(bookings ? [arm('revenue_bookings b', 'b.amount', () => 'left(b.period, 7)', [])] : []),
    ...(rows === null ? [] : [arm('revenue_rows r', rows.amount, monthOfRow, [rows.when])]),
  ].join(' union all ');
}

/** Whether bookings are included, and which rows. */
function measureOf(
  measure: RevenueMeasure,
  isPosted: () => string,
  value: Value,
): { bookings: boolean; rows: { amount: string; when: string } | null } {
  switch (measure.kind) {
    case 'BOOKED':
      return { bookings: true, rows: null };
    case 'UNSCHEDULED':
      return { bookings: true, rows: { amount: '-r.amount', when: 'true' } };
    case 'REMAINING':
      return {
        bookings: true,
        rows: {
          amount: '-r.amount',
          when: `${isPosted()} and left(r.posted_period, 7) <= ${value(measure.asOf)}`,
        },
      };
    case 'REVENUE': {
      const span = `between ${value(measure.from)} and ${value(measure.to)}`;
      const ways = [
        ...(measure.posted ? [`(${isPosted()} and left(r.posted_period, 7) ${span})`] : []),
        ...(measure.open
          ? [`(not (${isPosted()}) and greatest(left(r.period, 7), ${value(measure.next)}) ${span})`]
          : []),
      ];
      return { bookings: false, rows: { amount: 'r.amount', when: `(${ways.join(' or ')})` } };
    }
    case 'EXPECTED': {
      const asOf = value(measure.asOf);
      const span = `between ${value(measure.from)} and ${value(measure.to)}`;
      const overdue = measure.overdueIn === null ? 'left(r.period, 7)' : value(measure.overdueIn);
      const open = `not (${isPosted()}) and (case when left(r.period, 7) > ${asOf} then left(r.period, 7) else ${overdue} end) ${span}`;
      return {
        bookings: false,
        rows: {
          amount: 'r.amount',
          when: `((${isPosted()} and left(r.posted_period, 7) > ${asOf} and left(r.posted_period, 7) ${span}) or (${open}))`,
        },
      };
    }
  }
}
