import { insertRows } from '../../bulk';
import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { recordStream } from '../../record-stream';
import { rowFromSql } from '../../row-from-sql';
import { sql, type Tenant } from '../../tenancy';

export type SubscriptionRecord = Plain<'Subscription'>;
export type SubscriptionItemRecord = Plain<'SubscriptionItem'>;

/** Subscriptions: what a customer is billed for periodically. */
export const subscriptions = recordStore('Subscription');

export const streamSubscriptions = recordStream('Subscription');

/** Subscription lines. */
export const subscriptionItems = recordStore('SubscriptionItem');

type Row = Record<string, unknown>;

/** One subscription, locked against other writers and other billings of it. */
export async function lockSubscription(tenant: Tenant, id: string): Promise<SubscriptionRecord | null> {
  const [row] = await sql<Row>(
    tenant,
    'select * from subscriptions where organization_id = $1::uuid and id = $2::uuid for no key update',
    [tenant.organizationId, id],
  );
  return row === undefined ? null : rowFromSql('Subscription', row);
}

/** The items in force on any day of a range, oldest first. SQL handles only. */
export async function itemsInForce(
  tenant: Tenant,
  subscriptionId: string,
  span: { readonly start: string; readonly end: string },
): Promise<SubscriptionItemRecord[]> {
  const rows = await sql<Row>(
    tenant,
    `select * from subscription_items where organization_id = $1::uuid and subscription_id = $2::uuid
       and start_date <= $4::date and (end_date is null or end_date >= $3::date)
     order by start_date, id`,
    [tenant.organizationId, subscriptionId, span.start, span.end],
  );
  return rows.map((row) => rowFromSql('SubscriptionItem', row));
}

/** All items of these subscriptions, oldest first. SQL handles only. */
export async function itemsOfSubscriptions(
  tenant: Tenant,
  ids: readonly string[],
): Promise<SubscriptionItemRecord[]> {
  const rows = await sql<Row>(
    tenant,
    `select * from subscription_items where organization_id = $1::uuid and subscription_id = any ($2::uuid[])
     order by subscription_id, start_date, id`,
    [tenant.organizationId, [...ids]],
  );
  return rows.map((row) => rowFromSql('SubscriptionItem', row));
}

/** How many subscriptions billing looks at: those that are active or paused. */
export async function countBilled(tenant: Tenant): Promise<number> {
  const [row] = await sql<{ n: number }>(
    tenant,
    `select count(*)::int as n from subscriptions
     where organization_id = $1::uuid and record_status = 'active' and subscription_status in ('ACTIVE', 'PAUSED')`,
    [tenant.organizationId],
  );
  return row?.n ?? 0;
}

/** The number of the invoice that already bills a period, unless it was canceled or reversed; null when there is none. */
export async function invoiceOfPeriod(
  tenant: Tenant,
  subscriptionId: string,
  reference: string,
): Promise<string | null> {
  const [row] = await sql<{ number: string }>(
    tenant,
    `select transaction_number as number from business_transactions
     where organization_id = $1::uuid and subscription_id = $2::uuid and kind = 'INVOICE' and reference_number = $3
       and transaction_status not in ('CANCELLED', 'REVERSED') limit 1`,
    [tenant.organizationId, subscriptionId, reference],
  );
  return row?.number ?? null;
}

/** The document that bills or credits a change of the subscription within a range of days; null when there is none. */
export async function changeWithin(
  tenant: Tenant,
  { id, subscriptionNumber }: Pick<SubscriptionRecord, 'id' | 'subscriptionNumber'>,
  span: { readonly start: string; readonly end: string },
): Promise<string | null> {
  const [row] = await sql<{ number: string }>(
    tenant,
    `select transaction_number as number from business_transactions
     where organization_id = $1::uuid and subscription_id = $2::uuid and starts_with(reference_number, $3 || ' change ')
       and transaction_date between $4::date and $5::date and transaction_status not in ('CANCELLED', 'REVERSED') limit 1`,
    [tenant.organizationId, id, subscriptionNumber, span.start, span.end],
  );
  return row?.number ?? null;
}

