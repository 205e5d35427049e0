import { setTimeout as pause } from 'node:timers/promises';
import type { Plain } from '../record-row';
import { recordStore } from '../record-store';
import { doAfterCommit, sql, systemStatement, type Tenant, type TenantClaim } from '../tenancy';

export type WebhookEndpointRecord = Plain<'WebhookEndpoint'>;
/** The endpoints to which an organization's events are sent. */
export const webhookEndpoints = recordStore('WebhookEndpoint');

/** How long a new endpoint waits for changes that began before it, and how often it looks, besides the fifth of a second that looking takes. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 50;

/**
 * Has the verb that makes an endpoint active answer only when the changes of the organization have ended that were under way as it committed, at
 * most five seconds later: they may not have seen the endpoint, so that no event of theirs is stored. Whatever ends after the answer began after
 * the commit, and is reported.
 */
export function answerOnceEarlierChangesEnd(tenant: Tenant): void {
  const { organizationId } = tenant;
  doAfterCommit(tenant, async () => {
    const end = performance.now() + PATIENCE_MS;
    const { rows } = await systemStatement<{ moment: string }>(organizationId, {
      text: 'select clock_timestamp()::text as moment',
    });
    const look = {
      text: 'select daybook_known_through($1::timestamptz) = $1::timestamptz as done',
      values: [rows[0]?.moment],
    };
    while (performance.now() < end) {
      const found = await systemStatement<{ done: boolean }>(organizationId, look);
      if (found.rows[0]?.done === true) return;
      await pause(LOOK_MS);
    }
  });
}

/** Deliveries to endpoints, with their results. */
export const webhookDeliveries = recordStore('WebhookDelivery');

export interface WebhookBacklog {
  readonly unpublished: boolean;
  readonly due: boolean;
  /** Whether deliveries wait for a later attempt. */
  readonly pending: boolean;
}

/** Whether the organization has events to publish or deliveries to make. */
export async function readWebhookBacklog(tenant: Tenant): Promise<WebhookBacklog> {
  const [row] = await sql<WebhookBacklog>(
    tenant,
    `select exists (select 1 from outbox_events where organization_id = $1::uuid and published_at is null) as unpublished,
       exists (select 1 from webhook_deliveries where organization_id = $1::uuid and delivery_state = 'PENDING'
         and next_attempt_at <= now()) as due,
       exists (select 1 from webhook_deliveries where organization_id = $1::uuid and delivery_state = 'PENDING') as pending`,
    [tenant.organizationId],
  );
  return row ?? { unpublished: false, due: false, pending: false };
}

/** Creates a delivery of each unpublished event for each subscribed endpoint; returns the number of events. */
export async function publishOutbox(tenant: Tenant, limit: number): Promise<number> {
  const [row] = await sql<{ n: number }>(
    tenant,
    `with events as materialized (
       select id, event_type from outbox_events where organization_id = $1::uuid and published_at is null
       order by created_at limit $2::int for update skip locked
     ), made as (
       insert into webhook_deliveries (organization_id, id, event_id, endpoint_id)
       select $1::uuid, daybook_uuid_v7(), e.id, w.id from events e
       join webhook_endpoints w on w.organization_id = $1::uuid and w.record_status = 'active'
         and (cardinality(w.event_types) = 0 or exists (select 1 from unnest(w.event_types) t
           where t = e.event_type or (right(t, 2) = '.*' and starts_with(e.event_type, left(t, -1)))))
       on conflict (organization_id, event_id, endpoint_id) do nothing
     ), published as (
       update outbox_events o set published_at = now()
       where o.organization_id = $1::uuid and o.id = any (array(select e.id from events e))
       returning 1
     ) select count(*)::int as n from published`,
    [tenant.organizationId, limit],
  );
  return row?.n ?? 0;
}

export interface DueDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly endpointId: string;
  /** Including this one. */
  readonly attempts: number;
  readonly url: string;
  readonly secret: string;
  readonly eventType: string;
  readonly recordId: string | null;
  readonly payload: unknown;
  readonly occurredAt: Date;
}

/** An endpoint with deliveries to make; `isFailing`: some of those that wait were tried before. */
export interface DueEndpoint {
  readonly id: string;
  readonly isFailing: boolean;
}

