import { serverOf } from '../placement';
import { DIRECTORY } from '../servers';
import { CUSTOM_PERMISSIONS, rightsOf } from './memberships';
import { booksQuery, identityQuery, NOBODY } from './scoped-query';
import { USED_AT } from './sessions';

/** A session with the person or API client behind it, and their standing in the organization in question. */
export interface UserStanding {
  readonly userName: string;
  readonly email: string;
  readonly isDisabled: boolean;
  readonly sessionEndsAt: Date;
  readonly revokedAt: Date | null;
  /** Of a browser's session: when it was last used; null for a family of tokens. */
  readonly usedAt: Date | null;
  /** Null when not an active member of the organization. */
  readonly roles: readonly string[] | null;
  /** What the organization's own roles permit. */
  readonly customPermissions: readonly string[];
  readonly subsidiaryIds: readonly string[] | null;
  /** Null when not a member: then the organization is not shown. */
  readonly isDemo: boolean | null;
  readonly isClosed: boolean | null;
  /** Whether the organization requires a second factor and the person of the session proved none. */
  readonly lacksSecondFactor: boolean | null;
  /** Whether the session opens this organization only, because its own provider began it. */
  readonly isConfined: boolean;
}

/** The current standing of a user's session in an organization; null when the session does not exist. */
export async function userStanding(
  sessionId: string,
  userId: string,
  organizationId: string,
): Promise<UserStanding | null> {
  if ((await serverOf(organizationId)) !== DIRECTORY) {
    return userStandingElsewhere(sessionId, userId, organizationId);
  }
  const rows = await identityQuery<UserStanding>(
    { organizationId, userId },
    'user_standing',
    `select u.name as "userName", u.email, u.is_disabled as "isDisabled", s.expires_at as "sessionEndsAt",
            s.revoked_at as "revokedAt", ${USED_AT}, m.roles, ${CUSTOM_PERMISSIONS}, m.subsidiary_ids as "subsidiaryIds",
            o.is_demo as "isDemo", o.closed_at is not null as "isClosed",
            o.requires_second_factor and s.second_factor_at is null as "lacksSecondFactor",
            s.confined_organization_id is not null as "isConfined"
     from sessions s
     join users u on u.id = s.user_id
     left join memberships m on m.organization_id = $3 and m.user_id = u.id and m.record_status = 'active'
       and coalesce(s.confined_organization_id, $3) = $3
     left join organizations o on o.id = m.organization_id
     where s.id = $1 and s.user_id = $2`,
    [sessionId, userId, organizationId],
  );
  return rows[0] ?? null;
}

export interface ClientStanding {
  readonly name: string;
  readonly sessionEndsAt: Date;
  readonly sessionRevokedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly roles: readonly string[];
  readonly subsidiaryIds: readonly string[];
  readonly isDemo: boolean;
  readonly isClosed: boolean;
}

/** The current standing of an API client's session in its organization; null when either does not exist. */
export async function clientStanding(
  sessionId: string,
  apiClientId: string,
  organizationId: string,
): Promise<ClientStanding | null> {
  if ((await serverOf(organizationId)) !== DIRECTORY) {
    return clientStandingElsewhere(sessionId, apiClientId, organizationId);
  }
  const rows = await identityQuery<ClientStanding>(
    { organizationId, userId: null },
    'client_standing',
    `select c.name, s.expires_at as "sessionEndsAt", s.revoked_at as "sessionRevokedAt", c.expires_at as "expiresAt",
            c.revoked_at as "revokedAt", c.roles, c.subsidiary_ids as "subsidiaryIds", o.is_demo as "isDemo", o.closed_at is not null as "isClosed"
     from sessions s join api_clients c on c.organization_id = $3 and c.id = s.api_client_id
     join organizations o on o.id = c.organization_id
     where s.id = $1 and s.api_client_id = $2`,
    [sessionId, apiClientId, organizationId],
  );
  return rows[0] ?? null;
}

/**
 * The standing of a user's session in an organization whose books are on another server: session and person from the directory, rights
 * from that server, asked at the same time. Null when the session does not exist.
 */
async function userStandingElsewhere(
  sessionId: string,
  userId: string,
  organizationId: string,
): Promise<UserStanding | null> {
  const [[session], rights] = await Promise.all([
    identityQuery<SessionOfUser>(
      NOBODY,
      'session_of_user',
      `select u.name as "userName", u.email, u.is_disabled as "isDisabled", s.expires_at as "sessionEndsAt", s.revoked_at as "revokedAt",
              ${USED_AT}, s.second_factor_at is not null as "hasSecondFactor", s.confined_organization_id as "confinedTo"
       from sessions s join users u on u.id = s.user_id where s.id = $1 and s.user_id = $2`,
      [sessionId, userId],
    ),
    rightsOf(userId, organizationId),
  ]);
  if (session === undefined) return null;
  const { hasSecondFactor, confinedTo, ...person } = session;
  // A session that another organization's provider began opens no membership here.
  const found = (confinedTo ?? organizationId) === organizationId ? rights : null;
  return {
    ...person,
    roles: found?.roles ?? null,
    customPermissions: found?.customPermissions ?? [],
    subsidiaryIds: found?.subsidiaryIds ?? null,
    isDemo: found?.isDemo ?? null,
    isClosed: found?.isClosed ?? null,
    lacksSecondFactor: found === null ? null : found.requiresSecondFactor && !hasSecondFactor,
    isConfined: confinedTo !== null,
  };
}

interface SessionOfUser
  extends Pick<UserStanding, 'userName' | 'email' | 'isDisabled' | 'sessionEndsAt' | 'revokedAt' | 'usedAt'> {
  readonly hasSecondFactor: boolean;
  readonly confinedTo: string | null;
}

/** The standing of an API client's session, the client being on another server; null when either does not exist. */
async function clientStandingElsewhere(
  sessionId: string,
  apiClientId: string,
  organizationId: string,
): Promise<ClientStanding | null> {
  const [[session], [client]] = await Promise.all([
    identityQuery<Pick<ClientStanding, 'sessionEndsAt' | 'sessionRevokedAt'>>(
      NOBODY,
      'session_of_client',
      `select s.expires_at as "sessionEndsAt", s.revoked_at as "sessionRevokedAt"
       from sessions s where s.id = $1 and s.api_client_id = $2`,
      [sessionId, apiClientId],
    ),
    booksQuery<Omit<ClientStanding, 'sessionEndsAt' | 'sessionRevokedAt'>>(
      { organizationId, userId: null },
      'client_of_session',
      `select c.name, c.expires_at as "expiresAt", c.revoked_at as "revokedAt", c.roles, c.subsidiary_ids as "subsidiaryIds",
              o.is_demo as "isDemo", o.closed_at is not null as "isClosed"
       from api_clients c join organizations o on o.id = c.organization_id where c.organization_id = $1 and c.id = $2`,
      [organizationId, apiClientId],
    ),
  ]);
  return session === undefined || client === undefined ? null : { ...session, ...client };
}
