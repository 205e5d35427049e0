import { isRole, type Role } from '@/core/permissions';
import { type MembershipOfUser, membershipsOf } from '@/db/identity/memberships';
import { isId } from '@/lib/ids';
import { refuseNonMember } from './credentials/refuse-credential';
import { isDemoOpen } from './sign-in/demo-door';
import { forgetEverywhere, namedMemory } from './sign-in/short-memory';

/** An organization a signed-in person may choose. */
export interface OwnMembership extends Omit<MembershipOfUser, 'roles'> {
  readonly roles: readonly Role[];
}

const memory = namedMemory<OwnMembership[]>('memberships');

/** A person's organizations, in the order they joined; a demo is one only where demos are open. */
export function ownMemberships(userId: string): Promise<OwnMembership[]> {
  return memory.recall(`${userId}/`, async () =>
    (await membershipsOf(userId))
      .filter(({ isDemo }) => !isDemo || isDemoOpen())
      .map((membership) => ({
        ...membership,
        roles: membership.roles.filter(isRole),
      })),
  );
}

/** The id of an organization named by id or slug. A slug is looked up among the person's own organizations; any other is refused with FORBIDDEN. */
export async function organizationIdOf(userId: string, idOrSlug: string): Promise<string> {
  const wanted = idOrSlug.trim().toLowerCase();
  if (isId(wanted)) return wanted;
  const found = (await ownMemberships(userId)).find(({ organizationSlug }) => organizationSlug === wanted);
  return found?.organizationId ?? refuseNonMember();
}

/** Makes this process read a person's organizations from the database again, after they joined one. */
export function forgetMembershipsOf(userId: string): void {
  forgetEverywhere('memberships', `${userId}/`);
}
