import { EMPTY_HEAD } from '@/core/evidence/kept-head';
import type { Principal } from '@/core/principal';
import {
  findVerifiedPoint,
  moveVerifiedPoint,
  type VerifiedPoint,
} from '@/db/stores/evidence/verified-points';
import { withTenantReport, withTenantSql } from '@/db/tenancy';
import type { BooksVerdict } from './verify-books';

const claimOf = ({ organizationId }: Principal) => ({ organizationId, userId: null });

/** Up to where the books of the principal's organization were found sound; null before their first full verification. */
export const verifiedPointOf = (principal: Principal): Promise<VerifiedPoint | null> =>
  withTenantReport(claimOf(principal), findVerifiedPoint);

/**
 * Moves the verified point to the end of the chains as a sound verdict saw them; one that found something moves nothing, so that the next
 * verification looks at the same rows again. Background work, like sealing: it changes no record and is not audited.
 */
export async function markVerified(principal: Principal, verdict: BooksVerdict): Promise<void> {
  if (!verdict.isSound) return;
  const { audit, ledger, security = EMPTY_HEAD } = verdict.heads;
  const heads = { audit, ledger, security };
  await withTenantSql(claimOf(principal), (tenant) =>
    moveVerifiedPoint(tenant, { heads, checkedAt: verdict.checkedAt, isWhole: verdict.since === null }),
  );
}
