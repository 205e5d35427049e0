import type { Principal } from '@/core/principal';
import { isId } from '@/lib/ids';
import { bearerToken, verifyAccessToken } from './credentials/access-token';
import { principalOfClaims } from './credentials/bearer';
import { refuseCredential, refuseNonMember } from './credentials/refuse-credential';
import { demandSameOrigin } from './same-origin';
import { claimsFromCookie } from './session-cookie';
import { principalOfUser } from './standing';

/** The part of a request that identifies the caller. */
export interface SessionBearer {
  readonly method: string;
  header(name: string): string | null;
}

/**
 * The caller of this request in the organization it names (interface 5, surface C, and the console): by Bearer token, or by
 * next-auth's cookie, which for a write must come from our own pages. The organization is a claim until the membership
 * proves it; otherwise refuses with FORBIDDEN. Without a valid session: UNAUTHENTICATED.
 */
export async function principalFromSession(
  inbound: SessionBearer,
  organizationId: string,
): Promise<Principal> {
  const wanted = organizationId.toLowerCase();
  const authorization = inbound.header('authorization');
  if (authorization !== null) {
    const token = bearerToken(authorization);
    if (token === null) refuseCredential('no bearer token');
    const claims = await verifyAccessToken(token);
    if (claims.kind === 'api_client' && claims.organizationId !== wanted) refuseNonMember();
    if (!isId(wanted)) refuseNonMember();
    return await principalOfClaims(claims, wanted);
  }
  const { userId, sessionId } = await cookieSession(inbound);
  if (!isId(wanted)) refuseNonMember();
  return principalOfUser(sessionId, userId, wanted);
}

/** The signed-in browser behind a request, before any organization is chosen. Refuses with UNAUTHENTICATED or CROSS_SITE. */
export async function cookieSession(inbound: SessionBearer) {
  const claims = await claimsFromCookie(inbound.header('cookie'));
  if (claims === null) refuseCredential('no session');
  demandSameOrigin(inbound);
  return claims;
}
