import { z } from 'zod';
import { refuse } from '@/core/refusals';
import {
  addToGroup,
  type GroupMember,
  lockDirectory,
  membersOfGroups,
  type ProvisionedGroupRecord,
  peopleWith,
  provisionedGroups,
  reportMembers,
  takeFromGroup,
} from '@/db/stores/people/provisioning';
import { byId, expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { nameText } from '../kit/fields';
import { settleRoles } from './settle-roles';

/** A group with the people in it. */
export interface ShownGroup extends ProvisionedGroupRecord {
  readonly members: readonly GroupMember[];
}

/** People in one group; more than a directory puts into one request of 1 MiB. */
const MOST_MEMBERS = 20_000;

const reported = z.object({
  displayName: nameText.max(200).transform((text) => text.trim()),
  externalId: nameText.max(255).nullable().default(null),
  memberIds: z.array(z.guid().toLowerCase()).max(MOST_MEMBERS),
});

/** Every group of the directory, in the order they were reported, with the people in them unless that is not asked for. */
export const listDirectoryGroups = defineUseCase({
  name: 'provisioning.listGroups',
  permission: 'org.member.read',
  mode: 'read',
  input: z.object({ withMembers: z.boolean() }),
  async run({ tenant }, { withMembers }): Promise<ShownGroup[]> {
    const groups = await provisionedGroups.list(tenant, { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
    const members = withMembers
      ? await membersOfGroups(
          tenant,
          groups.map(({ id }) => id),
        )
      : [];
    return groups.map((group) => ({
      ...group,
      members: members.filter(({ groupId }) => groupId === group.id),
    }));
  },
});

/** One group by ID. Refuses NOT_FOUND. */
export const getDirectoryGroup = defineUseCase({
  name: 'provisioning.getGroup',
  permission: 'org.member.read',
  mode: 'read',
  input: byId,
  run: async (context, { id }) => withMembers(context, await groupWith(context, id)),
});

/**
 * The directory reports a group. It grants no role until an administrator has given it some. Refuses DUPLICATE for a name or an ID of the
 * directory that a group has, and REFERENCE_NOT_FOUND for a member the directory has not reported.
 */
export const createDirectoryGroup = defineUseCase({
  name: 'provisioning.createGroup',
  permission: 'org.member.write',
  mode: 'write',
  input: reported,
  async run(context, { memberIds, ...input }) {
    await lockDirectory(context.tenant);
    await demandFree(context, input, null);
    const group = await provisionedGroups.insert(context.tenant, { ...input, roles: [], customRoleIds: [] });
    const changed = await setMembers(context, group, memberIds);
    context.record({ noun: 'directory group', recordId: group.id, after: { ...group, ...changed } });
    return withMembers(context, group);
  },
});

/**
 * The directory reports a group again, with everyone who is in it: those who joined get its roles, those who left lose what only it
 * gave them, within two seconds. Reported the same twice, nothing changes. Refuses as creating one does, STALE_VERSION, and IN_USE for the
 * last admin.
 */
export const updateDirectoryGroup = defineUseCase({
  name: 'provisioning.updateGroup',
  permission: 'org.member.write',
  mode: 'write',
  input: reported.extend({ id: z.guid() }),
  async run(context, { id, memberIds, ...input }) {
    const { tenant } = context;
    await lockDirectory(tenant);
    const before = await groupWith(context, id);
    expectVersion(context, before);
    await demandFree(context, input, before);
    const changed = await setMembers(context, before, memberIds);
    const isSame = before.displayName === input.displayName && before.externalId === input.externalId;
    if (isSame && changed.added.length + changed.removed.length === 0) return withMembers(context, before);
    const after =
      (await provisionedGroups.update(tenant, id, input)) ?? refuseNotFound('directory group', id);
    context.record({ noun: 'directory group', recordId: id, before, after: { ...after, ...changed } });
    return withMembers(context, after);
  },
});

/** The directory no longer has a group: what only it gave is revoked. Refuses NOT_FOUND, STALE_VERSION, and IN_USE for the last admin. */
export const removeDirectoryGroup = defineUseCase({
  name: 'provisioning.removeGroup',
  permission: 'org.member.write',
  mode: 'write',
  input: byId,
  async run(context, { id }) {
    await lockDirectory(context.tenant);
    const before = await groupWith(context, id);
    expectVersion(context, before);
    return deleteGroup(context, before);
  },
});

/** Deletes a group and takes its roles from the people in it. */
export async function deleteGroup(
  context: Context,
  before: ProvisionedGroupRecord,
): Promise<ProvisionedGroupRecord> {
  const { tenant } = context;
  const members = await membersOfGroups(tenant, [before.id]);
  await provisionedGroups.remove(tenant, before.id);
  await settleRoles(
    context,
    await peopleWith(
      tenant,
      members.map(({ personId }) => personId),
    ),
  );
  context.record({ noun: 'directory group', recordId: before.id, before });
  return before;
}

/** The group with this ID. Refuses NOT_FOUND. */
export async function groupWith({ tenant }: Context, id: string): Promise<ProvisionedGroupRecord> {
  return (await provisionedGroups.find(tenant, id)) ?? refuseNotFound('directory group', id);
}

async function withMembers({ tenant }: Context, group: ProvisionedGroupRecord): Promise<ShownGroup> {
  return { ...group, members: await membersOfGroups(tenant, [group.id]) };
}

/** Makes these people, and no one else, the members of a group; who came and who went, by ID. */
async function setMembers(context: Context, group: ProvisionedGroupRecord, memberIds: readonly string[]) {
  const { tenant } = context;
  const wanted = new Set(memberIds);
  const present = new Set((await membersOfGroups(tenant, [group.id])).map(({ personId }) => personId));
  const added = [...wanted].filter((id) => !present.has(id));
  const removed = [...present].filter((id) => !wanted.has(id));
  if (added.length > 0) {
    await demandPeople(context, added);
    await addToGroup(tenant, group.id, added);
  }
  if (removed.length > 0) await takeFromGroup(tenant, group.id, removed);
  if (group.roles.length + group.customRoleIds.length > 0) {
    await settleRoles(context, await peopleWith(tenant, [...added, ...removed]));
  }
  return { added, removed };
}

/** Everyone named is a person of the directory; members whom it names for the first time become people it has reported. */
async function demandPeople({ tenant }: Context, ids: readonly string[]): Promise<void> {
  const people = await peopleWith(tenant, ids);
  const known = new Set(people.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) {
    refuse('REFERENCE_NOT_FOUND', 'One of the members does not exist.', {
      field: 'members',
      noun: 'directory person',
      id: unknown,
    });
  }
  const unreported = people.filter(({ isTold }) => !isTold).map(({ id }) => id);
  if (unreported.length > 0) await reportMembers(tenant, unreported);
}

async function demandFree(
  { tenant }: Context,
  { displayName, externalId }: { readonly displayName: string; readonly externalId: string | null },
  before: ProvisionedGroupRecord | null,
): Promise<void> {
  const others = (await provisionedGroups.list(tenant)).filter(({ id }) => id !== before?.id);
  const named = others.some((group) => group.displayName.toLowerCase() === displayName.toLowerCase());
  const known = externalId !== null && others.some((group) => group.externalId === externalId);
  if (!named && !known) return;
  const [field, value] = named ? ['displayName', displayName] : ['externalId', externalId ?? ''];
  refuse('DUPLICATE', `A group here already has the ${field} ${value}.`, {
    noun: 'directory group',
    field,
    value,
  });
}
