import { z } from 'zod';
import { isRole } from '@/core/permissions';
import { conflictsOf, grantedBy, type PersonalConflict } from '@/core/roles';
import { visibleOrganizations } from '@/db/stores/organizations';
import { findMember, listMembers } from '@/db/stores/people/members';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { customRolesNamed, permissionsHeld } from './member-input';

/**
 * What a member may do: every permission with the roles that grant it, the subsidiaries it reaches (empty: all), and the
 * duties that one person should not have together. Of a former member: what they could do. Refuses NOT_FOUND.
 */
export const showPermissions = defineUseCase({
  name: 'members.permissions',
  permission: 'org.member.read',
  mode: 'read',
  input: z.object({ id: z.guid() }),
  async run({ tenant }, { id }) {
    const member = (await findMember(tenant, id)) ?? refuseNotFound('member', id);
    const custom = await customRolesNamed(tenant, member.customRoleIds);
    const permissions = grantedBy(member.roles.filter(isRole), custom);
    const held = new Set<string>(permissions.map(({ permission }) => permission));
    return { member, permissions, conflicts: conflictsOf(held, await isSegregated(tenant)) };
  },
});

/** A member with the duties they should not have together. */
export interface ConflictedMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly conflicts: readonly PersonalConflict[];
}

/**
 * Every active member who can do two things that one person should not do both of, such as writing a document and approving
 * it, by what their roles together permit. Members beyond a confined caller's reach are not listed.
 */
export const listConflicts = defineUseCase({
  name: 'members.conflicts',
  permission: 'org.member.read',
  mode: 'read',
  input: z.object({}),
  async run({ tenant }): Promise<ConflictedMember[]> {
    const segregated = await isSegregated(tenant);
    const found: ConflictedMember[] = [];
    for (const member of await listMembers(tenant)) {
      if (member.recordStatus !== 'active' || member.isDisabled) continue;
      const conflicts = conflictsOf(await permissionsHeld(tenant, member), segregated);
      const { id, name, email } = member;
      if (conflicts.length > 0) found.push({ id, name, email, conflicts });
    }
    return found;
  },
});

async function isSegregated(tenant: Tenant): Promise<{ isSegregated: boolean }> {
  const [own] = await visibleOrganizations(tenant, { id: tenant.organizationId });
  // One that begins at an amount leaves smaller documents to one person, so it does not stop the conflict.
  return { isSegregated: own?.segregationOfDuties === 'enforce' && own.segregationThreshold === null };
}
