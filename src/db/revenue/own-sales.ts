import { ON_THE_LEDGER } from '@/core/transactions/open-amount';
import { type Parameters, parameters } from '../reports/parameters';
import { sql, type Tenant } from '../tenancy';

/** Which sales are looked at. */
export interface SalesScope {
  readonly from: string;
  readonly to: string;
  readonly itemId: string | null;
  readonly currencyCode: string | null;
  /** Only documents that sell one item, whose price is therefore its own (606-10-32-32). */
  readonly aloneOnly: boolean;
  readonly by: 'NONE' | 'YEAR' | 'QUARTER';
  /** The half-width of the range around the median, in percent of it. */
  readonly spreadPercent: string;
}

/** The prices of one item in one currency and period, each sale counted once. Prices are per unit, after discounts. */
export interface PriceSummary {
  readonly itemId: string;
  readonly itemCode: string;
  readonly itemName: string;
  readonly currencyCode: string;
  /** The first day of the period; null when the sales are not divided by period. */
  readonly period: string | null;
  readonly sales: number;
  readonly quantity: string;
  readonly lowest: string;
  readonly lowerQuartile: string;
  readonly median: string;
  readonly upperQuartile: string;
  readonly highest: string;
  /** The ends of the range around the median, and the sales inside it, both ends included. */
  readonly rangeLow: string;
  readonly rangeHigh: string;
  readonly inRange: number;
  /** Sales further from the quartiles than one and a half times the distance between them. */
  readonly outliers: number;
}

/** One line sold. */
export interface Sale {
  readonly transactionId: string;
  readonly transactionNumber: string;
  readonly transactionDate: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly isOutlier: boolean;
  readonly inRange: boolean;
}

const STATUSES = `(${ON_THE_LEDGER.map((status) => `'${status}'`).join(', ')})`;

/** Of an item with at most so many lines the documents are found by its lines, of any other by their days; other numbers are for tests. */
const FEW_LINES = 2_000;

/** Whether an item that is asked for has few lines, whatever their documents; false where all items are. */
async function hasFewLines(tenant: Tenant, { itemId }: SalesScope, few: number): Promise<boolean> {
  if (itemId === null) return false;
  const [row] = await sql<{ isFew: boolean }>(
    tenant,
    `select count(*) <= $3::int as "isFew" from (
       select from business_transaction_lines l where l.organization_id = $1::uuid and l.item_id = $2::uuid limit $3::int + 1) x`,
    [tenant.organizationId, itemId, few],
  );
  return row?.isFew ?? false;
}

/**
 * Posted sales, whether they were paid since or not, with the price of a unit after the document's discount, which is shared over its lines by
 * amount. Reversed documents are not sales. The documents of an item with few lines are found by these. Otherwise the days with invoices follow from the counts
 * by day and the notes that are not added to them, and which documents of these days are invoices is in the index of days, so that the others, which may be
 * many times as many, are not read.
 */
function salesOf(scope: SalesScope, isFew: boolean, p: Parameters, org: string): string {
  const [from, to] = [`${p.add(scope.from)}::date`, `${p.add(scope.to)}::date`];
  const item = scope.itemId === null ? '' : `and x.item_id = ${p.add(scope.itemId)}::uuid`;
  const days = (table: string) => `select d.transaction_date from ${table} d
      where d.organization_id = ${org} and d.transaction_date between ${from} and ${to} and d.kind = 'INVOICE'
        and d.transaction_status in ${STATUSES} and d.document_count > 0`;
  const documents = (key: string) => `cross join lateral (
    select x.* from business_transactions x where x.organization_id = ${org} and x.${key} = n.${key} offset 0) t`;
  const byLines = `(
    select distinct x.transaction_id as id from business_transaction_lines x where x.organization_id = ${org} ${item}) n ${documents('id')}`;
  const byDays = `(${days('document_days')} union ${days('document_day_changes')}) d
  cross join lateral (
    select x.transaction_number from business_transactions x
    where x.organization_id = ${org} and x.transaction_date = d.transaction_date and x.kind = 'INVOICE' offset 0) n ${documents('transaction_number')}`;
  return `select l.item_id, t.currency_code, t.id as transaction_id, t.transaction_number, t.transaction_date, l.quantity,
    ${PERIODS[scope.by]} as period,
    round(l.line_amount / l.quantity * (t.subtotal_amount - t.discount_amount) / t.subtotal_amount, 6) as price
  from ${isFew ? byLines : byDays}
  cross join lateral (
    select x.* from business_transaction_lines x
    where x.organization_id = ${org} and x.transaction_id = t.id and x.item_id is not null ${item} offset 0) l
  where t.transaction_date between ${from} and ${to} and t.kind = 'INVOICE' and t.transaction_status in ${STATUSES} and t.subtotal_amount > 0
    and l.line_type in ('ITEM', 'SERVICE') and l.quantity > 0 and l.line_amount > 0
    ${scope.currencyCode === null ? '' : `and t.currency_code = ${p.add(scope.currencyCode)}`}
    ${
      scope.aloneOnly
        ? `and not exists (select 1 from business_transaction_lines o
      where o.organization_id = ${org} and o.transaction_id = t.id and o.line_type in ('ITEM', 'SERVICE')
        and o.item_id is distinct from l.item_id)`
        : ''
    }`;
}

