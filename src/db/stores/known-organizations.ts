import { connections } from '../client';

/**
 * The ids of all organizations in order, a batch at a time, for background work. Row security shows the application one
 * organization at a time; this table holds only ids and is maintained by a trigger.
 */
export async function listOrganizationIds(after: string | null, limit: number): Promise<string[]> {
  const result = await connections().pool.queryAs<{ id: string }>(
    { organizationId: null, userId: null },
    {
      name: 'known_organizations',
      text: `select id from known_organizations where $1::uuid is null or id > $1::uuid order by id limit $2::int`,
      values: [after, limit],
    },
  );
  return result.rows.map((row) => row.id);
}
