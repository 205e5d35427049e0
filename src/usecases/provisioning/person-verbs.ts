import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { openInvitationsOf } from '@/db/stores/people/invitations';
import { memberships } from '@/db/stores/people/members';
import {
  type DirectoryPerson,
  findPerson,
  type GroupOfPerson,
  groupsOfPeople,
  listPeople,
  lockDirectory,
  provisionedPeople,
  reportMembers,
} from '@/db/stores/people/provisioning';
import { newId } from '@/lib/ids';
import { byId, expectVersion } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { lineText, nameText } from '../kit/fields';
import { settleInvitation } from '../members/invitation-verbs';
import { endMembership } from '../members/member-verbs';
import { activateMember, membershipOf, personWith, settleRoles } from './settle-roles';

/** A person with the groups they are in. */
export interface ShownPerson extends DirectoryPerson {
  readonly groups: readonly GroupOfPerson[];
}

const partOfName = lineText.max(200).nullable().default(null);

/** What a directory reports about a person. */
const reported = z.object({
  userName: nameText.max(320).transform((text) => text.trim()),
  externalId: nameText.max(255).nullable().default(null),
  email: z.email().max(320).toLowerCase(),
  displayName: partOfName,
  givenName: partOfName,
  familyName: partOfName,
  isActive: z.boolean(),
});
type ReportedPerson = z.output<typeof reported>;

/** The people of the organization as its directory sees them, a page at a time: everyone it has reported, and every member. */
export const listDirectoryPeople = defineUseCase({
  name: 'provisioning.listPeople',
  permission: 'org.member.read',
  mode: 'read',
  input: z.object({
    userName: z.string().max(1_000).optional(),
    externalId: z.string().max(1_000).optional(),
    email: z.string().max(1_000).optional(),
    ids: z.array(z.guid()).max(10_000).optional(),
    skip: z.int().min(0).max(10_000_000),
    take: z.int().min(0).max(10_000),
  }),
  async run({ tenant }, { skip, take, ...filter }) {
    const { rows, total } = await listPeople(tenant, filter, { skip, take });
    const groups = await groupsOfPeople(
      tenant,
      rows.map(({ id }) => id),
    );
    const people = rows.map(
      (row): ShownPerson => ({ ...row, groups: groups.filter(({ personId }) => personId === row.id) }),
    );
    return { people, total };
  },
});

/** One person by ID. Refuses NOT_FOUND. */
export const getDirectoryPerson = defineUseCase({
  name: 'provisioning.getPerson',
  permission: 'org.member.read',
  mode: 'read',
  input: byId,
  run: async (context, { id }) => withGroups(context, await personWith(context, id)),
});

/**
 * The directory reports a person. A former member is a member again; anyone else joins when they sign in by the organization's own
 * provider or accept the invitation that is mailed to them once a group gives them a role, with an account that is theirs: none is
 * made or changed for them, so that an address known to another organization stays its owner's. Refuses DUPLICATE for a user name,
 * an address or an ID of the directory that someone here has.
 */
export const createDirectoryPerson = defineUseCase({
  name: 'provisioning.createPerson',
  permission: 'org.member.write',
  mode: 'write',
  input: reported,
  async run(context, input) {
    const { tenant } = context;
    await lockDirectory(tenant);
    const { userName, externalId, email } = input;
    await demandFree(context, 'userName', userName, { userName });
    await demandFree(context, 'emails', email, { email });
    if (externalId !== null) await demandFree(context, 'externalId', externalId, { externalId });
    const id = newId();
    await provisionedPeople.insert(tenant, { ...input, id });
    const made = await personWith(context, id);
    if (made.memberId !== null && input.isActive) await letInAgain(context, made, made.memberId);
    const after = await personWith(context, id);
    context.record({ noun: 'directory person', recordId: id, after: evidenceOf(after) });
    return withGroups(context, after);
  },
});

/**
 * The directory reports a person again. Deactivated, their membership ends with their sessions and tokens (within two seconds) or
 * their invitation is withdrawn; activated again, they have the roles given on screens and those of their groups. The address of someone
 * who has joined stays, because it is their account's. Reported the same twice, nothing changes. Refuses NOT_FOUND, DUPLICATE,
 * STALE_VERSION, and IN_USE for the last admin.
 */
