import type { SubscriptionSpan } from '../../../core/revenue/reports/recurring-revenue';
import { sql, type Tenant } from '../../tenancy';
import type { BehindRow, Page } from '../behind';
import { type RevenueScope, scopeValues } from '../months';

/**
 * The monthly amount of each item of a subscription, with the days it runs: $1 to $5. As known at $4: what was active by
 * then, and canceled only if that was recorded by then; as of $5, a cancellation for a later day is not so yet.
 */
const SPANS = `select s.customer_id, s.id as subscription_id, i.id as item_id,
    round(i.quantity * i.unit_price * (1 - i.discount_percent / 100)
          / case s.billing_frequency when 'ANNUAL' then 12 when 'QUARTERLY' then 3 else 1 end, 4) as monthly,
    i.start_date as first_day, least(i.end_date, s.end_date,
      case when s.cancelled_at <= coalesce($4::timestamptz, 'infinity') and ($5::date is null or s.cancelled_on <= $5::date)
        then s.cancelled_on end) as last_day
  from subscriptions s join subscription_items i on i.organization_id = s.organization_id and i.subscription_id = s.id
  where s.organization_id = $1::uuid and s.customer_id is not null and ($2::uuid[] is null or s.subsidiary_id = any ($2::uuid[]))
    and s.currency_code = $3 and s.activated_at <= coalesce($4::timestamptz, 'infinity') and s.billing_frequency not in ('ONE_TIME', 'USAGE')
    and i.created_at <= coalesce($4::timestamptz, 'infinity') and ($5::date is null or i.start_date <= $5::date)`;

/** Prices of subscriptions over time, by month, for the bridge of recurring revenue. */
export function readSubscriptionSpans(tenant: Tenant, scope: RevenueScope): Promise<SubscriptionSpan[]> {
  return sql(
    tenant,
    `select x.customer_id as "customerId", x.subscription_id as "subscriptionId", x.monthly::text as "monthlyAmount",
       x.first_day as start, x.last_day as "end" from (${SPANS}) x`,
    scopeValues(tenant, scope),
  );
}

export type RecurringMove =
  | 'OPENING'
  | 'NEW'
  | 'REACTIVATION'
  | 'EXPANSION'
  | 'CONTRACTION'
  | 'CHURN'
  | 'CLOSING'
  | 'ANNUAL';

/** A subscription's part of a column of the bridge: the customer's change decides the column; decreases are below zero. */
const PARTS: Readonly<Record<RecurringMove, string>> = {
  OPENING: 'x.before',
  NEW: 'case when x.all_before = 0 and not x.seen_before then x.after - x.before else 0 end',
  REACTIVATION: 'case when x.all_before = 0 and x.seen_before then x.after - x.before else 0 end',
  EXPANSION:
    'case when x.all_before <> 0 and x.all_after <> 0 and x.all_after > x.all_before then x.after - x.before else 0 end',
  CONTRACTION:
    'case when x.all_before <> 0 and x.all_after <> 0 and x.all_after < x.all_before then x.after - x.before else 0 end',
  CHURN: 'case when x.all_before <> 0 and x.all_after = 0 then -x.before else 0 end',
  CLOSING: 'x.after',
  ANNUAL: 'x.after * 12',
};

/** Subscriptions with their exact part in units of the last digit shown ($8); $6 is the last day of the previous month, $7 of the month. */
const partsOf = (move: RecurringMove) => `with spans as (${SPANS}),
  own as (select subscription_id, customer_id,
      coalesce(sum(monthly) filter (where first_day <= $6::date and coalesce(last_day >= $6::date, true)), 0) as before,
      coalesce(sum(monthly) filter (where first_day <= $7::date and coalesce(last_day >= $7::date, true)), 0) as after,
      bool_or(first_day <= $6::date and monthly <> 0) as seen
    from spans group by subscription_id, customer_id),
  bridged as (select own.*, sum(before) over whole as all_before, sum(after) over whole as all_after,
      bool_or(own.seen) over whole as seen_before from own window whole as (partition by customer_id)),
  parts as materialized (select subscription_id, amount * 10::numeric ^ $8::int as units
    from (select x.subscription_id, (${PARTS[move]}) as amount from bridged x) x where amount <> 0)`;

/**
 * The subscriptions behind a column of the bridge, largest first; their parts are rounded to `digits` so that they sum to
 * the rounded figure (largest remainder, in creation order).
 */
export function readBehindRecurring(
  tenant: Tenant,
  scope: RevenueScope,
  move: RecurringMove,
  days: { readonly before: string; readonly last: string },
  digits: number,
  { page, limit }: Page,
): Promise<BehindRow[]> {
  // The figure is rounded half-even, like every amount.
  return sql<BehindRow>(
    tenant,
    `${partsOf(move)},
     whole as (select sum(units) as exact, sum(floor(units)) as floors, count(*)::int as count from parts),
     rounded as (select floors, count, case when exact - floor(exact) = 0.5 and mod(floor(exact), 2) = 0
         then floor(exact) else floor(exact + 0.5) end as units from whole),
     shared as (select x.subscription_id, r.count, r.units / 10::numeric ^ $8::int as total,
         (floor(x.units) + case when row_number() over (order by x.units - floor(x.units) desc, x.subscription_id) <= r.units - r.floors
           then 1 else 0 end) / 10::numeric ^ $8::int as amount
       from parts x cross join rounded r)
     select s.id, s.subscription_number as number, s.name, s.customer_id as "customerId", s.subscription_status as status,
       x.amount::text as amount, x.count, x.total::text as total
     from (select * from shared order by abs(amount) desc, subscription_id limit $9::int offset $10::int) x
     join subscriptions s on s.organization_id = $1::uuid and s.id = x.subscription_id
     order by abs(x.amount) desc, x.subscription_id`,
    [...scopeValues(tenant, scope), days.before, days.last, digits, limit, (page - 1) * limit],
  );
}
