import type { Principal } from '@/core/principal';
import { purgeIdempotencyKeys, purgePublishedEvents, purgeRateCounters } from '@/db/stores/expiry';
import { purgeUnusedPlacements } from '@/db/stores/placements';

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

/** Deletes placements of organizations whose founding was refused. Background work. */
export function purgePlacements(): Promise<number> {
  return purgeUnusedPlacements();
}

/** Published events are kept this long: a receiver that missed one asks for it within days. The audit trail has what happened for good. */
const EVENTS_DAYS = 90;
const EVENTS_AT_ONCE = 5_000;
/** A first round after years leaves the rest for the next sweep. */
const ROUNDS = 40;

/** Deletes the organization's events that were published over ninety days ago; returns how many. Background work. */
export async function purgeOldEvents(principal: Principal, now: Date): Promise<number> {
  const claim = { organizationId: principal.organizationId, userId: null };
  const before = new Date(now.getTime() - EVENTS_DAYS * 86_400_000);
  let purged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const some = await purgePublishedEvents(claim, before, EVENTS_AT_ONCE);
    purged += some;
    if (some < EVENTS_AT_ONCE) break;
  }
  return purged;
}