export const updateDirectoryPerson = defineUseCase({
  name: 'provisioning.updatePerson',
  permission: 'org.member.write',
  mode: 'write',
  input: reported.extend({ id: z.guid() }),
  async run(context, { id, ...input }) {
    const { tenant } = context;
    await lockDirectory(tenant);
    const before = await personWith(context, id);
    expectVersion(context, before);
    const next = { ...input, email: before.memberId === null ? input.email : before.email };
    if (before.isTold && isSame(before, next)) return withGroups(context, before);
    await demandFreeFields(context, before, next);
    if (!before.isTold) await reportMembers(tenant, [id]);
    if (next.email !== before.email) await withdrawInvitation(context, before);
    await provisionedPeople.update(tenant, id, next);
    await settleActivity(context, before, input.isActive);
    const after = await personWith(context, id);
    context.record({
      noun: 'directory person',
      recordId: id,
      before: evidenceOf(before),
      after: evidenceOf(after),
    });
    return withGroups(context, after);
  },
});

/**
 * The directory no longer has a person: their membership ends as when they are deactivated, without the roles of their groups, and
 * they are listed no more. Reported again, they are someone new. Refuses NOT_FOUND, STALE_VERSION, and IN_USE for the last admin.
 */
export const removeDirectoryPerson = defineUseCase({
  name: 'provisioning.removePerson',
  permission: 'org.member.write',
  mode: 'write',
  input: byId,
  async run(context, { id }) {
    const { tenant } = context;
    await lockDirectory(tenant);
    const before = await personWith(context, id);
    expectVersion(context, before);
    if (before.memberId === null) await withdrawInvitation(context, before);
    else {
      if (before.isActive) await endMembership(context, await membershipOf(context, before.memberId));
      await memberships.update(tenant, before.memberId, {
        roles: before.roles.filter((role) => !before.givenRoles.includes(role)),
        customRoleIds: before.customRoleIds.filter((role) => !before.givenCustomRoleIds.includes(role)),
      });
    }
    if (before.isTold) await provisionedPeople.remove(tenant, id);
    context.record({ noun: 'directory person', recordId: id, before: evidenceOf(before) });
    return before;
  },
});

async function withGroups({ tenant }: Context, person: DirectoryPerson): Promise<ShownPerson> {
  return { ...person, groups: await groupsOfPeople(tenant, [person.id]) };
}

/** A former member whom the directory reports again begins without the roles they once had: its groups give them new ones. */
async function letInAgain(context: Context, person: DirectoryPerson, memberId: string): Promise<void> {
  await memberships.update(context.tenant, memberId, { roles: [], customRoleIds: [] });
  await activateMember(context, { ...person, roles: [], customRoleIds: [] });
}

/** The membership or the invitation of a person who is active from now on, or no longer. */
async function settleActivity(context: Context, before: DirectoryPerson, isActive: boolean): Promise<void> {
  const { memberId } = before;
  if (memberId === null) {
    if (!isActive) await provisionedPeople.update(context.tenant, before.id, { invitedAt: null });
    await settleRoles(context, [await personWith(context, before.id)]);
  } else if (isActive !== before.isActive) {
    if (isActive) await activateMember(context, await personWith(context, before.id));
    else await endMembership(context, await membershipOf(context, memberId));
  }
}

/** The invitation of an address that is no longer the person's. */
async function withdrawInvitation(context: Context, { id, email, isTold }: DirectoryPerson): Promise<void> {
  const open = (await openInvitationsOf(context.tenant, [email])).get(email);
  if (open !== undefined) await settleInvitation(context, open, { roles: [], customRoleIds: [] });
  if (!isTold) return;
  await provisionedPeople.update(context.tenant, id, {
    invitedAt: null,
    givenRoles: [],
    givenCustomRoleIds: [],
  });
}

async function demandFreeFields(
  context: Context,
  before: DirectoryPerson,
  { userName, externalId, email }: ReportedPerson,
): Promise<void> {
  if (userName.toLowerCase() !== before.userName.toLowerCase()) {
    await demandFree(context, 'userName', userName, { userName });
  }
  if (email !== before.email) await demandFree(context, 'emails', email, { email });
  if (externalId !== null && externalId !== before.externalId) {
    await demandFree(context, 'externalId', externalId, { externalId });
  }
}

async function demandFree(
  { tenant }: Context,
  field: string,
  value: string,
  filter: Parameters<typeof findPerson>[1],
): Promise<void> {
  if ((await findPerson(tenant, filter)) === null) return;
  refuse('DUPLICATE', `Someone here already has the ${field} ${value}.`, {
    noun: 'directory person',
    field,
    value,
  });
}

const FIELDS = [
  'userName',
  'externalId',
  'email',
  'displayName',
  'givenName',
  'familyName',
  'isActive',
] as const;

const isSame = (before: DirectoryPerson, next: ReportedPerson) =>
  FIELDS.every((field) => before[field] === next[field]);

/** What the audit trail keeps of a person. */
const evidenceOf = (person: DirectoryPerson) => ({
  ...Object.fromEntries(FIELDS.map((field) => [field, person[field]])),
  recordStatus: person.isActive ? 'active' : 'inactive',
  memberId: person.memberId,
});
