import type { Plain } from '../record-row';
import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';
import { rowFromSql } from '../row-from-sql';
import { sql, type Tenant } from '../tenancy';

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
