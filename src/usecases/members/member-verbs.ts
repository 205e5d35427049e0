import { z } from 'zod';
import { refuse } from '@/core/refusals';
import {
  findMember,
  findUserByEmail,
  insertUser,
  listMembers,
  lockAdmins,
  type Member,
  memberships,
} from '@/db/stores/members';
import { newId } from '@/lib/ids';
import { hashPassword } from '@/lib/password';
import { randomSecret } from '@/lib/secrets';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { demandNarrower } from '../kit/reach';
import { demandGrantable, demandSubsidiaries, rolesInput } from './member-input';

const subsidiaries = z.array(z.guid()).max(1_000);

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

/**
 * Adds a member. A person without an account gets one, with a password that is returned once and that they
 * should change; an existing account keeps its password. Refuses DUPLICATE for an active member, FORBIDDEN for
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
    subsidiaryIds: subsidiaries.default([]),
  }),
  async run(context, { email, name, roles, subsidiaryIds }) {
    demandGrantable(context.principal, roles);
    demandNarrower(context.principal, 'org.member.write', subsidiaryIds);
    await demandSubsidiaries(context, subsidiaryIds);
    const account = await findUserByEmail(context.tenant, email);
    const initialPassword = account === null ? randomSecret().slice(0, 20) : null;
    const userId = account?.id ?? newId();
    if (initialPassword !== null) {
      const passwordHash = await hashPassword(initialPassword);
      await insertUser(context.tenant, { id: userId, email, name, passwordHash });
    }
    const member = await join(context, email, userId, { roles, subsidiaryIds });
    context.record({ noun: 'member', recordId: member.id, after: member });
    return { member, initialPassword };
  },
});

async function join(
  { tenant }: Context,
  email: string,
  userId: string,
  rights: { roles: string[]; subsidiaryIds: string[] },
): Promise<Member> {
  const former = await memberships.findWhere(tenant, { userId });
  if (former?.recordStatus === 'active') {
    refuse('DUPLICATE', `${email} is already a member.`, { noun: 'member', field: 'email', value: email });
  }
  const data = { userId, recordStatus: 'active', ...rights };
  const joined =
    former === null
      ? await memberships.insert(tenant, { id: newId(), ...data })
      : await memberships.update(tenant, former.id, data);
  return (await findMember(tenant, joined?.id ?? '')) ?? refuseNotFound('member', userId);
}

/**
 * Changes a member's roles or subsidiaries, never beyond the caller's own (FORBIDDEN). It takes effect with their
 * next request (within two seconds).
 */
export const changeMember = defineUseCase({
  name: 'members.change',
  permission: 'org.member.write',
  mode: 'write',
  input: z.object({ id: z.guid(), roles: rolesInput.optional(), subsidiaryIds: subsidiaries.optional() }),
  async run(context, { id, roles, subsidiaryIds }) {
    const before = (await findMember(context.tenant, id)) ?? refuseNotFound('member', id);
    expectVersion(context, before);
    if (roles !== undefined) {
      // Roles the member already has need not be granted again.
      demandGrantable(
        context.principal,
        roles.filter((role) => !before.roles.includes(role)),
      );
      if (!roles.includes('admin')) await demandAnotherAdmin(context, id);
    }
    if (subsidiaryIds !== undefined) {
      demandNarrower(context.principal, 'org.member.write', subsidiaryIds);
      await demandSubsidiaries(context, subsidiaryIds);
    }
    await memberships.update(context.tenant, id, {
      ...(roles === undefined ? {} : { roles }),
      ...(subsidiaryIds === undefined ? {} : { subsidiaryIds }),
    });
    const after = (await findMember(context.tenant, id)) ?? refuseNotFound('member', id);
    context.record({ noun: 'member', recordId: id, before, after });
    return after;
  },
});

/** Ends a membership; the person's account and the records of their actions stay. Refuses IN_USE for the last admin. */
export const removeMember = defineUseCase({
  name: 'members.remove',
  permission: 'org.member.write',
  mode: 'write',
  input: z.object({ id: z.guid() }),
  async run(context, { id }) {
    const before = (await findMember(context.tenant, id)) ?? refuseNotFound('member', id);
    expectVersion(context, before);
    await demandAnotherAdmin(context, id);
    await memberships.update(context.tenant, id, { recordStatus: 'inactive' });
    const after = (await findMember(context.tenant, id)) ?? refuseNotFound('member', id);
    context.record({ noun: 'member', recordId: id, before, after });
    return after;
  },
});

async function demandAnotherAdmin({ tenant }: Context, id: string): Promise<void> {
  const admins = await lockAdmins(tenant);
  if (admins.length === 1 && admins[0] === id) {
    refuse('IN_USE', 'An organization needs at least one admin. Make someone else an admin first.', {
      noun: 'member',
      id,
      by: 'organization',
    });
  }
}
