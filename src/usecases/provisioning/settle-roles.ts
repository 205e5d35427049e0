import { isSameRoles, type RoleSet, rolesByGroups } from '@/core/identity/group-roles';
import { openInvitationsOf } from '@/db/stores/people/invitations';
import { findMember, giveRoles, type Member, membersWith } from '@/db/stores/people/members';
import {
  type DirectoryPerson,
  findPerson,
  provisionedPeople,
  rememberGiven,
} from '@/db/stores/people/provisioning';
import { signInProviders } from '@/db/stores/people/sign-in-providers';
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

const NONE: RoleSet = { roles: [], customRoleIds: [] };

/** The person with this ID, as they are now. Refuses NOT_FOUND. */
export async function personWith({ tenant }: Context, id: string): Promise<DirectoryPerson> {
  return (await findPerson(tenant, { ids: [id] })) ?? refuseNotFound('directory person', id);
}

/** The membership of someone who has joined. */
export async function membershipOf({ tenant }: Context, memberId: string): Promise<Member> {
  return (await findMember(tenant, memberId)) ?? refuseNotFound('member', memberId);
}

/**
 * Brings these people's rights in line with the groups they are in: the roles of members, and those of invitations of people who
 * have not joined. Former members are left alone until the directory activates them. Refuses IN_USE when the last admin would
 * not be one anymore.
 */
export async function settleRoles(context: Context, people: readonly DirectoryPerson[]): Promise<void> {
  const reported = people.filter(({ isTold }) => isTold);
  await settleMembers(
    context,
    reported.filter(({ memberId, isActive }) => memberId !== null && isActive),
    false,
  );
  await settleEntries(
    context,
    reported.filter(({ memberId }) => memberId === null),
  );
}

/** Lets a former member in again, with what was given to them on screens and what their groups give. */
export function activateMember(context: Context, person: DirectoryPerson): Promise<void> {
  return settleMembers(context, [person], true);
}

/** A thousand of them take as many statements as one. */
async function settleMembers(
  context: Context,
  people: readonly DirectoryPerson[],
  activates: boolean,
): Promise<void> {
  const { tenant } = context;
  const settled = people.map((person) => ({
    person,
    ...rolesByGroups(person, givenOf(person), wantedOf(person)),
  }));
  const changed = settled.flatMap(({ person, held }) =>
    person.memberId !== null && (activates || !isSameRoles(held, person))
      ? [{ id: person.memberId, ...held, wasAdmin: person.roles.includes('admin') }]
      : [],
  );
  if (changed.length > 0) {
    const ids = changed.map(({ id }) => id);
    const demoted = changed.filter(({ wasAdmin, roles }) => wasAdmin && !roles.includes('admin'));
    if (demoted.length > 0) await demandAnotherAdmin(context, ...demoted.map(({ id }) => id));
    const before = await membersWith(tenant, ids);
    await giveRoles(tenant, changed);
    const after = await membersWith(tenant, ids);
    for (const [place, was] of before.entries()) {
      context.record({ noun: 'member', recordId: was.id, before: was, after: after[place] });
    }
  }
  await rememberChanged(tenant, settled);
}

/** People who have not joined: whether they may, and as what. */
async function settleEntries(context: Context, people: readonly DirectoryPerson[]): Promise<void> {
  if (people.length === 0) return;
  const { tenant } = context;
  const invitations = await openInvitationsOf(
    tenant,
    people.map(({ email }) => email),
  );
  const settled: { person: DirectoryPerson; given: RoleSet }[] = [];
  const uninvited: DirectoryPerson[] = [];
  for (const person of people) {
    const wanted = person.isActive ? wantedOf(person) : NONE;
    const open = invitations.get(person.email);
    if (open === undefined) {
      settled.push({ person, given: wanted });
      if (person.invitedAt === null && !isSameRoles(wanted, NONE)) uninvited.push(person);
    } else {
      const next = rolesByGroups(open, givenOf(person), wanted);
      const held = person.isActive ? next.held : NONE;
      if (!isSameRoles(held, open)) await settleInvitation(context, open, held);
      settled.push({ person, given: next.given });
    }
  }
  await rememberChanged(tenant, settled);
  await inviteAll(context, uninvited);
}

/** Where the organization has its own provider, people join through it, and no email is needed. */
async function inviteAll(context: Context, people: readonly DirectoryPerson[]): Promise<void> {
  const { tenant } = context;
  if (people.length === 0) return;
  if ((await signInProviders.count(tenant, { recordStatus: 'active' })) > 0) return;
  for (const person of people) {
    await inviteProvisioned(context, {
      email: person.email,
      name: nameOf(person),
      roles: [...person.wantedRoles],
      customRoleIds: [...person.wantedCustomRoleIds],
    });
    await provisionedPeople.update(tenant, person.id, { invitedAt: context.clock.now() });
  }
}

function rememberChanged(
  tenant: Tenant,
  settled: readonly { readonly person: DirectoryPerson; readonly given: RoleSet }[],
): Promise<void> {
  const changed = settled.filter(({ person, given }) => !isSameRoles(given, givenOf(person)));
  return rememberGiven(
    tenant,
    changed.map(({ person: { id }, given }) => ({ id, ...given })),
  );
}

/** What to call a person: as the directory says, otherwise by the parts of their name, otherwise by the name they sign in with. */
export function nameOf(
  person: Pick<DirectoryPerson, 'displayName' | 'givenName' | 'familyName' | 'userName'>,
): string {
  const parts = [person.givenName, person.familyName]
    .filter((part) => part !== null && part !== '')
    .join(' ');
  return (person.displayName || parts || person.userName).slice(0, 200);
}
