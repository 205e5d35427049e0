import type { Principal } from '@/core/principal';
import { refreshStatistics } from '@/db/stores/statistics';

/**
 * Lets the database know how large the ledger's tables have become: for bulk work, between its first thousand documents
 * and the rest. Plans made for empty tables are slow ones.
 */
export function refreshLedgerStatistics(principal: Principal): Promise<void> {
  return refreshStatistics({ organizationId: principal.organizationId, userId: null });
}
