import type { Principal } from '@/core/principal';
import { purgeIdempotencyKeys, purgeRateCounters } from '@/db/stores/expiry';

/**
 * Deletes the organization's stored answers that are over 24 hours old (decisions.md, "Idempotency"). Background work.
 */
export function purgeExpiredAnswers(principal: Principal): Promise<number> {
  return purgeIdempotencyKeys({ organizationId: principal.organizationId, userId: null });
}

/** Deletes rate counters that have not been used for two days. Background work. */
export function purgeIdleCounters(): Promise<number> {
  return purgeRateCounters();
}
