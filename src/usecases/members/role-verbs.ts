import { z } from 'zod';
import { PERMISSIONS } from '@/core/permissions';
import { refuse } from '@/core/refusals';
import { isPermission } from '@/core/roles';
import { countHolders, customRoles } from '@/db/stores/people/custom-roles';
import { byId, expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { longText, nameText } from '../kit/fields';
import { demandEverywhere } from '../kit/reach';
import { demandHeld } from './member-input';

const name = nameText.max(100).transform((text) => text.trim());
const permissions = z
  .array(z.enum(PERMISSIONS as [(typeof PERMISSIONS)[number], ...typeof PERMISSIONS]))
  .min(1, 'must have at least one permission')
  .transform((list) => PERMISSIONS.filter((permission) => list.includes(permission)));
const description = longText.max(500).nullable();

/** The organization's own roles, by name. */
export const listRoles = defineUseCase({
  name: 'roles.list',
  permission: 'org.member.read',
  mode: 'read',
  input: z.object({}),
  run: ({ tenant }) => customRoles.list(tenant, { orderBy: [{ name: 'asc' }, { id: 'asc' }] }),
});

/** Makes a role of permissions that the caller has (FORBIDDEN otherwise). Refuses DUPLICATE for a name in use. */
export const createRole = defineUseCase({
  name: 'roles.create',
  permission: 'org.member.write',
  mode: 'write',
  input: z.object({ name, description: description.default(null), permissions }),
  async run(context, input) {
    demandHeld(context.principal, input.permissions);
    const after = await customRoles.insert(context.tenant, input);
    context.record({ noun: 'role', recordId: after.id, after });
    return after;
  },
});

/**
 * Changes a role for everyone who has it, within two seconds. Refuses FORBIDDEN when it has or would get a permission that
 * the caller does not have: adding one grants it to its holders, and taking one away takes it from people above the caller;
 * and for a caller confined to subsidiaries, since its holders may be anywhere.
 */
export const updateRole = defineUseCase({
  name: 'roles.update',
  permission: 'org.member.write',
  mode: 'write',
  input: z.object({
    id: z.guid(),
    name: name.optional(),
    description: description.optional(),
    permissions: permissions.optional(),
  }),
  async run(context, { id, ...data }) {
    demandEverywhere(context.principal, 'org.member.write');
    const before = await roleNamed(context, id);
    demandHeld(context.principal, [...before.permissions.filter(isPermission), ...(data.permissions ?? [])]);
    const after =
      (await customRoles.update(context.tenant, id, data, context.expectedVersion)) ??
      refuseNotFound('role', id);
    context.record({ noun: 'role', recordId: id, before, after });
    return after;
  },
});

/**
 * Deletes a role that no one has. Refuses IN_USE while a member or a pending invitation has it, FORBIDDEN for a caller
 * confined to subsidiaries, who does not see them all.
 */
export const removeRole = defineUseCase({
  name: 'roles.remove',
  permission: 'org.member.write',
  mode: 'write',
  input: byId,
  async run(context, { id }) {
    demandEverywhere(context.principal, 'org.member.write');
    const before = await roleNamed(context, id);
    const holders = await countHolders(context.tenant, id);
    if (holders > 0) {
      const words = holders === 1 ? 'one person has it' : `${holders} people have it`;
      refuse('IN_USE', `This role cannot be deleted because ${words}.`, { noun: 'role', id, by: 'members' });
    }
    await customRoles.remove(context.tenant, id);
    context.record({ noun: 'role', recordId: id, before });
    return before;
  },
});

async function roleNamed(context: Context, id: string) {
  const found = (await customRoles.find(context.tenant, id)) ?? refuseNotFound('role', id);
  expectVersion(context, found);
  return found;
}
