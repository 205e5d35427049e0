import type { Principal } from '@/core/principal';
import { foldDays } from '@/db/stores/documents/day-sums';

/** Entries and notes added in one transaction: limits how long its lock is held. */
const AT_ONCE = 5_000;
/** Transactions of one visit: an organization that posts without a pause is kept up with, and the others still get their turn. */
const ROUNDS = 8;

/**
 * Adds the principal's organization's newest postings to the sums by day and by customer, which reports and lists read, checks the revenue contracts
 * that were touched, which the reconciliation reads, copies their balances for reports as known at an earlier moment, and compares documents between subsidiaries that changed, which a close reads (docs/scale.md). Background work, like sealing; until it is done, reports read those
 * postings and contracts row by row. Returns whether more is left.
 */
export async function addToDaySums(principal: Principal): Promise<boolean> {
  const claim = { organizationId: principal.organizationId, userId: null };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { entries, notes, customers, contracts, pairs, copied } = await foldDays(claim, AT_ONCE);
    if (
      entries < AT_ONCE &&
      notes < AT_ONCE &&
      customers === 0 &&
      contracts === 0 &&
      pairs === 0 &&
      copied === 0
    )
      return false;
  }
  return true;
}
