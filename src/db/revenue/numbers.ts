import { sql, type Tenant } from '../tenancy';

/** Whether a contract of the organization already has this number. */
export async function contractNumberTaken(tenant: Tenant, contractNumber: string): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }>(
    tenant,
    `select exists (select 1 from revenue_contracts where organization_id = $1::uuid and contract_number = $2) as taken`,
    [tenant.organizationId, contractNumber],
  );
  return row?.taken ?? false;
}
