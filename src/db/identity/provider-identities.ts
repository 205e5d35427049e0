import { identityQuery, NOBODY } from './scoped-query';
import { type SignInUser, USABLE_PASSWORD } from './users';

/** The person an identity provider knows by this subject, or null. */
export async function findUserByIdentity(issuer: string, subject: string): Promise<SignInUser | null> {
  const rows = await identityQuery<SignInUser>(
    NOBODY,
    'user_by_identity',
    `select u.id, u.email, u.name, ${USABLE_PASSWORD}, u.is_disabled as "isDisabled"
     from user_identities i join users u on u.id = i.user_id where i.issuer = $1 and i.subject = $2`,
    [issuer, subject],
  );
  return rows[0] ?? null;
}

/**
 * Connects a person to a subject of an issuer for good. False when either is already connected to another: of two who try
 * at once, one succeeds.
 */
export async function connectIdentity(issuer: string, subject: string, userId: string): Promise<boolean> {
  const rows = await identityQuery(
    NOBODY,
    'connect_identity',
    `insert into user_identities (issuer, subject, user_id) values ($1, $2, $3) on conflict do nothing returning user_id`,
    [issuer, subject, userId],
  );
  return rows.length > 0;
}
