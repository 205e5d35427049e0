import type { Principal } from '@/core/principal';
import { principalOfClient, principalOfUser } from '../standing';
import { type AccessClaims, bearerToken, verifyAccessToken } from './access-token';
import { refuseCredential } from './refuse-credential';

/**
 * The caller who sends this `Authorization` header (interface 5, surfaces A and B): the organization is the token's. Refuses
 * a missing, forged, expired or revoked token with UNAUTHENTICATED, and an ended membership with FORBIDDEN.
 */
export async function principalFromBearer(authorizationHeader: string | null): Promise<Principal> {
  const token = bearerToken(authorizationHeader);
  if (token === null) refuseCredential('no bearer token');
  const claims = await verifyAccessToken(token);
  return await principalOfClaims(claims, claims.organizationId);
}

/** The Principal of verified claims in an organization; an API client belongs only to its own. */
export function principalOfClaims(claims: AccessClaims, organizationId: string): Promise<Principal> {
  return claims.kind === 'user'
    ? principalOfUser(claims.sessionId, claims.subject, organizationId)
    : principalOfClient(claims.sessionId, claims.subject, organizationId);
}
