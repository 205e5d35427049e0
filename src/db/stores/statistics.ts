import { sql, type TenantClaim, withTenantSql } from '../tenancy';

/** Refreshes the planner's statistics for the ledger's tables, for use after loading them in bulk. Takes milliseconds. */
export function refreshStatistics(claim: TenantClaim): Promise<void> {
  return withTenantSql(claim, async (tenant) => {
    await sql(tenant, 'select daybook_refresh_statistics()');
  });
}
