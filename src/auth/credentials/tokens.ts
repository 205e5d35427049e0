import { isRole, type Role } from '@/core/permissions';
import { findApiClient } from '@/db/identity/credentials';
import { findSession, insertSession, rotateRefreshToken } from '@/db/identity/sessions';
import { isId, newId } from '@/lib/ids';
import { hashSecret, sameText } from '@/lib/secrets';
import { endSession } from '../account';
import { ownMemberships } from '../memberships';
import { attemptKeys, noteSuccess, takeAttempt } from '../sign-in/attempts';
import { refuseClosedDemo } from '../sign-in/demo-door';
import { noteCredential, notePerson, type Origin } from '../sign-in/door-events';
import { hasSecondFactor } from '../sign-in/second-factor';
import { provePassword } from '../sign-in/sign-in';
import { principalOfUser } from '../standing';
import { ACCESS_TOKEN_SECONDS, signAccessToken, verifyAccessToken } from './access-token';
import { organizationOfClientId } from './client-id';
import { newRefreshToken, sessionOfRefreshToken } from './refresh-token';
import { refuseCredential } from './refuse-credential';

/** How long a token family can be refreshed, in seconds from the sign-in. */
const FAMILY_SECONDS = 30 * 86_400;

/** The tokens issued by the token endpoint (RFC 6749 section 5.1). */
export interface IssuedTokens {
  readonly accessToken: string;
  /** Null for API clients, which request a new token with their secret (RFC 6749 section 4.4.3). */
  readonly refreshToken: string | null;
  readonly expiresIn: number;
  readonly organizationId: string;
}

/**
 * Tokens for an email address and password. Without `organization` (id or slug), for the one the person joined first.
 * Refuses wrong credentials, an organization the person is not a member of, and a person with a second factor, whose programs
 * use an API client, with UNAUTHENTICATED.
 */
export async function tokensForPassword(
  { email, password, organization }: { email: string; password: string; organization?: string | undefined },
  origin: Origin,
): Promise<IssuedTokens> {
  const user = await provePassword(email, password, origin.address, origin.userAgent);
  // The endpoint has no field for a code, and without one the second factor would protect nothing.
  if (await hasSecondFactor(user.id)) refuseCredential('a second factor is set up');
  const wanted = organization?.trim().toLowerCase();
  const membership = (await ownMemberships(user.id)).find(
    ({ organizationId, organizationSlug }) =>
      wanted === undefined || organizationId === wanted || organizationSlug === wanted,
  );
  if (membership === undefined) refuseCredential('no such membership');
  const sessionId = newId();
  const refreshToken = newRefreshToken(sessionId);
  await insertSession({
    id: sessionId,
    userId: user.id,
    apiClientId: null,
    organizationId: membership.organizationId,
    refreshTokenHash: hashSecret(refreshToken),
    expiresAt: secondsFromNow(FAMILY_SECONDS),
    userAgent: origin.userAgent?.slice(0, 300) ?? null,
  });
  await notePerson('sign-in', user, origin, {
    sessionId,
    organizationId: membership.organizationId,
    detail: { method: 'token' },
  });
  return issue('user', user.id, sessionId, membership.organizationId, membership.roles, refreshToken);
}

/**
 * The next pair of tokens for a refresh token, which can be used once. A token used before has been copied, so the whole
 * family ends (RFC 9700 section 4.14.2). Refuses with UNAUTHENTICATED.
 */
export async function tokensForRefresh(refreshToken: string, origin: Origin): Promise<IssuedTokens> {
  const sessionId = sessionOfRefreshToken(refreshToken);
  if (sessionId === null) refuseCredential('not a refresh token of ours');
  const session = await findSession(sessionId);
  if (session === null || session.userId === null || session.organizationId === null) {
    refuseCredential('unknown session');
  }
  if (session.revokedAt !== null || session.expiresAt.getTime() <= Date.now()) {
    refuseCredential('ended session');
  }
  const next = newRefreshToken(sessionId);
  if (!(await rotateRefreshToken(sessionId, hashSecret(refreshToken), hashSecret(next)))) {
    await endSession(sessionId, 'credential refused', origin, { reason: 'refresh token used twice' });
    refuseCredential('refresh token used twice');
  }
  const { roles } = await principalOfUser(sessionId, session.userId, session.organizationId);
  return issue('user', session.userId, sessionId, session.organizationId, roles, next);
}

/** A token for an API client's id and secret. Refuses with UNAUTHENTICATED or RATE_LIMITED. */
export async function tokensForClient(
  clientId: string,
  clientSecret: string,
  origin: Origin,
): Promise<IssuedTokens> {
  const keys = attemptKeys(`client ${clientId}`, origin.address);
  await takeAttempt(keys);
  const organizationId = organizationOfClientId(clientId);
  const client = organizationId === null ? null : await findApiClient(organizationId, clientId);
  const proved = client !== null && sameText(client.secretHash, hashSecret(clientSecret));
  if (!proved || organizationId === null || client.revokedAt !== null || hasPassed(client.expiresAt)) {
    if (client !== null && organizationId !== null) {
      const reason = !proved ? 'wrong secret' : client.revokedAt !== null ? 'revoked' : 'expired';
      const named = { kind: 'api_client', id: client.id, name: client.name } as const;
      void noteCredential('credential refused', organizationId, named, origin, { detail: { reason } });
    }
    refuseCredential('unknown API client');
  }
  refuseClosedDemo(client);
  await noteSuccess(keys);
  const sessionId = newId();
  await insertSession({
    id: sessionId,
    userId: null,
    apiClientId: client.id,
    organizationId,
    refreshTokenHash: null,
    expiresAt: secondsFromNow(ACCESS_TOKEN_SECONDS),
    userAgent: origin.userAgent?.slice(0, 300) ?? null,
  });
  await noteCredential(
    'sign-in',
    organizationId,
    { kind: 'api_client', id: client.id, name: client.name },
    origin,
    { sessionId, detail: { method: 'client_credentials' } },
  );
  return issue('api_client', client.id, sessionId, organizationId, client.roles.filter(isRole), null);
}

/** Ends the session of an access or refresh token (RFC 7009); an unknown token is not an error. */
export async function revokeToken(token: string, origin: Origin): Promise<void> {
  const sessionId =
    sessionOfRefreshToken(token) ??
    (await verifyAccessToken(token).then(
      (claims) => claims.sessionId,
      () => null,
    ));
  if (sessionId !== null && isId(sessionId)) await endSession(sessionId, 'sign-out', origin);
}

async function issue(
  kind: 'user' | 'api_client',
  subject: string,
  sessionId: string,
  organizationId: string,
  roles: readonly Role[],
  refreshToken: string | null,
): Promise<IssuedTokens> {
  const accessToken = await signAccessToken({ kind, subject, sessionId, organizationId }, roles);
  return { accessToken, refreshToken, expiresIn: ACCESS_TOKEN_SECONDS, organizationId };
}

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1_000);
const hasPassed = (moment: Date | null) => moment !== null && moment.getTime() <= Date.now();
