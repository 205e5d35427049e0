import { OWED_KINDS } from '../../../core/transactions/kinds';
import { newId } from '../../../lib/ids';
import { insertRows } from '../../bulk';
import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { recordStream } from '../../record-stream';
import { kindList } from '../../reports/parameters';
import { sql, type Tenant } from '../../tenancy';

export type CustomerRecord = Plain<'Customer'>;
/** Customers (interface 2.3). */
export const customers = recordStore('Customer');

export const streamCustomers = recordStream('Customer');

/** Which warehouses serve which customer. */
export const customerWarehouses = recordStore('CustomerWarehouse');

export interface OpenBalance {
  readonly customerId: string;
  readonly currencyCode: string;
  /** Invoiced and posted, less credits and payments applied, in the document currency. */
  readonly openAmount: string;
  readonly documents: number;
  /** The part that was due before the given day. */
  readonly overdueAmount: string;
}

/** What customers owe on posted invoices, per currency. */
export const openBalances = (tenant: Tenant, customerIds: readonly string[], onDay: string) =>
  sql<OpenBalance>(
    tenant,
    `select entity_id::text as "customerId", currency_code as "currencyCode",
            sum(total_amount - applied_amount)::text as "openAmount", count(*)::int as documents,
            coalesce(sum(total_amount - applied_amount) filter (where due_date < $3::date), 0)::text as "overdueAmount"
     from business_transactions
     where organization_id = $1::uuid and entity_id = any($2::uuid[]) and entity_type = 'CUSTOMER'
       and kind = 'INVOICE' and transaction_status = 'POSTED' and total_amount > applied_amount
       -- Worded as in the index of what is owed, which has few of a customer's documents.
       and kind in ${kindList(OWED_KINDS)} and applied_amount <> total_amount and reversal_date is null and cancelled_at is null
     group by entity_id, currency_code order by currency_code`,
    [tenant.organizationId, customerIds, onDay],
  );

/** Locks a customer so that only one caller writes its lists at a time. False when there is no such customer. */
export async function lockCustomer(tenant: Tenant, id: string): Promise<boolean> {
  const rows = await sql(
    tenant,
    'select 1 from customers where organization_id = $1::uuid and id = $2::uuid for update',
    [tenant.organizationId, id],
  );
  return rows.length > 0;
}

/** The customer with that name, created if there is none. */
export async function ensureCustomerNamed(
  tenant: Tenant,
  companyName: string,
): Promise<{ id: string; isNew: boolean }> {
  const [known] = await sql<{ id: string }>(
    tenant,
    `select id from customers where organization_id = $1::uuid and company_name = $2 and record_status = 'active' order by created_at, id limit 1`,
    [tenant.organizationId, companyName],
  );
  if (known !== undefined) return { id: known.id, isNew: false };
  const id = newId();
  await insertRows(tenant, 'customers', [{ id, companyName }]);
  return { id, isNew: true };
}
