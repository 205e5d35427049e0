import { connections } from '../client';
import { connectionScope } from '../pool';
import type { TenantClaim } from '../tenancy';

/** Removes the organization's stored answers whose day is over; answers how many. No tenant can see the difference. */
export function purgeIdempotencyKeys(claim: TenantClaim): Promise<number> {
  return connectionScope.run({ organizationId: claim.organizationId, userId: null }, async () => {
    const result = await connections().pool.query(
      'delete from idempotency_keys where organization_id = $1::uuid and expires_at < now()',
      [claim.organizationId],
    );
    return result.rowCount ?? 0;
  });
}

/** Removes the counters of credentials that have not called for two days; answers how many. */
export function purgeRateCounters(): Promise<number> {
  return connectionScope.run({ organizationId: null, userId: null }, async () => {
    const result = await connections().pool.query(
      `delete from rate_counters where updated_at < now() - interval '2 days'`,
    );
    return result.rowCount ?? 0;
  });
}
