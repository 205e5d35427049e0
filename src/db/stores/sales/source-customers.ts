import { insertRows } from '../../bulk';
import { sql, type Tenant } from '../../tenancy';

/** The customers for the ids of a source. */
export async function customersByKey(
  tenant: Tenant,
  sourceId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ key: string; id: string }>(
    tenant,
    `select customer_key as key, customer_id as id from source_customers
     where organization_id = $1::uuid and source_id = $2::uuid and customer_key = any ($3::text[])`,
    [tenant.organizationId, sourceId, [...keys]],
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Stores which customers the ids of a source refer to. */
export async function keepCustomerKeys(
  tenant: Tenant,
  sourceId: string,
  customers: readonly { readonly key: string; readonly id: string }[],
): Promise<void> {
  if (customers.length === 0) return;
  await sql(
    tenant,
    `insert into source_customers (organization_id, source_id, customer_key, customer_id)
     select $1::uuid, $2::uuid, k.key, k.id from jsonb_to_recordset($3::jsonb) as k(key text, id uuid)
     on conflict (organization_id, source_id, customer_key) do update set customer_id = excluded.customer_id`,
    [tenant.organizationId, sourceId, JSON.stringify(customers)],
  );
}

/** A customer of an order, with the id of the other system as its number. */
export interface OrderCustomer {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly email: string | null;
  readonly currencyCode: string;
}

/** Adds customers of orders. */
export const insertOrderCustomers = (tenant: Tenant, customers: readonly OrderCustomer[]): Promise<void> =>
  insertRows(
    tenant,
    'customers',
    customers.map(({ id, number, name, email, currencyCode }) => ({
      ...{ id, customerId: number, companyName: name },
      ...{ contactEmail: email, currencyCode },
    })),
  );
