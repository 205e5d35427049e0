import type { CustomerOrder } from '../../core/revenue/vocabulary';
import { hasTrigram } from '../../core/views/searched-text';
import { type Parameters, parameters } from '../reports/parameters';
import { idsWithText } from '../reports/party-search';
import { sql, type Tenant } from '../tenancy';
import { contractsOf, type DaySpan, inEffect, lastDaySql, type RevenueScope } from './months';
import { NO_ID } from './months-then';

/** A customer's posted revenue in some periods. */
export interface CustomerRevenue {
  /** Null: contracts without a customer. */
  readonly customerId: string | null;
  /** Null for no customer, and for one that the reader may not see. */
  readonly name: string | null;
  readonly number: string | null;
  readonly total: string;
}

/** Which customers are asked for: all, or some. */
export interface CustomerQuery {
  readonly span: DaySpan;
  /** Null: all, and contracts without a customer. */
  readonly among: readonly string[] | null;
  readonly order: CustomerOrder;
  /** How the sums of the scope are found (`yearsFor`). */
  readonly from: YearsOf;
  /** Only those after this one. */
  readonly after: CustomerPlace | null;
}

/** The place of a customer in a list: what it is ordered by, and its id (zero for none). */
export interface CustomerPlace {
  readonly key: string | null;
  readonly id: string;
}

const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));

/** The same sums from the rows: of another moment ($4, $5 of `inEffect`), and what the kept ones are verified with. */
const yearsThen = (posted: string) => `(
  select k.organization_id, k.currency_code, g.year, coalesce(k.customer_id, '${NO_ID}') as customer_id, g.contract_id, g.day, k.subsidiary_id,
    sum(g.amount) as posted, ${MONTHS.map((month) => `coalesce(sum(g.amount) filter (where g.month = '${month}'), 0) as m${month}`).join(', ')}
  from (
    select r.contract_id, left(r.posted_period, 4)::smallint as year, substr(r.posted_period, 6, 2) as month,
      coalesce(nullif(substr(r.posted_period, 9, 2), ''), '31')::smallint as day, sum(r.amount) as amount
    from revenue_rows r where r.organization_id = $1::uuid and ${posted} group by 1, 2, 3, 4
  ) g
  join revenue_contracts k on k.organization_id = $1::uuid and k.id = g.contract_id
  group by 1, 2, 3, 4, 5, 6, 7)`;

/** The contracts that were touched since their sums were last written (check-contracts in prisma/sql). */
const touchedIn = (org: string) =>
  `from revenue_touched_contracts t cross join lateral unnest(t.contract_ids) as c (id) where t.organization_id = ${org}`;
const isTouched = (contract: string, org: string) =>
  `${contract} = any (array(select c.id ${touchedIn(org)}))`;
/** After a run there may be a hundred thousand: they are hashed, not compared one by one. */
const isUntouched = (contract: string, org: string) =>
  `${contract} not in (select unnest(array_agg(c.id)) ${touchedIn(org)})`;

/** What differs between the kept sums and the rows, for a verification: the contracts' ids. Those that were touched since are not compared. */
export const DIFFERENT_YEARS = `
  select x.contract_id from (
    select contract_id, currency_code, year, customer_id, day, subsidiary_id, ${MONTHS.map((month) => `m${month}`).join(', ')}
    from revenue_contract_years k where k.organization_id = $1::uuid and ${isUntouched('k.contract_id', '$1::uuid')}
    union all
    select contract_id, currency_code, year, customer_id, day, subsidiary_id, ${MONTHS.map((month) => `-m${month}`).join(', ')}
    from ${yearsThen(`r.posted_at is not null and ${isUntouched('r.contract_id', '$1::uuid')}`)} t
  ) x group by x.contract_id, x.currency_code, x.year, x.customer_id, x.day, x.subsidiary_id
  having (${MONTHS.map((month) => `sum(x.m${month})`).join(', ')}) is distinct from (${MONTHS.map(() => '0').join(', ')})`;

/** A month of a year and what of it a span has: all, nothing, or the periods that end on certain days. */
interface MonthInSpan {
  readonly column: string;
  readonly part: 'ALL' | 'NONE' | string;
}

