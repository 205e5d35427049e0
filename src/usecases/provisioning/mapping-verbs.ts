import { z } from 'zod';
import { isRole } from '@/core/permissions';
import {
  countGroupMembers,
  lockDirectory,
  membersOfGroups,
  peopleWith,
  provisionedGroups,
} from '@/db/stores/people/provisioning';
import { byId, expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { nameText } from '../kit/fields';
import { demandEverywhere } from '../kit/reach';
import {
  demandCustomRoles,
  demandGrantable,
  demandNotAbove,
  memberCustomRoles,
  memberRoles,
} from '../members/member-input';
import { deleteGroup, groupWith } from './group-verbs';
import { settleRoles } from './settle-roles';

/** The groups of the directory with the roles they give and how many people are in each. */
export const listMappedGroups = defineUseCase({
  name: 'provisioning.groups',
  permission: 'org.member.read',
  mode: 'read',
  input: z.object({}),
  async run({ tenant, principal }) {
    demandEverywhere(principal, 'org.member.read');
    const groups = await provisionedGroups.list(tenant, { orderBy: [{ displayName: 'asc' }, { id: 'asc' }] });
    const people = await countGroupMembers(tenant);
    return groups.map((group) => ({ ...group, people: people.get(group.id) ?? 0 }));
  },
});

const roles = { roles: memberRoles, customRoleIds: memberCustomRoles };

/**
 * A group that the directory will report under this name, with the roles it is to grant. Refuses FORBIDDEN for roles beyond the caller's
 * and for a caller confined to subsidiaries, DUPLICATE for a name in use, REFERENCE_NOT_FOUND for an unknown role.
 */
export const prepareGroup = defineUseCase({
  name: 'provisioning.prepareGroup',
  permission: 'org.member.write',
  mode: 'write',
  input: z.object({ displayName: nameText.max(200).transform((text) => text.trim()), ...roles }),
  async run(context, input) {
    await demandMayGive(context, input);
    await lockDirectory(context.tenant);
    const after = await provisionedGroups.insert(context.tenant, input);
    context.record({ noun: 'directory group', recordId: after.id, after });
    return after;
  },
});

/**
 * Changes what a group gives, at once for everyone in it (within two seconds). Refuses as `prepareGroup` does, FORBIDDEN when the
 * group gives more than the caller has, NOT_FOUND, STALE_VERSION, and IN_USE when the last admin would not be one anymore.
 */
export const mapGroup = defineUseCase({
  name: 'provisioning.mapGroup',
  permission: 'org.member.write',
  mode: 'write',
  input: z.object({ id: z.guid(), ...roles }),
  async run(context, { id, ...wish }) {
    await demandMayGive(context, wish);
    const { tenant } = context;
    await lockDirectory(tenant);
    const before = await groupWith(context, id);
    expectVersion(context, before);
    await demandNotAbove(context, before);
    const after = (await provisionedGroups.update(tenant, id, wish)) ?? refuseNotFound('directory group', id);
    const members = await membersOfGroups(tenant, [id]);
    await settleRoles(
      context,
      await peopleWith(
        tenant,
        members.map(({ personId }) => personId),
      ),
    );
    context.record({ noun: 'directory group', recordId: id, before, after });
    return after;
  },
});

/**
 * Deletes a group; the people in it lose what only it gave them. The directory may report it again, and then it grants nothing until
 * someone chooses its roles. Refuses NOT_FOUND, FORBIDDEN as changing one does, and IN_USE for the last admin.
 */
export const deleteMappedGroup = defineUseCase({
  name: 'provisioning.deleteGroup',
  permission: 'org.member.write',
  mode: 'write',
  input: byId,
  async run(context, { id }) {
    demandEverywhere(context.principal, 'org.member.write');
    await lockDirectory(context.tenant);
    const before = await groupWith(context, id);
    expectVersion(context, before);
    await demandNotAbove(context, before);
    return deleteGroup(context, before);
  },
});

async function demandMayGive(
  { tenant, principal }: Context,
  wish: { readonly roles: readonly string[]; readonly customRoleIds: readonly string[] },
): Promise<void> {
  demandEverywhere(principal, 'org.member.write');
  demandGrantable(principal, wish.roles.filter(isRole), await demandCustomRoles(tenant, wish.customRoleIds));
}
