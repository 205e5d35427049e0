import { isRole } from '@/core/permissions';
import type { Principal } from '@/core/principal';
import { membershipIn } from '@/db/identity/memberships';
import { refuseWithoutSecondFactor } from './credentials/refuse-credential';
import { principalFrom } from './principal';
import { isDemoOpen } from './sign-in/demo-door';

/**
 * The same caller in another organization they belong to; null when they do not. The surface has proved who is calling; the
 * membership is read now.
 */
export async function principalIn(principal: Principal, organizationId: string): Promise<Principal | null> {
  const wanted = organizationId.toLowerCase();
  if (wanted === principal.organizationId) return principal;
  const { actor, credential, sessionId } = principal;
  if (actor.kind !== 'user' || actor.id === null) return null;
  const membership = await membershipIn(actor.id, wanted, sessionId);
  if (membership === null || (membership.isDemo && !isDemoOpen())) return null;
  if (membership.lacksSecondFactor) refuseWithoutSecondFactor();
  return principalFrom({
    organizationId: wanted,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    roles: membership.roles.filter(isRole),
    customPermissions: membership.customPermissions,
    isClosed: membership.isClosed,
    subsidiaryIds: membership.subsidiaryIds,
    credential,
    sessionId,
  });
}

/**
 * The founder of an organization about to be created: an admin under a new id that no one else has. Only for the use-case
 * that creates it; the caller's right to do so is checked on `principal` first.
 */
export function founderOf(principal: Principal, newOrganizationId: string): Principal {
  const { actor, credential, sessionId } = principal;
  return principalFrom({
    organizationId: newOrganizationId,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    roles: ['admin'],
    credential,
    sessionId,
  });
}
