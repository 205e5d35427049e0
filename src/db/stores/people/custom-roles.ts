import { recordStore } from '../../record-store';
import { sql, type Tenant } from '../../tenancy';

/** Roles that the organization makes of the list of permissions. */
export const customRoles = recordStore('CustomRole');

/** How many members and invitations have a role; those who left and those that were answered do not count. */
export async function countHolders(tenant: Tenant, roleId: string): Promise<number> {
  const [row] = await sql<{ n: number }>(
    tenant,
    `select (select count(*) from memberships m where m.organization_id = $1::uuid and m.record_status = 'active'
               and $2::uuid = any (m.custom_role_ids))::int
          + (select count(*) from invitations i where i.organization_id = $1::uuid and i.invitation_status = 'PENDING'
               and $2::uuid = any (i.custom_role_ids))::int as n`,
    [tenant.organizationId, roleId],
  );
  return row?.n ?? 0;
}
