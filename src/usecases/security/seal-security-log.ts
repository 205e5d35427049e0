import type { Principal } from '@/core/principal';
import { purgeSecurityRows, sealSecurityRows } from '@/db/stores/evidence/security-seals';

/** Rows sealed, or removed, in one transaction: limits how long the chain's lock is held. */
const AT_ONCE = 2_000;

const claimOf = ({ organizationId }: Principal) => ({ organizationId, userId: null });

/**
 * Seals the rows of the organization's security log that are certain to be committed; `isWhole` looks for them in the whole log, as
 * `sealAudit` does. Background work, not a caller's verb.
 */
export const sealSecurityLog = (
  principal: Principal,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): Promise<number> => untilFewer((limit) => sealSecurityRows(claimOf(principal), limit, isWhole));

/**
 * Removes the rows of the security log that the organization no longer keeps (`securityLogMonths`, at least 24; kept indefinitely when
 * not set), leaving a sealed mark. Returns the number of rows. Background work.
 */
export const purgeSecurityLog = (principal: Principal): Promise<number> =>
  untilFewer((limit) => purgeSecurityRows(claimOf(principal), limit));

async function untilFewer(portion: (limit: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await portion(AT_ONCE);
    total += done;
    if (done < AT_ONCE) return total;
  }
}
