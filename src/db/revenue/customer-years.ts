import type { Parameters } from '../reports/parameters';
import { sql, type Tenant } from '../tenancy';
import { type DaySpan, endsBefore, type RevenueScope } from './months';
import { NO_ID } from './months-then';

/** Ids as the database has written them, an array in its text form, and how many they are: thousands go back to it without becoming values here. */
export interface ListedIds {
  readonly count: number;
  readonly ids: string;
}

/** Which customers' revenue of a span is asked for, and how it is found. */
export interface YearsQuery {
  readonly span: DaySpan;
  /** Null: all, and contracts without a customer. */
  readonly among: readonly string[] | ListedIds | null;
  /** How the sums of the scope are found (`yearsFor`). */
  readonly from: YearsOf;
}

export const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));

/** What revenue is disaggregated by (606-10-50-5), besides the customer and the subsidiary: of a contract, and of an obligation. */
const CATEGORIES = [
  'cohort',
  'revenue_account_id',
  'timing',
  'expedient',
  'nature',
  'class_id',
  'department_id',
  'location_id',
] as const;

const COLUMNS = ['posted', ...MONTHS.map((month) => `m${month}`)];
const OF_CUSTOMER = ['organization_id', 'currency_code', 'year', 'customer_id', 'day', 'subsidiary_id'];
const KEY = [...OF_CUSTOMER, ...CATEGORIES].join(', ');

const added = (alias: string) => COLUMNS.map((column) => `sum(${alias}.${column}) as ${column}`).join(', ');
const takenOff = (alias: string) => COLUMNS.map((column) => `-${alias}.${column}`).join(', ');

/**
 * The same sums from the rows: of another moment, and what the kept ones are verified with. The rows of an
 * obligation are added up before they are joined: there are many times as many rows as obligations.
 */
const yearsThen = (posted: string, rows = 'revenue_rows') => `(
  select k.organization_id, k.currency_code, g.year, coalesce(k.customer_id, '${NO_ID}') as customer_id, g.day,
    k.subsidiary_id, p.cohort, o.revenue_account_id, o.timing, o.expedient, o.nature,
    ${['class_id', 'department_id', 'location_id'].map((column) => `coalesce(o.${column}, '${NO_ID}') as ${column}`).join(', ')}, ${added('g')}
  from (
    select r.contract_id, r.obligation_key, left(r.posted_period, 4)::smallint as year,
      coalesce(nullif(substr(r.posted_period, 9, 2), ''), '31')::smallint as day, sum(r.amount) as posted,
      ${MONTHS.map((month) => `coalesce(sum(r.amount) filter (where substr(r.posted_period, 6, 2) = '${month}'), 0) as m${month}`).join(', ')}
    from ${rows} r where r.organization_id = $1::uuid and ${posted} group by 1, 2, 3, 4
  ) g
  join revenue_contracts k on k.organization_id = $1::uuid and k.id = g.contract_id
  join revenue_positions p on p.organization_id = $1::uuid and p.contract_id = g.contract_id
  join performance_obligations o on o.organization_id = $1::uuid and o.contract_id = g.contract_id and o.key = g.obligation_key
  group by ${Array.from({ length: 14 }, (_, at) => at + 1).join(', ')})`;

/** Of a sum's key, all but the customer. */
const COMBINATION: readonly string[] = OF_CUSTOMER.filter((column) => column !== 'customer_id').concat(
  CATEGORIES,
);

/** Notes of what was posted of customers (m): where they are, which, and what an amount (u) of them adds. */
interface Notes {
  readonly from: string;
  readonly amount: string;
}

/** Those that are not added to the sums yet (daybook_sum_revenue_years), and those that were, by when they were posted. */
const notAdded = (asked: string): Notes => ({
  from: `revenue_customer_moves m where ${asked}`,
  amount: 'u.amount',
});
const wereAdded = (asked: string): Notes => ({
  from: `revenue_customer_changes m where ${asked}`,
  amount: 'u.amount',
});

const NOTED = [...COMBINATION, 'month', 'customer_ids', 'amounts'].map((column) => `m.${column}`).join(', ');

/** What the sums have to be changed by for a moment: notes of by then that are not added are added, and those of later that were are taken off. */
const untilThen = (asked: string, known: string): Notes => ({
  from: `(select ${NOTED}, 1 as sign from revenue_customer_moves m where ${asked} and m.recorded_at <= ${known}
    union all select ${NOTED}, -1 from revenue_customer_changes m where ${asked} and m.recorded_at > ${known}) m`,
  amount: 'n.sign * u.amount',
});

