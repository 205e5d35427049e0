import { sql, type Tenant } from '../tenancy';

/** The customers that a source means by its own ids. */
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

/** Keeps whom a source means by an id. */
export async function keepCustomerKey(
  tenant: Tenant,
  sourceId: string,
  key: string,
  customerId: string,
): Promise<void> {
  await sql(
    tenant,
    `insert into source_customers (organization_id, source_id, customer_key, customer_id) values ($1::uuid, $2::uuid, $3, $4::uuid)
     on conflict (organization_id, source_id, customer_key) do update set customer_id = excluded.customer_id`,
    [tenant.organizationId, sourceId, key, customerId],
  );
}

/** A new customer of an order, with the id of the other system as its number. */
export async function insertOrderCustomer(
  tenant: Tenant,
  customer: {
    readonly id: string;
    readonly number: string;
    readonly name: string;
    readonly email: string | null;
    readonly currencyCode: string;
  },
): Promise<void> {
  await sql(
    tenant,
    `insert into customers (organization_id, id, customer_id, company_name, contact_email, currency_code)
     values ($1::uuid, $2::uuid, $3, $4, $5, $6)`,
    [
      tenant.organizationId,
      customer.id,
      customer.number,
      customer.name,
      customer.email,
      customer.currencyCode,
    ],
  );
}
