import type { Principal } from '@/core/principal';
import { foldDays } from '@/db/stores/day-sums';

/** Entries and notes added in one transaction: limits how long its lock is held. */
const AT_ONCE = 5_000;

/**
 * Adds the principal's organization's newest postings to the sums by day, which reports and lists read (docs/scale.md). Background work,
 * like sealing; until it is done, reports read those postings line by line. Returns whether more is left.
 */
export async function addDays(principal: Principal): Promise<boolean> {
  const { entries, notes } = await foldDays(
    { organizationId: principal.organizationId, userId: null },
    AT_ONCE,
  );
  return entries === AT_ONCE || notes === AT_ONCE;
}