/**
 * What notes come to: `combinations` has the combinations of categories
 * that there are notes of, each with a number (place), and `since` the columns of each customer and combination. There are few combinations, each in many
 * notes, and many customers: adding up by the number is quicker than by fourteen columns. `among`: of their customers.
 */
const sinceThen = ({ from, amount }: Notes, among = 'true') => `
  numbered as materialized (
    select m.*, dense_rank() over (order by ${COMBINATION.map((column) => `m.${column}`).join(', ')}) as place from ${from}
  ), combinations as materialized (
    select distinct n.place, ${COMBINATION.map((column) => `n.${column}`).join(', ')} from numbered n
  ), since as not materialized (
    select n.place, u.customer_id, sum(${amount}) as posted,
      ${MONTHS.map((month) => `coalesce(sum(${amount}) filter (where n.month = ${Number(month)}), 0) as m${month}`).join(', ')}
    from numbered n cross join lateral unnest(n.customer_ids, n.amounts) as u (customer_id, amount) where ${among} group by 1, 2
  )`;
const movedSince = (notes: Notes) => `(
  with ${sinceThen(notes)}
  select ${KEY}, ${COLUMNS.join(', ')} from since s join combinations c on c.place = s.place)`;

/** Whether two rows are of one combination. */
const isSame = (a: string, b: string) =>
  COMBINATION.map((column) => `${a}.${column} = ${b}.${column}`).join(' and ');

const isNotNull = (alias: string) =>
  `(${MONTHS.map((month) => `sum(${alias}.m${month})`).join(', ')}) is distinct from (${MONTHS.map(() => '0').join(', ')})`;

/** The customers whose sums, with what is not added to them yet, differ from the posted rows in a category and month, for a verification. */
export const DIFFERENT_YEARS = `
  select x.customer_id from (
    select ${KEY}, ${COLUMNS.join(', ')} from revenue_customer_years k where k.organization_id = $1::uuid
    union all
    select ${KEY}, ${COLUMNS.join(', ')} from ${movedSince(notAdded('m.organization_id = $1::uuid'))} m
    union all
    select ${KEY}, ${takenOff('t')} from ${yearsThen('r.posted_at is not null')} t
  ) x group by ${KEY} having ${isNotNull('x')}`;

/**
 * What was added to the sums, by when it was posted: the customers whose sums it does not come to, and the moments of which it has, with the notes that are not added yet,
 * another amount than the rows posted then, for a verification. The second is of all categories together.
 */
export const DIFFERENT_CHANGES = `
  select x.customer_id::text as what from (
    select ${KEY}, ${COLUMNS.join(', ')} from revenue_customer_years k where k.organization_id = $1::uuid
    union all
    select ${KEY}, ${takenOff('m')} from ${movedSince(wereAdded('m.organization_id = $1::uuid'))} m
  ) x group by ${KEY} having ${isNotNull('x')}
  union all
  select x.recorded_at::text from (
    select r.posted_at as recorded_at, r.amount from revenue_rows r where r.organization_id = $1::uuid and r.posted_at is not null
    union all
    select m.recorded_at, -u.amount from (
      select c.organization_id, c.recorded_at, c.amounts from revenue_customer_changes c
      union all
      select n.organization_id, n.recorded_at, n.amounts from revenue_customer_moves n
    ) m cross join lateral unnest(m.amounts) as u (amount) where m.organization_id = $1::uuid
  ) x group by x.recorded_at having sum(x.amount) <> 0`;

/** A month of a year and what of it a span has: all, nothing, or the periods that end on certain days. */
interface MonthInSpan {
  readonly column: string;
  readonly part: 'ALL' | 'NONE' | string;
}

/** The years of a span, each with its twelve months. */
export function yearsOf({ from, until }: DaySpan): { year: number; months: MonthInSpan[] }[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(until.slice(0, 4))];
  const partOf = (name: string): string => {
    if (name < from.slice(0, 7) || name > until.slice(0, 7)) return 'NONE';
    const [begin, end] = [Number(from.slice(8)), Number(until.slice(8))];
    if (name === until.slice(0, 7) && end === 1) return 'NONE';
    const days = [
      ...(name === from.slice(0, 7) && begin > 1 ? [`y.day >= ${begin}`] : []),
      ...(name === until.slice(0, 7) ? [`y.day < ${end}`] : []),
    ];
    return days.length === 0 ? 'ALL' : days.join(' and ');
  };
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    year: first + at,
    months: MONTHS.map((month) => ({ column: `y.m${month}`, part: partOf(`${first + at}-${month}`) })),
  })).filter(({ months }) => months.some(({ part }) => part !== 'NONE'));
}

