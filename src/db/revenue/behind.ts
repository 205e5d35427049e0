import { sql, type Tenant } from '../tenancy';
import type { FactDimension } from './customer-revenue';
import {
  type DaySpan,
  endsBefore,
  lastDaySql,
  type MonthDimension,
  type RevenueScope,
  shownPeriod,
} from './months';
import { NO_ID } from './months-then';
import { idsNamed } from './record-names';

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

/** The facts a figure adds up. Ranges are of the last days of periods. */
export type RevenueMeasure =
  | { readonly kind: 'BOOKED' | 'UNSCHEDULED' }
  /** Booked but not recognized before a day. */
  | { readonly kind: 'REMAINING'; readonly until: string }
  /** Posted in these periods, or due in them and open, each in its own period. */
  | { readonly kind: 'REVENUE'; readonly span: DaySpan; readonly posted: boolean; readonly open: boolean }
  /** Not recognized before a day and expected in these periods; overdue amounts count on `overdueOn`, or in their own period. */
  | {
      readonly kind: 'EXPECTED';
      readonly until: string;
      readonly span: DaySpan;
      readonly overdueOn: string | null;
    };

export type Category = MonthDimension | FactDimension | 'customerId';

/** The facts to include: one booking period, bookings before a day, without or only with a reason to leave out, certain categories. */
export interface RevenueSelection {
  readonly cohort: DaySpan | null;
  readonly bookedBefore: string | null;
  readonly without: readonly string[];
  readonly only: string | null;
  readonly categories: readonly { readonly category: Category; readonly value: string }[];
}

/** Categories that are the contract's (p), and the obligation's (o): records by id (zero for none), others by their value. */
const OF_CONTRACT: Readonly<Partial<Record<Category, string>>> = {
  subsidiary: 'p.subsidiary_id',
  customerId: `coalesce((select k.customer_id::text from revenue_contracts k where k.organization_id = p.organization_id and k.id = p.contract_id), 'none')`,
  // One that the reader may not see is not told apart from none.
  customer: `coalesce((select v.id from revenue_contracts k join customers v on v.organization_id = k.organization_id and v.id = k.customer_id
    where k.organization_id = p.organization_id and k.id = p.contract_id), '${NO_ID}')`,
};
const OF_PROMISE: Readonly<Partial<Record<Category, string>>> = {
  expedient: 'o.expedient',
  timing: 'o.timing',
  nature: 'o.nature',
  account: 'o.revenue_account_id',
  class: `coalesce(o.class_id, '${NO_ID}')`,
  department: `coalesce(o.department_id, '${NO_ID}')`,
  location: `coalesce(o.location_id, '${NO_ID}')`,
};

/** A selection whose categories of records have the ids of the records they name. */
type Resolved = Omit<RevenueSelection, 'categories'> & {
  readonly categories: readonly (RevenueSelection['categories'][number] & {
    readonly ids: readonly string[] | null;
  })[];
};

/** The condition that a category has a value. */
const isOf = (column: string, { value: name, ids }: Resolved['categories'][number], value: Value) =>
  ids === null ? `${column} = ${value(name)}` : `${column} = any (${value(ids, 'uuid[]')})`;

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
    `with parts as materialized (select x.contract_id, x.amount from (${part}) x where x.amount <> 0),
     whole as materialized (select count(*)::int as count, sum(amount)::text as total from parts)
     select c.id, c.contract_number as number, c.name, c.customer_id as "customerId", c.contract_status as status,
       x.amount::text as amount, t.count, t.total
     from (select * from parts order by abs(amount) desc, contract_id limit $${at + 1}::int offset $${at + 2}::int) x
     cross join whole t
     join revenue_contracts c on c.organization_id = $1::uuid and c.id = x.contract_id
     order by abs(x.amount) desc, x.contract_id`,
    [...values, limit, (page - 1) * limit],
  );
}

/** Adds a value to a statement and returns its placeholder. */
type Value = (one: unknown, type?: string) => string;

/** The contracts whose posted or planned revenue makes up a figure. */
export async function readBehindRevenue(
  tenant: Tenant,
  scope: RevenueScope,
  measure: RevenueMeasure,
  asked: RevenueSelection,
  page: Page,
): Promise<BehindRow[]> {
  const values: unknown[] = [tenant.organizationId];
  const value: Value = (one, type = 'text') => `$${values.push(one)}::${type}`;
  const categories: Resolved['categories'][number][] = [];
  for (const one of asked.categories)
    categories.push({ ...one, ids: await idsNamed(tenant, one.category, one.value) });
  const selection = { ...asked, categories };
  const facts = ofPromises(factsOf(measure, selection, scope, value), selection, value);
  const part = `select x.contract_id, x.amount
    from (select f.contract_id, sum(f.amount) as amount from (${facts}) f group by f.contract_id) x
    join revenue_positions p on p.organization_id = $1::uuid and p.contract_id = x.contract_id
    where ${whose(selection, scope, value)}`;
  return contractsOf(tenant, part, values, page);
}

/** Facts of certain obligations: added up by obligation first, of which there are far fewer than facts. */
function ofPromises(facts: string, selection: Resolved, value: Value): string {
  const conditions = [
    ...(selection.only === null ? [] : [`o.expedient = ${value(selection.only)}`]),
    ...selection.without.map((one) => `o.expedient <> ${value(one)}`),
    ...selection.categories.flatMap((one) => {
      const column = OF_PROMISE[one.category];
      return column === undefined ? [] : [isOf(column, one, value)];
    }),
  ];
  if (conditions.length === 0) return facts;
  return `select g.contract_id, g.amount
    from (select f.contract_id, f.obligation_key, sum(f.amount) as amount from (${facts}) f group by 1, 2) g
    join performance_obligations o on o.organization_id = $1::uuid and o.contract_id = g.contract_id and o.key = g.obligation_key
    where ${conditions.join(' and ')}`;
}

