import { sql, type Tenant } from '../tenancy';

/** The names shown in the head of a file. */
export interface ExportNames {
  readonly organization: string;
  /** Null for one that does not exist or that the caller may not see. */
  readonly subsidiary: string | null;
}

/** The names of the organization and of a subsidiary. */
export async function readExportNames(tenant: Tenant, subsidiaryId: string | null): Promise<ExportNames> {
  const [row] = await sql<ExportNames>(
    tenant,
    `select o.name as organization, (select s.name from subsidiaries s
       where s.organization_id = o.id and s.id = $2::uuid) as subsidiary
     from organizations o where o.id = $1::uuid`,
    [tenant.organizationId, subsidiaryId],
  );
  if (row === undefined) throw new Error('an organization in use has no row');
  return row;
}