/** What of a month is in the span, or what is not. */
export const partIn = ({ column, part }: MonthInSpan, isIn: boolean): string[] => {
  if (part === 'ALL') return isIn ? [column] : [];
  if (part === 'NONE') return isIn ? [] : [column];
  return [`case when ${part} then ${isIn ? column : '0'} else ${isIn ? '0' : column} end`];
};

/** What of a year's row is in the span: its months, or the year without the others where those are fewer. */
function sumOf(months: readonly MonthInSpan[]): string {
  const [within, without] = [true, false].map((isIn) => months.flatMap((month) => partIn(month, isIn)));
  return (without?.length ?? 0) < (within?.length ?? 0)
    ? ['y.posted', ...(without ?? [])].join(' - ')
    : (within ?? []).join(' + ');
}

const isAnyOf = (months: readonly MonthInSpan[]): string =>
  months
    .flatMap((month) => partIn(month, true))
    .map((value) => `${value} <> 0`)
    .join(' or ');

/** For each year of a span, an expression on that year's row. */
function byYear(span: DaySpan, of: (months: readonly MonthInSpan[]) => string): string {
  const [first, ...others] = yearsOf(span);
  const rest = others.map(({ year, months }) => `when y.year = ${year} then (${of(months)})`);
  const value = first === undefined ? 'null' : of(first.months);
  return rest.length === 0 ? `(${value})` : `case ${rest.join(' ')} else (${value}) end`;
}

/** What a sum (alias y) has in a span, and whether it has anything in one of its months. */
export const amountIn = (span: DaySpan): string => byYear(span, sumOf);
export const isAnyIn = (span: DaySpan): string => byYear(span, isAnyOf);

/** When more rows than this take effect after a day, those that take effect by it are added up instead. */
const MOST_LATER = 300_000;

/**
 * What was posted by a moment is added up from its rows where fewer notes than an eighth of those added since are of it: an amount of a note costs about an eighth of
 * a row. Of more notes than these it is not asked how many they are.
 */
const NOTES = { later: 20_000, earlier: 2_500, rows: 8 };

const isListed = (among: readonly string[] | ListedIds): among is ListedIds => 'ids' in among;

/** How many customers are asked for; null where all are. */
export function countAmong(among: YearsQuery['among']): number | null {
  if (among === null) return null;
  return isListed(among) ? among.count : among.length;
}

/** More customers than this are hashed, not looked up by key or compared one by one. */
const MOST_BY_KEY = 200;

/** How the sums of a moment are found: as kept, with what is not added to them yet; the same less what came later (by its notes) or takes effect later; or from the rows. */
export type YearsOf = 'NOW' | 'LESS_LATER' | 'ROWS';

/**
 * Posted rows that take effect after a day: they are looked for among the contracts with facts of later days, which an index of facts has. `known` and
 * `effective`: placeholders, null for no limit.
 */
function laterRows(org: string, known: string | null, effective: string): string {
  return `(
    select r.organization_id, r.contract_id, r.obligation_key, r.posted_period, r.posted_at, r.amount
    from (select distinct v.contract_id as id from revenue_events v where v.organization_id = ${org} and v.effective_date > ${effective}::date) v
    cross join lateral (
      select w.* from revenue_rows w where w.organization_id = ${org} and w.contract_id = v.id and w.effective_on > ${effective}::date offset 0) r
    where ${known === null ? 'r.posted_at is not null' : `r.posted_at <= ${known}::timestamptz`})`;
}

/** The way to the sums of a scope: what came later is usually less than what was posted before. */
export async function yearsFor(tenant: Tenant, { knownAsOf, effectiveAsOf }: RevenueScope): Promise<YearsOf> {
  if (knownAsOf === null && effectiveAsOf === null) return 'NOW';
  const notes = (side: '<=' | '>', most: number) =>
    `(select count(*) from (select from revenue_customer_changes c where c.organization_id = $1::uuid and c.recorded_at ${side} $2::timestamptz limit ${most + 1}) n)`;
  const isFew = [
    ...(knownAsOf === null
      ? []
      : [`${notes('>', NOTES.later)} <= ${NOTES.rows} * ${notes('<=', NOTES.earlier)}`]),
    ...(effectiveAsOf === null
      ? []
      : [
          `(select count(*) <= ${MOST_LATER} from (
             select from ${laterRows('$1::uuid', knownAsOf === null ? null : '$2', knownAsOf === null ? '$2' : '$3')} r limit ${MOST_LATER + 1}) x)`,
        ]),
  ];
  const [row] = await sql<{ isFew: boolean }>(tenant, `select ${isFew.join(' and ')} as "isFew"`, [
    tenant.organizationId,
    ...[knownAsOf, effectiveAsOf].filter((limit) => limit !== null),
  ]);
  return row?.isFew === false ? 'ROWS' : 'LESS_LATER';
}