/** The condition on the contract's position (p) that selects the facts. */
function whose(selection: Resolved, scope: RevenueScope, value: Value): string {
  const { cohort, bookedBefore, categories } = selection;
  const bookedOn = lastDaySql('p.cohort');
  return [
    `p.currency_code = ${value(scope.currencyCode)}`,
    ...(scope.subsidiaryIds === null
      ? []
      : [`p.subsidiary_id = any (${value(scope.subsidiaryIds, 'uuid[]')})`]),
    ...(cohort === null
      ? []
      : [`${bookedOn} >= ${value(cohort.from)} and ${bookedOn} < ${value(cohort.until)}`]),
    ...(bookedBefore === null ? [] : [`${bookedOn} < ${value(bookedBefore)}`]),
    ...categories.flatMap((one) => {
      const column = one.category === 'cohort' ? shownPeriod(scope, 'p.cohort') : OF_CONTRACT[one.category];
      return column === undefined ? [] : [isOf(column, one, value)];
    }),
  ].join(' and ');
}

/** Whether a row was posted, as known at that moment. A value may only be added to a statement that then uses it. */
const isPostedBy = (scope: RevenueScope, value: Value) => () =>
  scope.knownAsOf === null
    ? 'r.posted_at is not null'
    : `coalesce(r.posted_at <= ${value(scope.knownAsOf, 'timestamptz')}, false)`;

/** Whether a booking (b) or a row (r), which has the later day of its two facts, takes effect by a day. */
export const takesEffectBy = (alias: string, day: string) =>
  alias === 'r'
    ? `coalesce(r.effective_on <= ${day}, true)`
    : `not exists (select from revenue_events v where v.organization_id = $1::uuid and v.id = b.event_id and v.effective_date > ${day})`;

/**
 * Bookings (b) and recognition rows (r) with what each adds to the figure. A row counts once: in the month it was posted
 * in, or, if not posted as known at that moment, in the month it is planned for. All contracts are read in one pass, and
 * only the tables a figure needs are joined.
 */
function factsOf(
  measure: RevenueMeasure,
  selection: Pick<RevenueSelection, 'categories'>,
  scope: RevenueScope,
  value: Value,
): string {
  const isPosted = isPostedBy(scope, value);
  const { bookings, rows } = measureOf(measure, isPosted, value);
  const months = selection.categories.filter(({ category }) => category === 'period');
  const arm = (
    table: 'revenue_bookings b' | 'revenue_rows r',
    amount: string,
    month: () => string,
    when: string[],
  ) => {
    const t = table.slice(-1);
    return `select ${t}.contract_id, ${t}.obligation_key, ${amount} as amount from ${table} where ${[
      `${t}.organization_id = $1::uuid`,
      ...(scope.knownAsOf === null ? [] : [`${t}.recorded_at <= ${value(scope.knownAsOf, 'timestamptz')}`]),
      // As in the reports: neither its own fact nor the one for whose sake it was added takes effect later.
      ...(scope.effectiveAsOf === null ? [] : [takesEffectBy(t, value(scope.effectiveAsOf, 'date'))]),
      ...when,
      ...months.map(({ value: name }) => `${month()} = ${value(name)}`),
    ].join(' and ')}`;
  };
  const monthOfRow = () =>
    shownPeriod(
      scope,
      measure.kind === 'UNSCHEDULED'
        ? 'r.period'
        : `(case when ${isPosted()} then r.posted_period else r.period end)`,
    );
  return [
    ...(bookings ? [arm('revenue_bookings b', 'b.amount', () => shownPeriod(scope, 'b.period'), [])] : []),
    ...(rows === null ? [] : [arm('revenue_rows r', rows.amount, monthOfRow, [rows.when])]),
  ].join(' union all ');
}

/** The last days of the periods a row was posted in and is due in. */
const [POSTED_ON, DUE_ON] = [lastDaySql('r.posted_period'), lastDaySql('r.period')];

const within = ({ from, until }: DaySpan, value: Value) => {
  const [first, after] = [value(from), value(until)];
  return (day: string) => `${day} >= ${first} and ${day} < ${after}`;
};

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
          when: `${isPosted()} and ${endsBefore('r.posted_period', measure.until, value)}`,
        },
      };
    case 'REVENUE': {
      const { from, until } = measure.span;
      const isIn = (period: string) =>
        `not (${endsBefore(period, from, value)}) and ${endsBefore(period, until, value)}`;
      const ways = [
        ...(measure.posted ? [`(${isPosted()} and ${isIn('r.posted_period')})`] : []),
        ...(measure.open ? [`(not (${isPosted()}) and ${isIn('r.period')})`] : []),
      ];
      return { bookings: false, rows: { amount: 'r.amount', when: `(${ways.join(' or ')})` } };
    }
    case 'EXPECTED': {
      const until = value(measure.until);
      const isIn = within(measure.span, value);
      const overdue = measure.overdueOn === null ? DUE_ON : value(measure.overdueOn);
      const open = `not (${isPosted()}) and ${isIn(`(case when ${DUE_ON} >= ${until} then ${DUE_ON} else ${overdue} end)`)}`;
      return {
        bookings: false,
        rows: {
          amount: 'r.amount',
          when: `((${isPosted()} and ${POSTED_ON} >= ${until} and ${isIn(POSTED_ON)}) or (${open}))`,
        },
      };
    }
  }
}
