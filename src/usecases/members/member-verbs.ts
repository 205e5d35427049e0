import { z } from 'zod';
import { isRole, type Role } from '@/core/permissions';
import { refuse } from '@/core/refusals';
import { withdrawInvitationsOf } from '@/db/stores/people/invitations';
import {
  endSessionsOf,
  findAccountByEmail,
  findMember,
  insertUser,
  listMembers,
  lockAdmins,
  type Member,
  memberships,
} from '@/db/stores/people/members';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { hashPassword } from '@/lib/password';
import { randomSecret } from '@/lib/secrets';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { demandNarrower } from '../kit/reach';
import {
  demandCustomRoles,
  demandGrantable,
  demandNotAbove,
  demandSomeRole,
  demandSubsidiaries,
  memberCustomRoles,
  memberRoles,
  memberSubsidiaries,
  refuseActiveMember,
  rolesInput,
} from './member-input';

/**
 * Every member of the organization; a caller confined to some subsidiaries sees only members
 * whose reach is within their own.
 */
export const listMembersOfOrganization = defineUseCase({
  name: 'members.list',
  permission: 'org.member.read',
  mode: 'read',
  input: z.object({}),
  run: ({ tenant }) => listMembers(tenant),
});

/** How long the password of a new account is valid; an invitation link is open as long. */
const INITIAL_DAYS = 7;

/**
 * Adds a member. A person without an account gets one, with a password that is returned once and counts for
 * a week, in which they choose their own; an existing account keeps its password. Refuses DUPLICATE for an active member, FORBIDDEN for
 * roles or subsidiaries beyond the caller's, REFERENCE_NOT_FOUND for an unknown subsidiary. An empty list of
 * subsidiaries means all of them.
 */
export const addMember = defineUseCase({
  name: 'members.add',
  permission: 'org.member.write',
  mode: 'write',
  secretAnswer: true,
  input: z.object({
    email: z.email().max(320).toLowerCase(),
    name: z.string().trim().min(1).max(200),
    roles: rolesInput,
    subsidiaryIds: memberSubsidiaries.default([]),
  }),
  async run(context, { email, name, roles, subsidiaryIds }) {
    demandGrantable(context.principal, roles);
    demandNarrower(context.principal, 'org.member.write', subsidiaryIds);
    await demandSubsidiaries(context, subsidiaryIds);
    const account = await findAccountByEmail(context.tenant, email);
    const initialPassword = account === null ? randomSecret().slice(0, 20) : null;
    const userId = account?.id ?? newId();
    if (initialPassword !== null) {
      const passwordHash = await hashPassword(initialPassword);
      await insertUser(context.tenant, { id: userId, email, name, passwordHash, passwordDays: INITIAL_DAYS });
    }
    const member = await joinOrganization(context.tenant, email, userId, {
      roles,
      customRoleIds: [],
      subsidiaryIds,
    });
    context.record({ noun: 'member', recordId: member.id, after: member });
    return { member, initialPassword };
  },
});

/** Makes a person a member with these rights, also one who was a member before. Refuses DUPLICATE for an active one. */
export async function joinOrganization(
  tenant: Tenant,
  email: string,
  userId: string,
  rights: { roles: string[]; customRoleIds: string[]; subsidiaryIds: string[] },
): Promise<Member> {
  const former = await memberships.findWhere(tenant, { userId });
  if (former?.recordStatus === 'active') {
    refuseActiveMember(email);
  }
  const data = { userId, recordStatus: 'active', ...rights };
  const joined =
    former === null
      ? await memberships.insert(tenant, { id: newId(), ...data })
      : await memberships.update(tenant, former.id, data);
  return (await findMember(tenant, joined?.id ?? '')) ?? refuseNotFound('member', userId);
}

/**
 * Changes a member's roles or subsidiaries, never beyond the caller's own, nor those of a member who may do more than the
 * caller (FORBIDDEN). It takes effect with their next request (within two seconds). Refuses IN_USE for the last admin,
 * INVALID_INPUT when no role would be left.
 */
