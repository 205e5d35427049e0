import { createHash, randomBytes } from 'node:crypto';

/** How long the first owner's link can be used, in minutes. */
export const FIRST_LINK_MINUTES = 60;

/**
 * The secret of a new link to the page that creates the first owner, while there are no accounts; undefined afterward. A link
 * of an earlier start stops working. Only its hash is stored, so each start makes another one. Call it under the prepare
 * lock, after the migrations.
 * @param {import('pg').Client} client a connection of the owner
 * @returns {Promise<string | undefined>}
 */
export async function firstOwnerSecret(client) {
  const { rows } = await client.query('select not exists (select from users) as nobody');
  if (!rows[0].nobody) return undefined;
  const secret = randomBytes(32).toString('base64url');
  await client.query(
    `with earlier as (delete from one_time_links where purpose = 'first_owner')
     insert into one_time_links (id, purpose, secret_hash, expires_at)
     values (daybook_uuid_v7(), 'first_owner', $1, now() + make_interval(mins => $2))`,
    [createHash('sha256').update(secret).digest('hex'), FIRST_LINK_MINUTES],
  );
  return secret;
}
