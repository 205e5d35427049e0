import { firstIdAt } from '../../lib/ids';
import { directoryPool } from '../client';
import { systemStatement, type TenantClaim } from '../tenancy';

/** Removes the organization's expired stored answers; returns their number. No tenant can see the difference. */
export async function purgeIdempotencyKeys(claim: TenantClaim): Promise<number> {
  const result = await systemStatement(claim.organizationId, {
    text: 'delete from idempotency_keys where organization_id = $1::uuid and expires_at < now()',
    values: [claim.organizationId],
  });
  return result.rowCount ?? 0;
}

/** Removes the counters of credentials without a request for two days; returns their number. */
export async function purgeRateCounters(): Promise<number> {
  const result = await directoryPool().queryAs(
    { organizationId: null, userId: null },
    { text: `delete from rate_counters where updated_at < now() - interval '2 days'` },
  );
  return result.rowCount ?? 0;
}

/**
 * Removes up to `limit` events that were published before a moment, oldest first, with what is kept of their deliveries; returns their
 * number. An event stays while a delivery of it is still to be made.
 */
export async function purgePublishedEvents(claim: TenantClaim, before: Date, limit: number): Promise<number> {
  const result = await systemStatement(claim.organizationId, {
    text: `delete from outbox_events e where e.organization_id = $1::uuid and e.id in (
               select x.id from outbox_events x
               where x.organization_id = $1::uuid and x.id < $2::uuid and x.published_at < $3::timestamptz
                 and not exists (select from webhook_deliveries d where d.organization_id = x.organization_id and d.event_id = x.id
                   and d.delivery_state = 'PENDING')
               order by x.id limit $4::int)`,
    values: [claim.organizationId, firstIdAt(before.getTime()), before, limit],
  });
  return result.rowCount ?? 0;
}
