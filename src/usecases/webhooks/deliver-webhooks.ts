import { Webhook } from 'standardwebhooks';
import type { Principal } from '@/core/principal';
import {
  claimDueDeliveries,
  type DeliveryResult,
  type DueDelivery,
  type DueEndpoint,
  dueEndpoints,
  recordDeliveries,
  retireEndpoints,
} from '@/db/stores/webhooks';
import { type TenantClaim, withTenantSql } from '@/db/tenancy';
import { postOutbound } from '@/lib/outbound';

/** Endpoints of one organization served at the same time, and simultaneous deliveries to each. */
const LANES = 5;
const AT_ONCE = 4;
const TIMEOUT_MS = 15_000;
/** How long an endpoint that answers is served in one round; no longer than waiting for one that does not. */
const ROUND_MS = TIMEOUT_MS;

/** How long to wait after the first, second … failed attempt: the schedule Standard Webhooks recommends. */
export const RETRY_AFTER_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Sends one delivery and returns the HTTP status; throws when there is no response. */
export type SendWebhook = (delivery: {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}) => Promise<number>;

/** Sends over the network, only to public addresses unless `allowPrivate`. */
export function networkSender(allowPrivate: boolean): SendWebhook {
  return (delivery) => postOutbound({ ...delivery, timeoutMs: TIMEOUT_MS, allowPrivate });
}

/**
 * Makes the organization's due deliveries, signed according to Standard Webhooks: at least once each, with the event's
 * id as `webhook-id`. 2xx is delivered, 410 disables the endpoint, anything else is retried later, up to nine times. Each endpoint
 * has a lane of its own, so that one that never answers does not hold up the others; it is tried with one delivery a round.
 * Returns the number of attempts. Background work.
 */
export async function deliverWebhooks(principal: Principal, send: SendWebhook, now: Date): Promise<number> {
  const claim = { organizationId: principal.organizationId, userId: null };
  const endpoints = await withTenantSql(claim, dueEndpoints);
  let attempts = 0;
  const lane = async () => {
    for (let next = endpoints.shift(); next !== undefined; next = endpoints.shift()) {
      const made = await serve(claim, next, send, now);
      attempts += made;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return attempts;
}

/** Delivers to one endpoint until nothing is due, it gives no answer, or its round is over. Returns the number of attempts. */
async function serve(
  claim: TenantClaim,
  endpoint: DueEndpoint,
  send: SendWebhook,
  now: Date,
): Promise<number> {
  const end = performance.now() + ROUND_MS;
  let attempts = 0;
  for (let limit = endpoint.isFailing ? 1 : AT_ONCE; ; limit = AT_ONCE) {
    const due = await withTenantSql(claim, (tenant) => claimDueDeliveries(tenant, endpoint.id, limit));
    if (due.length === 0) return attempts;
    const results = await Promise.all(due.map((delivery) => attempt(delivery, send, now)));
    attempts += due.length;
    const isGone = results.some(({ status }) => status === 410);
    await withTenantSql(claim, async (tenant) => {
      await recordDeliveries(tenant, results);
      if (isGone) await retireEndpoints(tenant, [endpoint.id]);
    });
    if (isGone || results.some(({ status }) => status === null) || performance.now() > end) return attempts;
  }
}

async function attempt(delivery: DueDelivery, send: SendWebhook, now: Date): Promise<DeliveryResult> {
  const wait = RETRY_AFTER_SECONDS[delivery.attempts - 1];
  const failed = (status: number | null, error: string): DeliveryResult => ({
    id: delivery.id,
    state: wait === undefined || status === 410 ? 'FAILED' : 'PENDING',
    status,
    error: error.slice(0, 500),
    nextAttemptInSeconds: wait ?? 0,
  });
  try {
    const body = JSON.stringify({
      type: delivery.eventType,
      timestamp: delivery.occurredAt.toISOString(),
      data: delivery.payload,
    });
    const status = await send({
      url: delivery.url,
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Daybook-Webhooks/1',
        'webhook-id': delivery.eventId,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(delivery.secret).sign(delivery.eventId, now, body),
      },
    });
    if (status < 200 || status > 299) return failed(status, `answered ${status}`);
    return { id: delivery.id, state: 'DELIVERED', status, error: null, nextAttemptInSeconds: 0 };
  } catch (error) {
    return failed(null, error instanceof Error ? error.message : 'no response');
  }
}
