import { isSameRoles, type RoleSet, rolesByGroups } from '@/core/identity/group-roles';
import { openInvitationOf } from '@/db/stores/invitations';
import { findMember, type Member, memberships } from '@/db/stores/members';
import { type DirectoryPerson, findPerson, provisionedPeople } from '@/db/stores/provisioning';
import { signInProviders } from '@/db/stores/sign-in-providers';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '../kit/crud';
import type { Context } from '../kit/define';
import { inviteProvisioned, settleInvitation } from '../members/invitation-verbs';
import { demandAnotherAdmin } from '../members/member-verbs';

/** What a person's groups give, and have given. */
const wantedOf = (person: DirectoryPerson): RoleSet => ({
  roles: person.wantedRoles,
  customRoleIds: person.wantedCustomRoleIds,
});
const givenOf = (person: DirectoryPerson): RoleSet => ({
  roles: person.givenRoles,
  customRoleIds: person.givenCustomRoleIds,
});

/** The person with this ID, as they are now. Refuses NOT_FOUND. */
export async function personWith({ tenant }: Context, id: string): Promise<DirectoryPerson> {
  return (await findPerson(tenant, { ids: [id] })) ?? refuseNotFound('directory person', id);
}

/** The membership of someone who has joined. */
export async function membershipOf({ tenant }: Context, memberId: string): Promise<Member> {
  return (await findMember(tenant, memberId)) ?? refuseNotFound('member', memberId);
}

/**
 * Brings what these people may do in line with the groups they are in: the roles of members, and those of invitations of people who
 * have not joined. Former members are left alone until the directory activates them. Refuses IN_USE when the last admin would
 * not be one any more.
 */
export async function settleRoles(context: Context, people: readonly DirectoryPerson[]): Promise<void> {
  for (const person of people) {
    if (!person.isTold) continue;
    if (person.memberId === null) await settleEntry(context, person);
    else if (person.isActive) await settleMember(context, person, person.memberId, false);
  }
}

/** Lets a former member in again, with what was given to them on screens and what their groups give. */
export function activateMember(context: Context, person: DirectoryPerson, memberId: string): Promise<void> {
  return settleMember(context, person, memberId, true);
}

async function settleMember(
  context: Context,
  person: DirectoryPerson,
  memberId: string,
  activates: boolean,
): Promise<void> {
  const { held, given } = rolesByGroups(person, givenOf(person), wantedOf(person));
  if (activates || !isSameRoles(held, person)) {
    const before = await membershipOf(context, memberId);
    if (before.roles.includes('admin') && !held.roles.includes('admin')) {
      await demandAnotherAdmin(context, memberId);
    }
    await memberships.update(context.tenant, memberId, {
      roles: [...held.roles],
      customRoleIds: [...held.customRoleIds],
      recordStatus: 'active',
    });
    const after = await membershipOf(context, memberId);
    context.record({ noun: 'member', recordId: memberId, before, after });
  }
  await rememberGiven(context.tenant, person, given);
}

/** Someone who has not joined: whether they may, and as what. */
async function settleEntry(context: Context, person: DirectoryPerson): Promise<void> {
  const { tenant } = context;
  const open = await openInvitationOf(tenant, person.email);
  const wanted: RoleSet = person.isActive ? wantedOf(person) : { roles: [], customRoleIds: [] };
  if (open !== null) {
    const next = rolesByGroups(open, givenOf(person), wanted);
    const held = person.isActive ? next.held : wanted;
    if (!isSameRoles(held, open)) await settleInvitation(context, open, held);
    await rememberGiven(tenant, person, next.given);
    return;
  }
  await rememberGiven(tenant, person, wanted);
  if (person.invitedAt !== null || wanted.roles.length + wanted.customRoleIds.length === 0) return;
  // Where the organization has a provider of its own, people come in by it, and no mail is needed.
  if ((await signInProviders.count(tenant, { recordStatus: 'active' })) > 0) return;
  await inviteProvisioned(context, {
    email: person.email,
    name: nameOf(person),
    roles: [...wanted.roles],
    customRoleIds: [...wanted.customRoleIds],
  });
  await provisionedPeople.update(tenant, person.id, { invitedAt: context.clock.now() });
}

async function rememberGiven(tenant: Tenant, person: DirectoryPerson, given: RoleSet): Promise<void> {
  if (isSameRoles(given, givenOf(person))) return;
  await provisionedPeople.update(tenant, person.id, {
    givenRoles: [...given.roles],
    givenCustomRoleIds: [...given.customRoleIds],
  });
}

/** What to call a person: as the directory says, otherwise by their parts, otherwise by the name they sign in with. */
export function nameOf(
  person: Pick<DirectoryPerson, 'displayName' | 'givenName' | 'familyName' | 'userName'>,
): string {
  const parts = [person.givenName, person.familyName]
    .filter((part) => part !== null && part !== '')
    .join(' ');
  return (person.displayName || parts || person.userName).slice(0, 200);
}
