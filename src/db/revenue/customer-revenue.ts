import { hasTrigram } from '../reports/documents/document-search';
import { type Parameters, parameters } from '../reports/parameters';
import { idsWithText } from '../reports/party-search';
import { sql, type Tenant } from '../tenancy';
import { type DaySpan, inEffect, lastDaySql, type RevenueScope } from './months';
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

/** In which order customers stand: the largest revenue first, or by name, those without one last. */
export const CUSTOMER_ORDERS = ['AMOUNT', 'NAME'] as const;
export type CustomerOrder = (typeof CUSTOMER_ORDERS)[number];

/** Which customers are asked for: all, or some. */
export interface CustomerQuery {
  readonly span: DaySpan;
  /** Null: all, and contracts without a customer. */
  readonly among: readonly string[] | null;
  readonly order: CustomerOrder;
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
    ${MONTHS.map((month) => `coalesce(sum(g.amount) filter (where g.month = '${month}'), 0) as m${month}`).join(', ')}
  from (
    select r.contract_id, left(r.posted_period, 4)::smallint as year, substr(r.posted_period, 6, 2) as month,
      coalesce(nullif(substr(r.posted_period, 9, 2), ''), '31')::smallint as day, sum(r.amount) as amount
    from revenue_rows r where r.organization_id = $1::uuid and ${posted} group by 1, 2, 3, 4
  ) g
  join revenue_contracts k on k.organization_id = $1::uuid and k.id = g.contract_id
  group by 1, 2, 3, 4, 5, 6, 7)`;

/** What differs between the kept sums and the rows, for a verification: the contracts' ids. */
export const DIFFERENT_YEARS = `
  select x.contract_id from (
    select contract_id, currency_code, year, customer_id, day, subsidiary_id, ${MONTHS.map((month) => `m${month}`).join(', ')}
    from revenue_contract_years where organization_id = $1::uuid
    union all
    select contract_id, currency_code, year, customer_id, day, subsidiary_id, ${MONTHS.map((month) => `-m${month}`).join(', ')}
    from ${yearsThen('r.posted_at is not null')} t
  ) x group by x.contract_id, x.currency_code, x.year, x.customer_id, x.day, x.subsidiary_id
  having (${MONTHS.map((month) => `sum(x.m${month})`).join(', ')}) is distinct from (${MONTHS.map(() => '0').join(', ')})`;

/** The years of a span with what of each month lies in it: all of it, or the periods that end on certain days. */
function monthsOf({ from, until }: DaySpan): { year: number; month: string; value: string }[] {
  const found: { year: number; month: string; value: string }[] = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(until.slice(0, 4)); year += 1) {
    for (const month of MONTHS) {
      const name = `${year}-${month}`;
      if (name < from.slice(0, 7) || name > until.slice(0, 7)) continue;
      const days = [
        ...(name === from.slice(0, 7) ? [`y.day >= ${Number(from.slice(8))}`] : []),
        ...(name === until.slice(0, 7) ? [`y.day < ${Number(until.slice(8))}`] : []),
      ];
      const value =
        days.length === 0 ? `y.m${month}` : `case when ${days.join(' and ')} then y.m${month} else 0 end`;
      if (!days.includes('y.day < 1')) found.push({ year, month, value });
    }
  }
  return found;
}

/** For each year of a span, an expression on what lies in it of that year's row. */
function byYear(span: DaySpan, of: (values: readonly string[]) => string, other: string): string {
  const months = monthsOf(span);
  const years = [...new Set(months.map(({ year }) => year))];
  const arms = years.map((year) => {
    const values = months.filter((one) => one.year === year).map(({ value }) => value);
    return `when ${year} then ${of(values)}`;
  });
  return `case y.year ${arms.join(' ')} else ${other} end`;
}

/** The sums of contracts in scope that a span touches (alias y): as kept, or of another moment from the rows. Adds $1 to $5. */
function yearsIn(
  tenant: Tenant,
  scope: RevenueScope,
  { span, among }: Pick<CustomerQuery, 'span' | 'among'>,
  p: Parameters,
): string {
  const isNow = scope.effectiveAsOf === null && scope.knownAsOf === null;
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const subsidiaries = `${p.add(scope.subsidiaryIds)}::uuid[]`;
  const currency = p.add(scope.currencyCode);
  const [known, effective] = [p.add(scope.knownAsOf), p.add(scope.effectiveAsOf)];
  const posted = `r.posted_at <= coalesce(${known}::timestamptz, 'infinity') and ${inEffect('r', 'event_id', 'cause_id')}
    and ${lastDaySql('r.posted_period')} >= '${span.from}' and ${lastDaySql('r.posted_period')} < '${span.until}'`;
  return `${isNow ? 'revenue_contract_years' : yearsThen(posted)} y
    where y.organization_id = ${org} and y.currency_code = ${currency} and (${subsidiaries} is null or y.subsidiary_id = any (${subsidiaries}))
      and y.year between ${Number(span.from.slice(0, 4))} and ${Number(span.until.slice(0, 4))}
      and (${known}::timestamptz is null or true) and (${effective}::date is null or true)
      ${among === null ? '' : `and y.customer_id = any (array(select unnest(${p.add(among)}::uuid[])))`}`;
}

/** Customers with revenue in a span, each with its sum (total) and place; those whose contracts have nothing but zeros in it are left out. */
function customersIn(tenant: Tenant, scope: RevenueScope, query: CustomerQuery, p: Parameters): string {
  const sum = byYear(query.span, (values) => `(${values.join(' + ')})`, '0');
  const isAny = byYear(
    query.span,
    (values) => `(${values.map((value) => `${value} <> 0`).join(' or ')})`,
    'false',
  );
  return `select x.customer_id, sum(x.amount) as total from (
      select y.customer_id, ${sum} as amount, ${isAny} as is_any from ${yearsIn(tenant, scope, query, p)}
    ) x where x.is_any group by x.customer_id`;
}

const NAMED = `left join customers c on c.organization_id = $1::uuid and c.id = o.customer_id`;
const SHOWN = `nullif(o.customer_id, '${NO_ID}')::text as "customerId", c.company_name as name, c.customer_id as number, o.total::text as total`;

/** The order of a list, and what comes after a place in it. */
function orderOf({ order, after }: CustomerQuery, p: Parameters): { by: string; where: string } {
  if (order === 'AMOUNT') {
    const by = 'o.total desc, o.customer_id';
    if (after === null) return { by, where: 'true' };
    const [total, id] = [`${p.add(after.key ?? '0')}::numeric`, `${p.add(after.id)}::uuid`];
    return { by, where: `(o.total < ${total} or o.total = ${total} and o.customer_id > ${id})` };
  }
  const by = 'c.company_name nulls last, o.customer_id';
  if (after === null) return { by, where: 'true' };
  const id = `${p.add(after.id)}::uuid`;
  if (after.key === null) return { by, where: `c.company_name is null and o.customer_id > ${id}` };
  const name = p.add(after.key);
  return {
    by,
    where: `(c.company_name is null or c.company_name > ${name}::text or c.company_name = ${name}::text and o.customer_id > ${id})`,
  };
}

/** A page of the customers with revenue in a span, and how many there are in all. */
export async function pageCustomerRevenue(
  tenant: Tenant,
  scope: RevenueScope,
  query: CustomerQuery,
  limit: number,
): Promise<{ rows: CustomerRevenue[]; count: number }> {
  const p = parameters();
  const customers = customersIn(tenant, scope, query, p);
  const { by, where } = orderOf(query, p);
  // Names are looked up for a page of the largest only; by name they are needed to know the page.
  const page =
    query.order === 'AMOUNT'
      ? `select ${SHOWN} from (select o.* from own o where ${where} order by ${by} limit ${p.add(limit)}::int) o ${NAMED} order by ${by}`
      : `select ${SHOWN} from own o ${NAMED} where ${where} order by ${by} limit ${p.add(limit)}::int`;
  const [row] = await sql<{ rows: CustomerRevenue[]; count: number }>(
    tenant,
    `with own as materialized (${customers}), page as (${page})
     select (select count(*)::int from own) as count, coalesce((select jsonb_agg(to_jsonb(page)) from page), '[]') as rows`,
    p.values,
  );
  return row ?? { rows: [], count: 0 };
}

/** Every customer with revenue in a span, for a file. */
export function wholeCustomerRevenue(tenant: Tenant, scope: RevenueScope, query: CustomerQuery) {
  const p = parameters();
  const customers = customersIn(tenant, scope, query, p);
  const { by, where } = orderOf(query, p);
  return {
    text: `select ${SHOWN} from (${customers}) o ${NAMED} where ${where} order by ${by}`,
    values: p.values,
  };
}

/** What some customers' revenue of a span is by the period of posting, by name. */
export function customerPeriods(
  tenant: Tenant,
  scope: RevenueScope,
  query: Pick<CustomerQuery, 'span' | 'among'>,
  isByCustomer: boolean,
): Promise<{ value: string; column: string; amount: string }[]> {
  const p = parameters();
  const years = yearsIn(tenant, scope, query, p);
  const customer = isByCustomer ? 'y.customer_id::text' : `''`;
  const months = monthsOf(query.span).map(
    ({ year, month, value }) => `(${year}, '${year}-${month}', ${value.replaceAll('y.', 'z.')})`,
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