/** One item of a subscription. SQL handles only. */
export async function findItem(tenant: Tenant, id: string): Promise<SubscriptionItemRecord | null> {
  const [row] = await sql<Row>(
    tenant,
    'select * from subscription_items where organization_id = $1::uuid and id = $2::uuid',
    [tenant.organizationId, id],
  );
  return row === undefined ? null : rowFromSql('SubscriptionItem', row);
}

/** Ends an item on a day. The caller holds the subscription's lock. SQL handles only. */
export async function endItem(tenant: Tenant, id: string, endDate: string): Promise<void> {
  await sql(
    tenant,
    `update subscription_items set end_date = $3::date where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, id, endDate],
  );
}

export type NewItem = {
  readonly id: string;
  readonly subscriptionId: string;
  readonly itemId: string | null;
  readonly description: string | null;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly discountPercent: string;
  readonly startDate: string;
  readonly endDate: string | null;
};

/** SQL handles only. */
export async function insertItems(tenant: Tenant, items: readonly NewItem[]): Promise<void> {
  await insertRows(tenant, 'subscription_items', items);
}

/** Moves the end of a subscription. The caller holds its lock. SQL handles only. */
export async function extendSubscription(tenant: Tenant, id: string, endDate: string): Promise<void> {
  await sql(
    tenant,
    `update subscriptions set end_date = $3::date where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, id, endDate],
  );
}

/** Cancels a subscription as of a day. The caller holds its lock and has checked its status. SQL handles only. */
export async function cancelOn(tenant: Tenant, id: string, cancelledOn: string): Promise<void> {
  await sql(
    tenant,
    `update subscriptions set subscription_status = 'CANCELLED', cancelled_on = $3::date
     where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, id, cancelledOn],
  );
}

/** A subscription and how far it is billed. */
export interface BilledSubscription {
  readonly id: string;
  readonly subscriptionNumber: string;
  readonly name: string | null;
  readonly customerId: string | null;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly subscriptionStatus: string;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly billingFrequency: string;
  readonly activatedOn: string | null;
  /** The first day of the latest period that an invoice bills; canceled and reversed invoices bill nothing. */
  readonly billedFrom: string | null;
  readonly billedBy: string | null;
}

/**
 * Subscriptions after a number, by number, at most `limit`; those that are active or paused. None was activated after `today`, the
 * accounting day: the database stamps activation by its own clock, which is ahead where the accounting day is fixed.
 */
export function billedSubscriptions(
  tenant: Tenant,
  { after, limit, today }: { readonly after: string | null; readonly limit: number; readonly today: string },
): Promise<BilledSubscription[]> {
  return sql<BilledSubscription>(
    tenant,
    `select s.id, s.subscription_number as "subscriptionNumber", s.name, s.customer_id as "customerId", s.subsidiary_id as "subsidiaryId",
       s.currency_code as "currencyCode", s.subscription_status as "subscriptionStatus", s.start_date as "startDate",
       s.end_date as "endDate", s.billing_frequency as "billingFrequency", least(s.activated_at::date, $4::date) as "activatedOn",
       b.billed_from as "billedFrom", b.billed_by as "billedBy"
     from subscriptions s
     left join lateral (
       select right(t.reference_number, 10) as billed_from, t.transaction_number as billed_by from business_transactions t
       where t.organization_id = s.organization_id and t.subscription_id = s.id and t.kind = 'INVOICE'
         and t.transaction_status not in ('CANCELLED', 'REVERSED')
         and t.reference_number ~ ' [0-9]{4}-[0-9]{2}-[0-9]{2}$'
         and t.reference_number = s.subscription_number || ' ' || right(t.reference_number, 10)
       order by right(t.reference_number, 10) desc limit 1) b on true
     where s.organization_id = $1::uuid and s.record_status = 'active' and s.subscription_status in ('ACTIVE', 'PAUSED')
       and ($2::text is null or s.subscription_number > $2)
     order by s.subscription_number limit $3`,
    [tenant.organizationId, after, limit, today],
  );
}