/** The endpoints with due deliveries: first those that answer, then by the time the first delivery has waited. */
export async function dueEndpoints(tenant: Tenant): Promise<DueEndpoint[]> {
  return sql(
    tenant,
    `select d.endpoint_id as id, bool_or(d.attempts > 0) as "isFailing" from webhook_deliveries d
     where d.organization_id = $1::uuid and d.delivery_state = 'PENDING'
     group by d.endpoint_id having min(d.next_attempt_at) <= now() order by bool_or(d.attempts > 0), min(d.next_attempt_at)`,
    [tenant.organizationId],
  );
}

/** Claims due deliveries to an endpoint for two minutes, so that none is lost if the server crashes in the meantime. */
export async function claimDueDeliveries(
  tenant: Tenant,
  endpointId: string,
  limit: number,
): Promise<DueDelivery[]> {
  return sql(
    tenant,
    `with due as (
       select d.id from webhook_deliveries d
       where d.organization_id = $1::uuid and d.delivery_state = 'PENDING' and d.next_attempt_at <= now() and d.endpoint_id = $3::uuid
       order by d.next_attempt_at limit $2::int for update skip locked
     ), claimed as (
       update webhook_deliveries d set attempts = d.attempts + 1, next_attempt_at = now() + interval '2 minutes'
       from due where d.organization_id = $1::uuid and d.id = due.id
       returning d.id, d.event_id, d.endpoint_id, d.attempts
     )
     select c.id, c.event_id as "eventId", c.endpoint_id as "endpointId", c.attempts, w.url, w.secret,
       e.event_type as "eventType", e.record_id as "recordId", e.payload, e.created_at as "occurredAt"
     from claimed c
     join webhook_endpoints w on w.organization_id = $1::uuid and w.id = c.endpoint_id
     join outbox_events e on e.organization_id = $1::uuid and e.id = c.event_id
     order by e.created_at, e.id`,
    [tenant.organizationId, limit, endpointId],
  );
}

export interface DeliveryResult {
  readonly id: string;
  readonly state: 'PENDING' | 'DELIVERED' | 'FAILED';
  readonly status: number | null;
  readonly error: string | null;
  readonly nextAttemptInSeconds: number;
}

/** Records the results of deliveries. */
export async function recordDeliveries(tenant: Tenant, results: readonly DeliveryResult[]): Promise<void> {
  await sql(
    tenant,
    `update webhook_deliveries d set delivery_state = r.state, last_status = r.status, last_error = r.error,
       delivered_at = case when r.state = 'DELIVERED' then now() end,
       next_attempt_at = now() + make_interval(secs => r."nextAttemptInSeconds")
     from jsonb_to_recordset($2::jsonb) as r(id uuid, state text, status int, error text, "nextAttemptInSeconds" int)
     where d.organization_id = $1::uuid and d.id = r.id`,
    [tenant.organizationId, JSON.stringify(results)],
  );
}

/** Deactivates endpoints that answered 410 Gone and abandons the deliveries still waiting for them. */
export async function retireEndpoints(tenant: Tenant, ids: readonly string[]): Promise<void> {
  await sql(
    tenant,
    `with retired as (
       update webhook_endpoints set record_status = 'inactive' where organization_id = $1::uuid and id = any ($2::uuid[]) returning id
     )
     update webhook_deliveries d set delivery_state = 'FAILED', last_error = 'the endpoint is gone' from retired r
     where d.organization_id = $1::uuid and d.endpoint_id = r.id and d.delivery_state = 'PENDING'`,
    [tenant.organizationId, ids],
  );
}

/**
 * Makes deliveries due that wait longer than the attempts they had can be the reason for: the clock was set back after they were
 * put off, and they would wait for as much longer. `waits`: seconds after the first, second … attempt. Returns how many.
 */
export async function releaseDeliveries(claim: TenantClaim, waits: readonly number[]): Promise<number> {
  // Whoever claims one puts it off for two minutes.
  const result = await systemStatement(claim.organizationId, {
    text: `update webhook_deliveries set next_attempt_at = now()
           where organization_id = $1::uuid and delivery_state = 'PENDING' and next_attempt_at > now()
             and (attempts = 0 or next_attempt_at > now() + interval '3 minutes' + make_interval(secs => coalesce(($2::int[])[attempts], 0)))`,
    values: [claim.organizationId, [...waits]],
  });
  return result.rowCount ?? 0;
}
