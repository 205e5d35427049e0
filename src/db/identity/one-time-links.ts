import { identityQuery, NOBODY } from './scoped-query';

export type LinkPurpose = 'first_owner' | 'password';

/** A link as stored; the secret itself is only in the link. */
export interface StoredLink {
  readonly id: string;
  readonly purpose: LinkPurpose;
  readonly userId: string | null;
  readonly expiresAt: Date;
}

/** Stores a new link. */
export async function insertLink(link: StoredLink & { readonly secretHash: string }): Promise<void> {
  await identityQuery(
    NOBODY,
    'insert_link',
    `insert into one_time_links (id, purpose, secret_hash, user_id, expires_at) values ($1, $2, $3, $4, $5)`,
    [link.id, link.purpose, link.secretHash, link.userId, link.expiresAt],
  );
}

/** The link with this secret if it can still be used, or null. */
export async function usableLink(secretHash: string): Promise<StoredLink | null> {
  const rows = await identityQuery<StoredLink>(
    NOBODY,
    'usable_link',
    `select id, purpose, user_id as "userId", expires_at as "expiresAt" from one_time_links
     where secret_hash = $1 and used_at is null and expires_at > now()`,
    [secretHash],
  );
  return rows[0] ?? null;
}

/**
 * Uses a link to choose a password: stores the hash, and makes every other link to the same account useless. Of two
 * simultaneous calls one wins; the other returns null, as does a link that has expired. One statement, so that a link is
 * never used up without effect.
 */
export async function takePasswordLink(secretHash: string, passwordHash: string): Promise<string | null> {
  const rows = await identityQuery<{ userId: string }>(
    NOBODY,
    'take_password_link',
    `with used as (
       update one_time_links set used_at = now()
       where secret_hash = $1 and purpose = 'password' and used_at is null and expires_at > now()
         and exists (select from users u where u.id = user_id and not u.is_disabled) returning id, user_id
     ), others as (
       update one_time_links l set used_at = now() from used
       where l.user_id = used.user_id and l.id <> used.id and l.used_at is null
     )
     update users u set password_hash = $2, password_until = null, updated_at = now() from used where u.id = used.user_id returning u.id as "userId"`,
    [secretHash, passwordHash],
  );
  return rows[0]?.userId ?? null;
}

/** Makes every unused link to an account useless. */
export async function revokeLinksOf(userId: string): Promise<void> {
  await identityQuery(
    NOBODY,
    'revoke_links_of',
    'update one_time_links set used_at = now() where user_id = $1 and used_at is null',
    [userId],
  );
}

/** Removes links that expired a day ago. */
export async function sweepLinks(): Promise<void> {
  await identityQuery(
    NOBODY,
    'sweep_links',
    `delete from one_time_links where expires_at < now() - interval '1 day'`,
    [],
  );
}
