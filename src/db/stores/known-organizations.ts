import { directoryPool } from '../client';

/**
 * The ids of all organizations in order, a batch at a time, for background work. Row security shows the application one
 * organization at a time; the directory's own ids are maintained by a trigger, and those of other servers are placed and have a short name.
 */
export async function listOrganizationIds(after: string | null, limit: number): Promise<string[]> {
  const result = await directoryPool().queryAs<{ id: string }>(
    { organizationId: null, userId: null },
    {
      name: 'known_organizations',
      text: `select id from (
               (select id from known_organizations where $1::uuid is null or id > $1::uuid order by id limit $2::int)
               union
               (select s.id from organization_slugs s join placements p on p.organization_id = s.id
                where $1::uuid is null or s.id > $1::uuid order by 1 limit $2::int)
             ) x order by id limit $2::int`,
      values: [after, limit],
    },
  );
  return result.rows.map((row) => row.id);
}
