import { connections } from '../client';
import type { TenantClaim } from '../tenancy';

/** Removes the organization's expired stored answers; returns their number. No tenant can see the difference. */
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

/** Removes the counters of credentials without a request for two days; returns their number. */
export async function purgeRateCounters(): Promise<number> {
  const result = await connections().pool.queryAs(
    { organizationId: null, userId: null },
    { text: `delete from rate_counters where updated_at < now() - interval '2 days'` },
  );
  return result.rowCount ?? 0;
}
