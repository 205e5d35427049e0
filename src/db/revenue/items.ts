import { sql, type Tenant } from '../tenancy';

/** The accounts items earn on. */
export async function itemAccounts(
  tenant: Tenant,
  ids: readonly string[],
): Promise<{ id: string; name: string; revenueAccountId: string | null }[]> {
  if (ids.length === 0) return [];
  return sql(
    tenant,
    `select i.id, i.name, i.revenue_account_id as "revenueAccountId" from items i where i.organization_id = $1::uuid and i.id = any ($2::uuid[])`,
    [tenant.organizationId, ids],
  );
}

/** What accounts ask every line for: dimensions by their names. */
export async function requiredDimensions(
  tenant: Tenant,
  accountIds: readonly string[],
): Promise<{ id: string; code: string; required: string[] }[]> {
  return sql(
    tenant,
    `select a.id, a.code, a.required_dimensions as required from accounts a
     where a.organization_id = $1::uuid and a.id = any ($2::uuid[]) and cardinality(a.required_dimensions) > 0`,
    [tenant.organizationId, accountIds],
  );
}
