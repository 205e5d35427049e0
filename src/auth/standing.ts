import { isRole } from '@/core/permissions';
import type { Principal } from '@/core/principal';
import { clientStanding, userStanding } from '@/db/identity/standing';
import {
  refuseCredential,
  refuseNonMember,
  refuseWithoutSecondFactor,
} from './credentials/refuse-credential';
import { demandInUse } from './idle';
import { principalFrom } from './principal';
import { refuseClosedDemo } from './sign-in/demo-door';
import { forgetEverywhere, namedMemory } from './sign-in/short-memory';

const standings = namedMemory<Principal>('sessions');

/**
 * The Principal of a user's session in an organization. Session, person and membership are read now (at most two seconds
 * ago), never from the token. Refuses an ended session with UNAUTHENTICATED and a non-member with FORBIDDEN.
 */
export function principalOfUser(
  sessionId: string,
  userId: string,
  organizationId: string,
): Promise<Principal> {
  return standings.recall(`${sessionId}/user/${userId}/${organizationId}`, async () => {
    const found = await userStanding(sessionId, userId, organizationId);
    if (found === null) refuseCredential('unknown session');
    if (found.sessionEndsAt.getTime() <= Date.now()) refuseCredential('expired session');
    if (found.isDisabled) refuseCredential('disabled account');
    // Ending a membership ends the sessions too; a client is told the reason, not to sign in again.
    if (found.roles === null || found.isDemo === null) refuseNonMember();
    if (found.revokedAt !== null) refuseCredential('revoked session');
    await demandInUse(sessionId, found.usedAt);
    refuseClosedDemo({ isDemo: found.isDemo });
    if (found.lacksSecondFactor === true) refuseWithoutSecondFactor();
    return principalFrom({
      organizationId,
      actorKind: 'user',
      actorId: userId,
      actorName: found.userName,
      roles: found.roles.filter(isRole),
      customPermissions: found.customPermissions,
      isClosed: found.isClosed,
      subsidiaryIds: found.subsidiaryIds ?? [],
      credential: `user:${userId}`,
      sessionId,
      // An organization founded in someone's name on the word of another organization's provider would be theirs in name only.
      withheld: found.isConfined ? ['org.organization.create'] : [],
    });
  });
}

/** The Principal of an API client's session; refuses with UNAUTHENTICATED when the client or its session has ended. */
export function principalOfClient(
  sessionId: string,
  apiClientId: string,
  organizationId: string,
): Promise<Principal> {
  return standings.recall(`${sessionId}/client/${apiClientId}/${organizationId}`, async () => {
    const found = await clientStanding(sessionId, apiClientId, organizationId);
    if (found === null) refuseCredential('unknown API client');
    if (found.revokedAt !== null || found.sessionRevokedAt !== null) refuseCredential('revoked API client');
    if (found.sessionEndsAt.getTime() <= Date.now()) refuseCredential('expired session');
    if (found.expiresAt !== null && found.expiresAt.getTime() <= Date.now())
      refuseCredential('expired API client');
    refuseClosedDemo(found);
    return principalFrom({
      organizationId,
      actorKind: 'api_client',
      actorId: apiClientId,
      actorName: found.name,
      roles: found.roles.filter(isRole),
      isClosed: found.isClosed,
      subsidiaryIds: found.subsidiaryIds,
      credential: `api_client:${apiClientId}`,
      sessionId,
    });
  });
}

/** Makes this process read a session it has just ended from the database again. */
export function forgetSession(sessionId: string): void {
  forgetEverywhere('sessions', `${sessionId}/`);
}
