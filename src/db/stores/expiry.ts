import { connections } from '../client';
import type { TenantClaim } from '../tenancy';

/** Removes the organization's stored answers whose day is over; answers how many. No tenant can see the difference. */
export async function purgeIdempotencyKeys(claim: TenantClaim): Promise<number> {
  const result = await connections().pool.queryAs(
    { organizationId: claim.organizationId, userId: null },
    {
      text: 'delete from idempotency_keys where organization_id = $1::uuid and expires_at < now()',
      values: [claim.organizationId],
    },
  );
  return result.rowCount ?? 0;
}

/** Removes the counters of credentials that have not called for two days; answers how many. */
export async function purgeRateCounters(): Promise<number> {
  const result = await connections().pool.queryAs(
    { organizationId: null, userId: null },
    { text: `delete from rate_counters where updated_at < now() - interval '2 days'` },
  );
  return result.rowCount ?? 0;
}
