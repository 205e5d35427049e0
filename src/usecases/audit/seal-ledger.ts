import type { Principal } from '@/core/principal';
import { sealLedgerEntries } from '@/db/stores/evidence/ledger-seals';

/** Entries sealed in one transaction: limits how long the chain's lock is held, and how much one seal covers. */
const AT_ONCE = 2_000;

/**
 * Seals the ledger entries of the principal's organization that have no seal yet: entry, lines and document. Background work,
 * like the sealing of audit rows. Returns how many.
 */
export async function sealLedger(principal: Principal): Promise<number> {
  const claim = { organizationId: principal.organizationId, userId: null };
  let total = 0;
  for (;;) {
    const sealed = await sealLedgerEntries(claim, AT_ONCE);
    total += sealed;
    if (sealed < AT_ONCE) return total;
  }
}
