import { recordStore } from '../../record-store';
import { recordStream } from '../../record-stream';
import { sql, type Tenant } from '../../tenancy';

/** Items that are sold or bought. */
export const items = recordStore('Item');

export const streamItems = recordStream('Item');

/** The revenue accounts of items. */
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
