import { hasTrigram } from '../../core/views/searched-text';
import { sql, type Tenant } from '../tenancy';
import { type ListedIds, yearsOf } from './customer-years';
import type { DaySpan, RevenueScope } from './months';

/** So many sums, and customers in notes, are gone through for their customers' names before the names of all are searched; other numbers are for tests. */
const MOST_SUMS = 2_000;

const isAsked = (alias: string) =>
  `${alias}.organization_id = $1::uuid and ${alias}.currency_code = $3 and ${alias}.year = any ($4::smallint[])`;
const isNamed = (pattern: string) => `(c.company_name ilike ${pattern} or c.customer_id ilike ${pattern})`;

/**
 * The customers the reader may see whose name or number contains a text: all of them, or, where few customers earned anything in the years of a span, of these. As of another
 * moment or day of effect it is all of them, since who earned something then is not known from the sums of now. `pattern`: LIKE, with special characters
 * escaped.
 */
export async function customersWithText(
  tenant: Tenant,
  scope: RevenueScope,
  { span, pattern }: { readonly span: DaySpan; readonly pattern: string },
  most = MOST_SUMS,
): Promise<ListedIds> {
  const isNow = scope.knownAsOf === null && scope.effectiveAsOf === null;
  return (
    (isNow ? await earningWithText(tenant, scope, { span, pattern }, most) : null) ??
    allWithText(tenant, pattern)
  );
}

/** Of the customers with a sum or a note those whose name or number contains the text; null where there are more sums than are to be gone through. */
async function earningWithText(
  tenant: Tenant,
  scope: RevenueScope,
  { span, pattern }: { readonly span: DaySpan; readonly pattern: string },
  most: number,
): Promise<ListedIds | null> {
  const [row] = await sql<{ count: number; ids: string | null }>(
    tenant,
    `with kept as materialized (
       select k.customer_id as id from revenue_customer_years k where ${isAsked('k')} limit $5::int + 1
     ), moved as materialized (
       select u.id from revenue_customer_moves m cross join lateral unnest(m.customer_ids) as u (id) where ${isAsked('m')} limit $5::int + 1
     ), found as materialized (
       select case when (select count(*) from kept) + (select count(*) from moved) <= $5::int then array(
         select c.id from (select k.id from kept k union select m.id from moved m) x
         cross join lateral (
           select c.id, c.company_name, c.customer_id from customers c where c.organization_id = $1::uuid and c.id = x.id offset 0) c
         where ${isNamed('$2')}) end as ids
     )
     select cardinality(f.ids) as count, f.ids::text as ids from found f`,
    [tenant.organizationId, pattern, scope.currencyCode, yearsOf(span).map(({ year }) => year), most],
  );
  return row === undefined || row.ids === null ? null : { count: row.count, ids: row.ids };
}

/** All of them, by the trigrams of their texts; a text too short to have one is looked for in every name. */
async function allWithText(tenant: Tenant, pattern: string): Promise<ListedIds> {
  const found = `select f.id from daybook_search_parties('customer', $1, null) f(id)`;
  // A caller who is confined to some subsidiaries sees, under row security, those of them alone.
  const visible = `select c.id from customers c where c.organization_id = $2::uuid and c.id in (select unnest(array_agg(x.id)) from (${found}) x)`;
  const named = `select c.id from customers c where c.organization_id = $2::uuid and ${isNamed('$1')}`;
  const isWhole = hasTrigram(pattern) && tenant.subsidiaryIds === null;
  const confined = hasTrigram(pattern) ? visible : named;
  const [row] = await sql<{ count: number; ids: string }>(
    tenant,
    `select cardinality(f.ids) as count, f.ids::text as ids from (select array(${isWhole ? found : confined}) as ids offset 0) f`,
    isWhole ? [pattern] : [pattern, tenant.organizationId],
  );
  return row ?? { count: 0, ids: '{}' };
}
