import type { CustomerOrder } from '../../core/revenue/vocabulary';
import { type Parameters, parameters } from '../reports/parameters';
import { sql, type Tenant } from '../tenancy';
import { amountIn, isAnyIn, MONTHS, partIn, type YearsQuery, yearsIn, yearsOf } from './customer-years';
import { type RevenueScope, shownPeriod } from './months';
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

/** A page of the customers asked for. */
export interface CustomerQuery extends YearsQuery {
  readonly order: CustomerOrder;
  /** Only those after this one. */
  readonly after: CustomerPlace | null;
}

/** The place of a customer in a list: what it is ordered by, and its id (zero for none). */
export interface CustomerPlace {
  readonly key: string | null;
  readonly id: string;
}

/**
 * Customers with revenue in a span, each with its sum (total) and place; those without an amount in any period and category are left out, since every
 * figure of theirs would be zero.
 */
function customersIn(tenant: Tenant, scope: RevenueScope, query: YearsQuery, p: Parameters): string {
  return `select x.customer_id, sum(x.amount) as total from (
      select y.customer_id, ${amountIn(query.span)} as amount, ${isAnyIn(query.span)} as is_any from ${yearsIn(tenant, scope, query, p)}
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

/** The names of so many customers with revenue are sorted; where more have it, customers are walked by name. Other numbers are for tests. */
const MOST_SORTED = 2_000;

/**
 * A page by name. Where many customers have revenue they are walked in the index of their names, asking of each whether it has: sorting the names of all that
 * have would cost more than adding their revenue up. Where few have, walking would go through all customers for them, and their names are sorted. Only a page
 * that they do not fill looks for those without a name.
 */
function byName({ after }: CustomerQuery, limit: string, p: Parameters, sorted: number): string {
  const id = `${p.add(after?.id ?? NO_ID)}::uuid`;
  const isNamed = after === null || after.key !== null;
  const isAfter =
    after === null ? `${id} is not null` : `(c.company_name, c.id) > (${p.add(after.key)}::text, ${id})`;
  const most = isNamed ? limit : `least(${limit}, 0)`;
  const isMany = `(select count(*) from own) > ${p.add(sorted)}::int`;
  return `select ${SHOWN} from (
      select w.* from (
        select n.id as customer_id, x.total from (
          select c.id from customers c where c.organization_id = $1::uuid and (c.id in (select o.customer_id from own o)) is true and ${isAfter}
          order by c.company_name, c.id limit ${most}) n
        join own x on x.customer_id = n.id offset 0
      ) w where ${isMany}
      union all
      select s.* from (
        select x.customer_id, x.total from own x cross join lateral (
          select c.id, c.company_name from customers c where c.organization_id = $1::uuid and c.id = x.customer_id offset 0) c
        where ${isAfter} order by c.company_name, c.id limit ${most}
      ) s where not ${isMany}
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
  sorted = MOST_SORTED,
): Promise<{ rows: CustomerRevenue[]; count: number }> {
  const p = parameters();
  const own = customersIn(tenant, scope, query, p);
  const limit = `${p.add(most)}::int`;
  const page =
    query.order === 'AMOUNT'
      ? `page as (${largest(query, limit, p)})`
      : `named as materialized (${byName(query, limit, p, sorted)}),
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

/** What posted revenue of customers is read by: a record by its id (zero for none), a period by its name. */
const DIMENSIONS = {
  customer: 'y.customer_id::text',
  account: 'y.revenue_account_id::text',
  subsidiary: 'y.subsidiary_id::text',
  class: 'y.class_id::text',
  department: 'y.department_id::text',
  location: 'y.location_id::text',
  timing: 'y.timing',
  nature: 'y.nature',
  expedient: 'y.expedient',
} as const;
type PostedDimension = keyof typeof DIMENSIONS | 'cohort';

/** The dimension that only these sums have, not the monthly summary: of customers there are too many. */
export const FACT_DIMENSIONS = ['customer'] as const;
export type FactDimension = (typeof FACT_DIMENSIONS)[number];

/**
 * What was posted of customers in a span by two categories, or by one (or none: null) and the period of posting. Those without an amount in any
 * period and category are left out.
 */
export function readPostedBy(
  tenant: Tenant,
  scope: RevenueScope,
  query: YearsQuery,
  by: PostedDimension | null,
  column: PostedDimension | 'period',
): Promise<{ value: string; column: string; amount: string }[]> {
  const p = parameters();
  const years = yearsIn(tenant, scope, query, p);
  const shown = (name: PostedDimension) =>
    name === 'cohort' ? shownPeriod(scope, 'y.cohort') : DIMENSIONS[name];
  const value = by === null ? `''` : shown(by);
  return sql(
    tenant,
    column === 'period'
      ? byPeriod(scope, query, value, years)
      : `select x.value, x."column", sum(x.amount)::text as amount from (
           select ${value} as value, ${shown(column)} as "column", ${amountIn(query.span)} as amount, ${isAnyIn(query.span)} as is_any from ${years}
         ) x where x.is_any group by 1, 2`,
    p.values,
  );
}

function byPeriod(scope: RevenueScope, { span }: YearsQuery, value: string, years: string): string {
  const months = yearsOf(span).flatMap(({ year, months: all }) =>
    all.flatMap((month) =>
      partIn(month, true).map(
        (amount) => `(${year}, '${year}-${month.column.slice(-2)}', ${amount.replaceAll('y.', 'z.')})`,
      ),
    ),
  );
  const day = scope.isByMonth
    ? `''`
    : `case when z.day < 31 then '-' || lpad(z.day::text, 2, '0') else '' end`;
  return `with y as materialized (select ${value} as value, y.year, y.day, ${MONTHS.map((month) => `sum(y.m${month}) as m${month}`).join(', ')}
      from ${years} group by 1, 2, 3)
    select z.value, v.month || ${day} as "column", sum(v.amount)::text as amount
    from y z cross join lateral (values ${months.join(', ')}) as v (year, month, amount)
    where v.year = z.year and v.amount <> 0 group by 1, 2`;
}
