import { directoryPool } from '../client';
import { copyNews } from '../identity/elsewhere';
import { forgetPlacement } from '../placement';
import { DIRECTORY, serverNames } from '../servers';

const NOBODY = { organizationId: null, userId: null };

/**
 * Chooses the server on which an organization is about to be founded, and records it: the one named, or the one with the fewest organizations.
 * An organization that was placed before, as by the first of two calls with one Idempotency-Key, stays where it is. Where there is one
 * server nothing is recorded. Throws for a name that no server has.
 */
export async function placeNewOrganization(
  organizationId: string,
  wanted: string | undefined,
): Promise<void> {
  const names = serverNames();
  if (wanted !== undefined && !names.includes(wanted)) {
    throw new Error(`DAYBOOK_FOUND_ON is ${wanted}, which is not one of ${names.join(', ')}`);
  }
  if (names.length === 1 || wanted === DIRECTORY) return;
  await directoryPool().queryAs(NOBODY, {
    name: 'place_new_organization',
    text: `insert into placements (organization_id, server, moved_at)
           select $1::uuid, name, now() from (
             select n.name, case when n.name = $3 then (select count(*) from known_organizations k
                 where not exists (select from placements p where p.organization_id = k.id and p.server <> $3))
               else (select count(*) from placements p where p.server = n.name) end as held
             from unnest($2::text[]) with ordinality as n(name, place) order by held, place limit 1
           ) least
           where name <> $3
           on conflict (organization_id) do nothing`,
    values: [organizationId, wanted === undefined ? names : [wanted], DIRECTORY],
  });
  forgetPlacement(organizationId);
}

/** Reports to the directory what changed in organizations on other servers; returns how many were copied. See db/identity/elsewhere. */
export const copyNewsOfOrganizations = (): Promise<number> => copyNews();

/** Removes placements, an hour old, of organizations whose founding was refused; returns their number. */
export async function purgeUnusedPlacements(): Promise<number> {
  const result = await directoryPool().queryAs(NOBODY, {
    text: `delete from placements p where p.epoch = 0 and p.moved_at < now() - interval '1 hour'
           and not exists (select from organization_slugs s where s.id = p.organization_id)`,
  });
  return result.rowCount ?? 0;
}
