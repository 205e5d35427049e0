import type { Principal } from '@/core/principal';
import { refreshStatistics } from '@/db/stores/statistics';

/**
 * Updates the database's statistics on the ledger's tables: for bulk work, after its first thousand documents. Plans
 * made for empty tables are slow.
 */
export function refreshLedgerStatistics(principal: Principal): Promise<void> {
  return refreshStatistics({ organizationId: principal.organizationId, userId: null });
}
