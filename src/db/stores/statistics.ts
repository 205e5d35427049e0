import { sql, type TenantClaim, withTenantSql } from '../tenancy';

/** Has the planner look at the ledger's tables again: for whoever has just filled them in bulk. Milliseconds. */
export function refreshStatistics(claim: TenantClaim): Promise<void> {
  return withTenantSql(claim, async (tenant) => {
    await sql(tenant, 'select daybook_refresh_statistics()');
  });
}
