import { withOwner } from '@/testing/owner';

/** One id from every table in which the organization has a record: `customers` → id. */
export function idsOfEveryKind(organizationId: string): Promise<Map<string, string>> {
  return withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    const { rows: tables } = await client.query<{ name: string }>(
      `select a.table_name as name from information_schema.columns a
       join information_schema.columns b on b.table_schema = a.table_schema and b.table_name = a.table_name and b.column_name = 'id'
       where a.table_schema = 'public' and a.column_name = 'organization_id' order by 1`,
    );
    const found = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ id: string }>(
        `select id from "${name}" where organization_id = $1 order by id limit 1`,
        [organizationId],
      );
      if (rows[0] !== undefined) found.set(name, rows[0].id);
    }
    return found;
  });
}
