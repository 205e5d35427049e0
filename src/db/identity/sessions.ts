import { identityQuery, NOBODY } from './scoped-query';

export interface NewSession {
  readonly id: string;
  readonly userId: string | null;
  readonly apiClientId: string | null;
  readonly organizationId: string | null;
  readonly refreshTokenHash: string | null;
  readonly expiresAt: Date;
  readonly userAgent: string | null;
  /** Whether the person proved a second factor, here or at their provider. */
  readonly hasSecondFactor?: boolean;
  /** The organization's own provider that began it; the session opens that organization only. */
  readonly provider?: { readonly organizationId: string; readonly id: string } | undefined;
}

/** Starts a session: a signed-in browser, a token family, or an API client's token. */
export async function insertSession(session: NewSession): Promise<void> {
  await identityQuery(
    NOBODY,
    'insert_session',
    `insert into sessions (id, user_id, api_client_id, signed_in_organization_id, refresh_token_hash, expires_at, user_agent, second_factor_at,
       confined_organization_id, sign_in_provider_id)
     values ($1, $2, $3, $4, $5, $6, $7, case when $8 then now() end, $9, $10)`,
    [
      session.id,
      session.userId,
      session.apiClientId,
      session.organizationId,
      session.refreshTokenHash,
      session.expiresAt,
      session.userAgent,
      session.hasSecondFactor === true,
      session.provider?.organizationId ?? null,
      session.provider?.id ?? null,
    ],
  );
}

export interface StoredSession {
  readonly id: string;
  readonly userId: string | null;
  readonly organizationId: string | null;
  /** The only organization it opens, if its own provider began it. */
  readonly confinedTo: string | null;
  readonly refreshTokenHash: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  /** Of a browser's session: when it was last used, to a few minutes; null for a family of tokens. */
  readonly usedAt: Date | null;
}

/** When a browser last used its session, of `sessions s`. */
export const USED_AT = `case when s.refresh_token_hash is null then s.updated_at end as "usedAt"`;

/** The session with this id, or null. */
export async function findSession(id: string): Promise<StoredSession | null> {
  const rows = await identityQuery<StoredSession>(
    NOBODY,
    'find_session',
    `select id, user_id as "userId", signed_in_organization_id as "organizationId",
            confined_organization_id as "confinedTo", refresh_token_hash as "refreshTokenHash", created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", ${USED_AT}
     from sessions s where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Replaces the refresh token's hash; false when it is no longer the expected one, so that only one of two simultaneous calls succeeds. */
export async function rotateRefreshToken(id: string, from: string, to: string): Promise<boolean> {
  const rows = await identityQuery(
    NOBODY,
    'rotate_refresh_token',
    `update sessions set refresh_token_hash = $3, updated_at = now()
     where id = $1 and refresh_token_hash = $2 and revoked_at is null and expires_at > now() returning id`,
    [id, from, to],
  );
  return rows.length > 0;
}

/** Records that a browser's session was used now. */
export async function touchSession(id: string): Promise<void> {
  await identityQuery(
    NOBODY,
    'touch_session',
    'update sessions set updated_at = now() where id = $1 and revoked_at is null',
    [id],
  );
}

/** A session that was ended, and whose it was. */
export interface EndedSession {
  readonly userId: string | null;
  readonly userName: string | null;
  readonly organizationId: string | null;
}

/** Ends a session and every token that names it. Ending it twice changes nothing: then it returns null. */
export async function revokeSession(id: string): Promise<EndedSession | null> {
  const rows = await identityQuery<EndedSession>(
    NOBODY,
    'revoke_session',
    `update sessions s set revoked_at = now(), updated_at = now() where s.id = $1 and s.revoked_at is null
     returning s.user_id as "userId", (select u.name from users u where u.id = s.user_id) as "userName",
       s.signed_in_organization_id as "organizationId"`,
    [id],
  );
  return rows[0] ?? null;
}

/** Ends every session of a person but one, e.g. after a change of password. Returns how many had not expired. */
export async function revokeOtherSessions(userId: string, keptSessionId: string | null): Promise<number> {
  const ended = await identityQuery<{ isOpen: boolean }>(
    NOBODY,
    'revoke_other_sessions',
    `update sessions set revoked_at = now(), updated_at = now()
     where user_id = $1 and id is distinct from $2::uuid and revoked_at is null
     returning expires_at > now() as "isOpen"`,
    [userId, keptSessionId],
  );
  return ended.filter(({ isOpen }) => isOpen).length;
}

/** Removes sessions that ended a month ago; until then they show who was signed in from where. */
export async function sweepSessions(): Promise<void> {
  await identityQuery(
    NOBODY,
    'sweep_sessions',
    `delete from sessions where expires_at < now() - interval '30 days'`,
    [],
  );
}

/** A session as shown to its owner. */
export interface OwnSession {
  readonly id: string;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
}

/** A person's active sessions, newest first. */
export function standingSessions(userId: string): Promise<OwnSession[]> {
  return identityQuery<OwnSession>(
    NOBODY,
    'standing_sessions',
    `select id, user_agent as "userAgent", created_at as "createdAt", updated_at as "updatedAt", expires_at as "expiresAt"
     from sessions where user_id = $1 and revoked_at is null and expires_at > now() order by created_at desc limit 200`,
    [userId],
  );
}

/** Records that the person of a session proved a second factor. */
export async function noteSecondFactor(sessionId: string): Promise<void> {
  await identityQuery(
    NOBODY,
    'note_second_factor',
    'update sessions set second_factor_at = now(), updated_at = now() where id = $1',
    [sessionId],
  );
}