/**
 * The sums by customer and category in scope that a span touches (alias y), of now or of another moment; each once, so that what came and went of a
 * customer within one month and category is nothing. Adds $1 to $5.
 */
export function yearsIn(
  tenant: Tenant,
  scope: RevenueScope,
  { span, among, from }: YearsQuery,
  p: Parameters,
): string {
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const subsidiaries = `${p.add(scope.subsidiaryIds)}::uuid[]`;
  const currency = p.add(scope.currencyCode);
  const [known, effective] = [p.add(scope.knownAsOf), p.add(scope.effectiveAsOf)];
  const customers = among === null ? null : `${p.add(isListed(among) ? among.ids : among)}::uuid[]`;
  const bind = (text: string) => p.add(text);
  const isOne = (alias: string) =>
    customers === null
      ? 'true'
      : `${alias}.customer_id ${(countAmong(among) ?? 0) > MOST_BY_KEY ? `in (select unnest(array_agg(u.id)) from unnest(${customers}) as u (id))` : `= any (array(select unnest(${customers})))`}`;
  const years = `year = any ('{${yearsOf(span)
    .map(({ year }) => year)
    .join()}}')`;
  const isAsked = (alias: string) =>
    `${alias}.organization_id = ${org} and ${alias}.currency_code = ${currency} and ${alias}.${years} and ${isOne(alias)}`;
  const inSpan =
    () => `not (${endsBefore('r.posted_period', span.from, bind)}) and ${endsBefore('r.posted_period', span.until, bind)}
    ${customers === null ? '' : `and r.contract_id in ${contractsOf(customers)}`}`;
  const isKnown = `(${known}::timestamptz is null or r.posted_at <= ${known}::timestamptz)`;
  const isEffective = `(${effective}::date is null or r.effective_on is null or r.effective_on <= ${effective}::date)`;
  const kept = `select ${KEY}, ${COLUMNS.join(', ')} from revenue_customer_years k where ${isAsked('k')}`;
  const asked = `m.organization_id = ${org} and m.currency_code = ${currency} and m.${years}`;
  // What nothing was posted to since is as it is kept: adding it up costs more than reading it.
  const keptWith = (notes: Notes) => `(with ${sinceThen(notes, isOne('u'))}
      ${kept} and not exists (select from combinations c where ${isSame('c', 'k')})
      union all
      select ${KEY.replace('customer_id', 'coalesce(k.customer_id, s.customer_id)')},
        ${COLUMNS.map((column) => `coalesce(k.${column}, 0) + coalesce(s.${column}, 0) as ${column}`).join(', ')}
      from (
        select c.place, k.customer_id, ${COLUMNS.map((column) => `k.${column}`).join(', ')}
        from combinations c join revenue_customer_years k on ${isSame('c', 'k')} where ${isAsked('k')}
      ) k full join since s on s.place = k.place and s.customer_id = k.customer_id
      join combinations c on c.place = coalesce(k.place, s.place))`;
  const then = () =>
    keptWith(scope.knownAsOf === null ? notAdded(asked) : untilThen(asked, `${known}::timestamptz`));
  const lessRows = () => `(select ${KEY}, ${added('z')} from (
      select ${KEY}, ${COLUMNS.join(', ')} from ${then()} t
      union all
      select ${KEY}, ${takenOff('l')} from ${yearsThen(inSpan(), laterRows(org, scope.knownAsOf === null ? null : known, effective))} l
    ) z group by ${KEY})`;
  const source: Readonly<Record<YearsOf, () => string>> = {
    NOW: () => keptWith(notAdded(asked)),
    ROWS: () => yearsThen(`r.posted_at is not null and ${isKnown} and ${isEffective} and ${inSpan()}`),
    LESS_LATER: () => (scope.effectiveAsOf === null ? then() : lessRows()),
  };
  return `${source[from]()} y
    where ${isAsked('y')} and (${subsidiaries} is null or y.subsidiary_id = any (${subsidiaries}))
      and (${known}::timestamptz is null or true) and (${effective}::date is null or true)`;
}

/** The contracts of some customers ($1: the organization); zero stands for those without one. */
const contractsOf = (customers: string): string =>
  `(select unnest(array_agg(x.id)) from revenue_contracts x where x.organization_id = $1::uuid
     and (x.customer_id = any (${customers}) or x.customer_id is null and '${NO_ID}' = any (${customers})))`;
