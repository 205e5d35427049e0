import { newId } from '../../lib/ids';
import { insertRows } from '../bulk';
import { sql, type Tenant } from '../tenancy';

/** Whether the organization is one to try things in. */
export async function isDemoOrganization(tenant: Tenant): Promise<boolean> {
  const [row] = await sql<{ isDemo: boolean }>(
    tenant,
    `select is_demo as "isDemo" from organizations where id = $1::uuid`,
    [tenant.organizationId],
  );
  return row?.isDemo === true;
}

/** The customer of that name, made when there is none. */
export async function customerNamed(
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