export const changeMember = defineUseCase({
  name: 'members.change',
  permission: 'org.member.write',
  mode: 'write',
  input: z.object({
    id: z.guid(),
    roles: memberRoles.optional(),
    customRoleIds: memberCustomRoles.optional(),
    subsidiaryIds: memberSubsidiaries.optional(),
  }),
  async run(context, { id, ...wish }) {
    const { tenant, principal } = context;
    const before = await memberNamed(context, id);
    await demandNotAbove(context, before);
    const after = {
      roles: wish.roles ?? before.roles,
      customRoleIds: wish.customRoleIds ?? before.customRoleIds,
    };
    demandSomeRole(after);
    // Roles the member already has need not be granted again.
    const newRoles = after.roles.filter((role): role is Role => isRole(role) && !before.roles.includes(role));
    const newCustom = (wish.customRoleIds ?? []).filter((role) => !before.customRoleIds.includes(role));
    demandGrantable(principal, newRoles, await demandCustomRoles(tenant, newCustom));
    if (!after.roles.includes('admin')) await demandAnotherAdmin(context, id);
    if (wish.subsidiaryIds !== undefined) {
      demandNarrower(principal, 'org.member.write', wish.subsidiaryIds);
      await demandSubsidiaries(context, wish.subsidiaryIds);
    }
    const given = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
    await memberships.update(tenant, id, given);
    return recordChange(context, before);
  },
});

/**
 * Ends a membership with the person's sessions and tokens (within two seconds everywhere) and the invitations they sent;
 * their account and the records of their actions stay. Refuses IN_USE for the last admin, FORBIDDEN for a member who may
 * do more than the caller.
 */
export const removeMember = defineUseCase({
  name: 'members.remove',
  permission: 'org.member.write',
  mode: 'write',
  input: z.object({ id: z.guid() }),
  async run(context, { id }) {
    const before = await memberNamed(context, id);
    await demandNotAbove(context, before);
    return endMembership(context, before);
  },
});

/** Ends the caller's own membership. Refuses IN_USE for the last admin. */
export const leaveOrganization = defineUseCase({
  name: 'members.leave',
  permission: null,
  mode: 'write',
  input: z.object({}),
  async run(context) {
    const { tenant, principal } = context;
    const userId = principal.actor.kind === 'user' ? principal.actor.id : null;
    const own = userId === null ? null : await memberships.findWhere(tenant, { userId });
    if (own === null)
      refuse('FORBIDDEN', 'Only a member can leave.', { permission: 'org.organization.read' });
    return endMembership(context, (await findMember(tenant, own.id)) ?? refuseNotFound('member', own.id));
  },
});

/** Lets a former member in again with the rights they had, never beyond the caller's own (FORBIDDEN). Refuses DUPLICATE. */
export const restoreMember = defineUseCase({
  name: 'members.restore',
  permission: 'org.member.write',
  mode: 'write',
  input: z.object({ id: z.guid() }),
  async run(context, { id }) {
    const before = await memberNamed(context, id);
    await demandNotAbove(context, before);
    demandNarrower(context.principal, 'org.member.write', before.subsidiaryIds);
    if (before.recordStatus === 'active') {
      refuseActiveMember(before.email);
    }
    await memberships.update(context.tenant, id, { recordStatus: 'active' });
    return recordChange(context, before);
  },
});

async function memberNamed(context: Context, id: string): Promise<Member> {
  const found = (await findMember(context.tenant, id)) ?? refuseNotFound('member', id);
  expectVersion(context, found);
  return found;
}

/** Ends an active membership as `removeMember` does; the right to do so is checked by the caller. Refuses IN_USE for the last admin. */
export async function endMembership(context: Context, before: Member): Promise<Member> {
  const { tenant } = context;
  await demandAnotherAdmin(context, before.id);
  await memberships.update(tenant, before.id, { recordStatus: 'inactive' });
  await endSessionsOf(tenant, before.userId);
  await withdrawInvitationsOf(tenant, before.userId);
  return recordChange(context, before);
}

async function recordChange(context: Context, before: Member): Promise<Member> {
  const after = (await findMember(context.tenant, before.id)) ?? refuseNotFound('member', before.id);
  context.record({ noun: 'member', recordId: before.id, before, after });
  return after;
}

/** Refuses IN_USE when no admin would be left besides these memberships. */
export async function demandAnotherAdmin({ tenant }: Context, ...ids: readonly string[]): Promise<void> {
  const [first, ...others] = await lockAdmins(tenant);
  if (first !== undefined && [first, ...others].every((admin) => ids.includes(admin))) {
    refuse('IN_USE', 'An organization needs at least one admin. Make someone else an admin first.', {
      noun: 'member',
      id: first,
      by: 'organization',
    });
  }
}
