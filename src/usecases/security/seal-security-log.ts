import type { Principal } from '@/core/principal';
import { purgeSecurityRows, sealSecurityRows } from '@/db/stores/security-seals';

/** Rows sealed, or removed, in one transaction: limits how long the chain's lock is held. */
const AT_ONCE = 2_000;

const claimOf = ({ organizationId }: Principal) => ({ organizationId, userId: null });

/** Seals the rows of the organization's security log that are certain to be committed. Background work, not a caller's verb. */
export const sealSecurityLog = (principal: Principal): Promise<number> => whole(principal, sealSecurityRows);

/**
 * Removes the rows of the security log that the organization keeps no longer (`securityLogMonths`, at least 24; kept for good when
 * not set), leaving a sealed mark. Returns the number of rows. Background work.
 */
export const purgeSecurityLog = (principal: Principal): Promise<number> =>
  whole(principal, purgeSecurityRows);

async function whole(principal: Principal, portion: typeof sealSecurityRows): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await portion(claimOf(principal), AT_ONCE);
    total += done;
    if (done < AT_ONCE) return total;
  }
}
