import { bearerToken, verifyAccessToken } from './credentials/access-token';
import { refuseCredential } from './credentials/refuse-credential';
import { cookieSession, type SessionBearer } from './session';

/** A signed-in person, before any organization is chosen. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * The person behind a request, by next-auth cookie or by a user's Bearer token. It does not check whether the session is
 * still active: callers that act on it use `principalOfUser` or `standingSession`. Refuses with UNAUTHENTICATED.
 */
export async function callerOf(inbound: SessionBearer): Promise<Caller> {
  const authorization = inbound.header('authorization');
  if (authorization === null) return cookieSession(inbound);
  const token = bearerToken(authorization);
  if (token === null) refuseCredential('no bearer token');
  const claims = await verifyAccessToken(token);
  if (claims.kind !== 'user') refuseCredential('not a person');
  return { userId: claims.subject, sessionId: claims.sessionId };
}