const PERIODS = {
  NONE: 'null::date',
  YEAR: `date_trunc('year', t.transaction_date)::date`,
  QUARTER: `date_trunc('quarter', t.transaction_date)::date`,
} as const;

/** The median and quartiles are prices that occurred, so that no figure is an average no one paid. */
function judgedSales(scope: SalesScope, isFew: boolean, p: Parameters, org: string): string {
  const spread = `${p.add(scope.spreadPercent)}::numeric`;
  return `sales as materialized (${salesOf(scope, isFew, p, org)}),
  middle as (select item_id, currency_code, period, count(*)::int as sales, sum(quantity) as quantity, min(price) as lowest,
      max(price) as highest, percentile_disc(0.25) within group (order by price) as q1,
      percentile_disc(0.5) within group (order by price) as median, percentile_disc(0.75) within group (order by price) as q3
    from sales group by item_id, currency_code, period),
  ranges as (select *, round(median * (1 - ${spread} / 100), 6) as range_low, round(median * (1 + ${spread} / 100), 6) as range_high,
      q1 - 1.5 * (q3 - q1) as fence_low, q3 + 1.5 * (q3 - q1) as fence_high from middle)`;
}

const SAME = `s.item_id = r.item_id and s.currency_code = r.currency_code and s.period is not distinct from r.period`;

/** Summaries by item, currency and period; at most `limit`. */
export async function summarizeSales(
  tenant: Tenant,
  scope: SalesScope,
  limit: number,
  few = FEW_LINES,
): Promise<PriceSummary[]> {
  const isFew = await hasFewLines(tenant, scope, few);
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  return sql<PriceSummary>(
    tenant,
    `with ${judgedSales(scope, isFew, p, org)},
      counted as (select s.item_id, s.currency_code, s.period,
          count(*) filter (where s.price between r.range_low and r.range_high)::int as in_range,
          count(*) filter (where s.price < r.fence_low or s.price > r.fence_high)::int as outliers
        from sales s join ranges r on ${SAME} group by s.item_id, s.currency_code, s.period)
     select i.id as "itemId", i.code as "itemCode", i.name as "itemName", r.currency_code as "currencyCode", r.period, r.sales,
       r.quantity::text as quantity, r.lowest::text as lowest, r.q1::text as "lowerQuartile", r.median::text as median,
       r.q3::text as "upperQuartile", r.highest::text as highest, r.range_low::text as "rangeLow", r.range_high::text as "rangeHigh",
       s.in_range as "inRange", s.outliers
     from ranges r join counted s on ${SAME}
     join items i on i.organization_id = ${org} and i.id = r.item_id
     order by i.code, r.currency_code, r.period limit ${p.add(limit)}::int`,
    p.values,
  );
}

/** The sales behind a summary, those furthest from the median first; at most `limit`. */
export async function salesBehind(
  tenant: Tenant,
  scope: SalesScope & { readonly itemId: string; readonly currencyCode: string },
  limit: number,
  few = FEW_LINES,
): Promise<Sale[]> {
  const isFew = await hasFewLines(tenant, scope, few);
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  return sql<Sale>(
    tenant,
    `with ${judgedSales(scope, isFew, p, org)}
     select s.transaction_id as "transactionId", s.transaction_number as "transactionNumber", s.transaction_date as "transactionDate",
       s.quantity::text as quantity, s.price::text as "unitPrice", s.price between r.range_low and r.range_high as "inRange",
       s.price < r.fence_low or s.price > r.fence_high as "isOutlier"
     from sales s join ranges r on ${SAME}
     order by abs(s.price - r.median) desc, s.transaction_date desc, s.transaction_number limit ${p.add(limit)}::int`,
    p.values,
  );
}
