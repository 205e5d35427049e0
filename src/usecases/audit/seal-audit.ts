import type { Principal } from '@/core/principal';
import { type Sealed, sealAuditRows } from '@/db/stores/evidence/audit-seals';

/** Rows sealed in one transaction: limits how long the chain's lock is held. */
const AT_ONCE = 2_000;

/**
 * Seals the audit rows of the principal's organization that are certain to be committed: chains each to the
 * one before by hash. This is background work, not a caller's verb: it changes no business record and
 * writes no audit row of its own. `isWhole` looks for rows without a seal in the whole log: in a database restored to another server a row
 * that waited while the transaction numbers there passed the newest sealed one is found only this way.
 */
export async function sealAudit(
  principal: Principal,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): Promise<Sealed> {
  let total = 0;
  for (;;) {
    const { sealed, hasMore } = await sealAuditRows(
      { organizationId: principal.organizationId, userId: null },
      AT_ONCE,
      isWhole,
    );
    total += sealed;
    if (sealed < AT_ONCE) return { sealed: total, hasMore };
  }
}
