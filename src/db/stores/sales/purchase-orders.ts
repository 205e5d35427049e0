import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { sql, type Tenant } from '../../tenancy';

export type PurchaseOrderRecord = Plain<'PurchaseOrder'>;
export type PurchaseOrderLineRecord = Plain<'PurchaseOrderLine'>;

/** Orders placed with vendors; each is also a commitment of its project. */
export const purchaseOrders = recordStore('PurchaseOrder');
export const purchaseOrderLines = recordStore('PurchaseOrderLine');

/** Whether the organization has such a vendor. */
export async function hasVendor(tenant: Tenant, id: string): Promise<boolean> {
  const rows = await sql(tenant, 'select 1 from vendors where organization_id = $1::uuid and id = $2::uuid', [
    tenant.organizationId,
    id,
  ]);
  return rows.length > 0;
}