/** The years of a span, each with its twelve months. */
function yearsOf({ from, until }: DaySpan): { year: number; months: MonthInSpan[] }[] {
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
const partIn = ({ column, part }: MonthInSpan, isIn: boolean): string[] => {
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

const COLUMNS = ['posted', ...MONTHS.map((month) => `m${month}`)];
const KEY = 'organization_id, currency_code, year, customer_id, contract_id, day, subsidiary_id';

/** When more rows than this were posted since a moment, those posted until then are added up instead. */
const MOST_LATER = 300_000;

/** More customers than this are hashed, not looked up by key or compared one by one. */
const MOST_BY_KEY = 200;

/** How the sums of a moment are found: as kept (of contracts touched since, from their rows), the same less what came later, or from the rows. */
export type YearsOf = 'NOW' | 'LESS_LATER' | 'ROWS';

/** Rows ($1) posted after a moment ($4), or that take effect after a day ($5). */
const LATER = `r.posted_at is not null and (r.posted_at > $4::timestamptz or r.effective_on > $5::date)`;

/** The way to the sums of a scope: what was posted since is usually less than what was posted before. */
export async function yearsFor(tenant: Tenant, { knownAsOf, effectiveAsOf }: RevenueScope): Promise<YearsOf> {
  if (knownAsOf === null && effectiveAsOf === null) return 'NOW';
  const [row] = await sql<{ isFew: boolean }>(
    tenant,
    `select count(*) <= ${MOST_LATER} as "isFew" from (select from revenue_rows r where r.organization_id = $1::uuid
       and ${LATER.replace('$4', '$2').replace('$5', '$3')} limit ${MOST_LATER + 1}) x`,
    [tenant.organizationId, knownAsOf, effectiveAsOf],
  );
  return row?.isFew === false ? 'ROWS' : 'LESS_LATER';
}

/** The sums of contracts in scope that a span touches (alias y), of now or of another moment. Adds $1 to $5. */
function yearsIn(
  tenant: Tenant,
  scope: RevenueScope,
  { span, among, from }: Pick<CustomerQuery, 'span' | 'among' | 'from'>,
  p: Parameters,
): string {
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const subsidiaries = `${p.add(scope.subsidiaryIds)}::uuid[]`;
  const currency = p.add(scope.currencyCode);
  const [known, effective] = [p.add(scope.knownAsOf), p.add(scope.effectiveAsOf)];
  const customers = among === null ? null : `${p.add(among)}::uuid[]`;
  const isOne = (alias: string) =>
    customers === null
      ? 'true'
      : `${alias}.customer_id ${(among?.length ?? 0) > MOST_BY_KEY ? `in (select unnest(array_agg(u.id)) from unnest(${customers}) as u (id))` : `= any (array(select unnest(${customers})))`}`;
  const isOfOne = customers === null ? '' : `and r.contract_id in ${contractsOf(customers)}`;
  const inSpan = `${lastDaySql('r.posted_period')} >= '${span.from}' and ${lastDaySql('r.posted_period')} < '${span.until}' ${isOfOne}`;
  const posted = `r.posted_at <= coalesce(${known}::timestamptz, 'infinity') and ${inEffect('r', 'event_id', 'cause_id')} and ${inSpan}`;
  const years = `year = any ('{${yearsOf(span)
    .map(({ year }) => year)
    .join()}}')`;
  const now = `select ${KEY}, ${COLUMNS.join(', ')} from revenue_contract_years k
      where k.organization_id = ${org} and k.currency_code = ${currency} and k.${years} and ${isOne('k')} and ${isUntouched('k.contract_id', org)}
    union all
    select ${KEY}, ${COLUMNS.join(', ')} from ${yearsThen(`r.posted_at is not null and ${isTouched('r.contract_id', org)} and ${inSpan}`)} l`;
  const source: Readonly<Record<YearsOf, () => string>> = {
    NOW: () => `(${now})`,
    ROWS: () => yearsThen(posted),
    LESS_LATER:
      () => `(select ${KEY}, ${COLUMNS.map((column) => `sum(z.${column}) as ${column}`).join(', ')} from (
        ${now}
        union all
        select ${KEY}, ${COLUMNS.map((column) => `-l.${column}`).join(', ')} from ${yearsThen(`${LATER} and ${inSpan}`)} l
      ) z group by ${KEY})`,
  };
  return `${source[from]()} y
    where y.organization_id = ${org} and y.currency_code = ${currency} and (${subsidiaries} is null or y.subsidiary_id = any (${subsidiaries}))
      and y.${years} and (${known}::timestamptz is null or true) and (${effective}::date is null or true) and ${isOne('y')}`;
}

/** Customers with revenue in a span, each with its sum (total) and place; those whose contracts have nothing but zeros in it are left out. */
function customersIn(
  tenant: Tenant,
  scope: RevenueScope,
  query: Omit<CustomerQuery, 'after' | 'order'>,
  p: Parameters,
): string {
  const [sum, isAny] = [byYear(query.span, sumOf), byYear(query.span, isAnyOf)];
  return `select x.customer_id, sum(x.amount) as total from (
      select y.customer_id, ${sum} as amount, ${isAny} as is_any from ${yearsIn(tenant, scope, query, p)}
    ) x where x.is_any group by x.customer_id`;
}

const NAMED = `left join customers c on c.organization_id = $1::uuid and c.id = o.customer_id`;
const SHOWN = `nullif(o.customer_id, '${NO_ID}')::text as "customerId", c.company_name as name, c.customer_id as number, o.total::text as total`;

/** A page of the largest, or of the smallest below them; names are looked up for it only. */
function largest({ after }: CustomerQuery, limit: string, p: Parameters): string {
  const place = (at: CustomerPlace) => {
    const [total, id] = [`${p.add(at.key ?? '0')}::numeric`, `${p.add(at.id)}::uuid`];
    return `where (o.total < ${total} or o.total = ${total} and o.customer_id > ${id})`;
  };
  const by = 'order by o.total desc, o.customer_id';
  return `select ${SHOWN} from (select o.* from own o ${after === null ? '' : place(after)} ${by} limit ${limit}) o ${NAMED} ${by}`;
}

/**
 * A page by name. The customers are walked in the index of their names, asking of each whether it has revenue: sorting the names of all that
 * have would cost more than adding their revenue up. Only a page that they do not fill looks for those without a name.
 */
function byName({ after }: CustomerQuery, limit: string, p: Parameters): string {
  const id = `${p.add(after?.id ?? NO_ID)}::uuid`;
  const isNamed = after === null || after.key !== null;
  const isAfter =
    after === null ? `${id} is not null` : `(c.company_name, c.id) > (${p.add(after.key)}::text, ${id})`;
  return `select ${SHOWN} from (
      select n.id as customer_id, x.total from (
        select c.id from customers c where c.organization_id = $1::uuid and (c.id in (select o.customer_id from own o)) is true and ${isAfter}
        order by c.company_name, c.id limit ${isNamed ? limit : `least(${limit}, 0)`}) n
      join own x on x.customer_id = n.id
    ) o ${NAMED} order by c.company_name, c.id`;
}

/** Those without a name, which stand last. */
const nameless = ({ after }: CustomerQuery, limit: string, p: Parameters): string => `select ${SHOWN} from (
    select o.* from own o where not exists (select from customers c where c.organization_id = $1::uuid and c.id = o.customer_id)
      ${after !== null && after.key === null ? `and o.customer_id > ${p.add(after.id)}::uuid` : ''} order by o.customer_id limit ${limit}
  ) o ${NAMED} order by o.customer_id`;

/** A page of the customers with revenue in a span, and how many there are in all. */
export async function pageCustomerRevenue(
  tenant: Tenant,
  scope: RevenueScope,
  query: CustomerQuery,
  most: number,
): Promise<{ rows: CustomerRevenue[]; count: number }> {
  const p = parameters();
  const own = customersIn(tenant, scope, query, p);
  const limit = `${p.add(most)}::int`;
  const page =
    query.order === 'AMOUNT'
      ? `page as (${largest(query, limit, p)})`
      : `named as materialized (${byName(query, limit, p)}),
         page as (select * from named union all (${nameless(query, `${limit} - (select count(*) from named)`, p)}))`;
  const [row] = await sql<{ rows: CustomerRevenue[]; count: number }>(
    tenant,
    `with own as materialized (${own}), ${page}
     select (select count(*)::int from own) as count, coalesce((select jsonb_agg(to_jsonb(page)) from page), '[]') as rows`,
    p.values,
  );
  return row ?? { rows: [], count: 0 };
}

/** Every customer with revenue in a span, for a file. */
export function wholeCustomerRevenue(
  tenant: Tenant,
  scope: RevenueScope,
  query: Omit<CustomerQuery, 'after'>,
) {
  const p = parameters();
  const own = customersIn(tenant, scope, query, p);
  const by =
    query.order === 'AMOUNT' ? 'o.total desc, o.customer_id' : 'c.company_name nulls last, o.customer_id';
  return { text: `select ${SHOWN} from (${own}) o ${NAMED} order by ${by}`, values: p.values };
}

/** What some customers' revenue of a span is by the period of posting, by name. */
export function customerPeriods(
  tenant: Tenant,
  scope: RevenueScope,
  query: Pick<CustomerQuery, 'span' | 'among' | 'from'>,
  isByCustomer: boolean,
): Promise<{ value: string; column: string; amount: string }[]> {
  const p = parameters();
  const years = yearsIn(tenant, scope, query, p);
  const customer = isByCustomer ? 'y.customer_id::text' : `''`;
  const months = yearsOf(query.span).flatMap(({ year, months: all }) =>
    all.flatMap((month) =>
      partIn(month, true).map(
        (value) => `(${year}, '${year}-${month.column.slice(-2)}', ${value.replaceAll('y.', 'z.')})`,
      ),
    ),
  );
  return sql(
    tenant,
    `with y as materialized (select ${customer} as customer, y.year, y.day, ${MONTHS.map((month) => `sum(y.m${month}) as m${month}`).join(', ')}
       from ${years} group by 1, 2, 3)
     select z.customer as value, v.month || case when z.day < 31 then '-' || lpad(z.day::text, 2, '0') else '' end as "column", sum(v.amount)::text as amount
     from y z cross join lateral (values ${months.join(', ')}) as v (year, month, amount)
     where v.year = z.year and v.amount <> 0 group by 1, 2`,
    p.values,
  );
}

/** The ids of the customers the reader may see whose name or number contains a text. `pattern`: LIKE, with special characters escaped. */
export async function customersWithText(tenant: Tenant, pattern: string): Promise<string[]> {
  const found = hasTrigram(pattern) ? await idsWithText(tenant, 'customer', pattern) : null;
  const rows = await sql<{ id: string }>(
    tenant,
    `select c.id::text as id from customers c where c.organization_id = $1::uuid
       and ($2::uuid[] is null or c.id = any (array(select unnest($2::uuid[]))))
       and (c.company_name ilike $3 or c.customer_id ilike $3)`,
    [tenant.organizationId, found, pattern],
  );
  return rows.map(({ id }) => id);
}
