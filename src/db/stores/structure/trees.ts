import { sql, type Tenant } from '../../tenancy';

/** A table whose records form a tree. Names come from code, never from input. */
export interface TreeTable {
  readonly table: string;
  /** The column that refers to the parent. */
  readonly column: string;
}

/**
 * The ancestors of a record, nearest first; null when it does not exist in the organization. Until the transaction ends, no
 * one else can move a record in this tree, so that two concurrent moves cannot create a cycle that neither sees.
 */
export async function lockAncestors(
  tenant: Tenant,
  { table, column }: TreeTable,
  id: string,
): Promise<string[] | null> {
  await sql(tenant, 'select pg_advisory_xact_lock(hashtextextended($1::text, 9))::text', [
    `${tenant.organizationId}/${table}`,
  ]);
  const rows = await sql<{ id: string; depth: number }>(
    tenant,
    `with recursive chain as (
       select id, ${column} as parent, 0 as depth from ${table} where organization_id = $1::uuid and id = $2::uuid
       union all
       select t.id, t.${column}, c.depth + 1 from chain c
       join ${table} t on t.organization_id = $1::uuid and t.id = c.parent
     ) cycle id set is_cycle using path
     select id::text as id, depth from chain order by depth`,
    [tenant.organizationId, id],
  );
  return rows.length === 0 ? null : rows.slice(1).map((row) => row.id);
}

/** The number of direct children of this record. */
export async function countChildren(
  tenant: Tenant,
  { table, column }: TreeTable,
  id: string,
): Promise<number> {
  const [row] = await sql<{ n: number }>(
    tenant,
    `select count(*)::int as n from ${table} where organization_id = $1::uuid and ${column} = $2::uuid`,
    [tenant.organizationId, id],
  );
  return row?.n ?? 0;
}
