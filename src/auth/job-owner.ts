import { isRole } from '@/core/permissions';
import type { Principal } from '@/core/principal';
import { membershipIn } from '@/db/identity/memberships';
import { findUser } from '@/db/identity/users';
import { principalFrom } from './principal';
import { isDemoOpen } from './sign-in/demo-door';

/**
 * The Principal that work in the background runs as: the person who asked for it, with the rights they have in the organization
 * now. Null when they no longer belong to it, their account is closed, or it is a demo on a server that is not one.
 */
export async function principalOfOwner(organizationId: string, userId: string): Promise<Principal | null> {
  const [user, rights] = await Promise.all([findUser(userId), membershipIn(userId, organizationId, null)]);
  if (user === null || user.isDisabled || rights === null || (rights.isDemo && !isDemoOpen())) return null;
  return principalFrom({
    organizationId,
    actorKind: 'user',
    actorId: userId,
    actorName: user.name,
    roles: rights.roles.filter(isRole),
    customPermissions: rights.customPermissions,
    subsidiaryIds: rights.subsidiaryIds,
    credential: `user:${userId}`,
  });
}
