import { z } from 'zod';
import { isRole, type Role } from '@/core/permissions';
import { refuse } from '@/core/refusals';
import { takeInvitationOf } from '@/db/stores/people/invitations';
import { findAccountByEmail, insertUser, memberships } from '@/db/stores/people/members';
import { provisionedEntry } from '@/db/stores/people/provisioning';
import { connectAtProvider, signInProviders } from '@/db/stores/people/sign-in-providers';
import { refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { joinOrganization } from './member-verbs';

/**
 * The first sign-in of someone by the organization's own OpenID provider, which has verified their address: connects a member to
 * the provider's subject, accepts a pending invitation, or makes a member of someone whom no one invited, with the roles of their
 * groups in the directory, otherwise with those the provider's settings name. The caller is the person, whose ID is new unless the
 * address has an account. Refuses FORBIDDEN for someone with none of these, for someone whom the directory has deactivated, and for a
 * former member, whom an administrator or the directory lets in again; DUPLICATE when the address has had an account made meanwhile, or
 * belongs to another subject of the provider.
 */
export const enterByProvider = defineUseCase({
  name: 'members.enter',
  permission: null,
  mode: 'write',
  input: z.object({
    providerId: z.guid(),
    subject: z.string().min(1).max(255),
    email: z.email().max(320).toLowerCase(),
    name: z.string().trim().min(1).max(200),
  }),
  async run(context, { providerId, subject, email, name }) {
    const { tenant, principal } = context;
    const userId = principal.actor.id;
    if (userId === null) throw new Error('a provider signs in a person');
    const provider =
      (await signInProviders.find(tenant, providerId)) ?? refuseNotFound('sign-in provider', providerId);
    const account = await findAccountByEmail(tenant, email);
    if ((account?.id ?? userId) !== userId) refuseTaken(email);
    const known = await memberships.findWhere(tenant, { userId });
    if (known !== null && known.recordStatus !== 'active') refuseStranger(email);
    if (account === null) await insertUser(tenant, { id: userId, email, name, passwordHash: null });
    if (known === null) await joinAs(context, email, userId, provider.joiningRoles);
    if (!(await connectAtProvider(tenant, providerId, subject, userId))) refuseTaken(email);
    return { userId };
  },
});

async function joinAs(context: Context, email: string, userId: string, joiningRoles: readonly string[]) {
  const { tenant } = context;
  const provided = await provisionedEntry(tenant, email);
  if (provided?.isActive === false) refuseStranger(email);
  const invitation = await takeInvitationOf(tenant, email, userId);
  const roles = new Set<Role>([...(invitation?.roles ?? []), ...(provided?.roles ?? [])].filter(isRole));
  const customRoleIds = new Set([...(invitation?.customRoleIds ?? []), ...(provided?.customRoleIds ?? [])]);
  // For people the directory reports, its groups decide; the provider's settings are for those it does not know.
  if (invitation === null && provided === null)
    for (const role of joiningRoles.filter(isRole)) roles.add(role);
  if (roles.size + customRoleIds.size === 0) refuseStranger(email);
  const member = await joinOrganization(tenant, email, userId, {
    roles: [...roles],
    customRoleIds: [...customRoleIds],
    subsidiaryIds: invitation?.subsidiaryIds ?? [],
  });
  if (invitation !== null) {
    context.record({ noun: 'invitation', recordId: invitation.id, after: invitation });
  }
  context.record({ noun: 'member', recordId: member.id, after: member });
}

function refuseStranger(email: string): never {
  refuse('FORBIDDEN', `${email} is not a member of these books.`, { permission: 'org.organization.read' });
}

function refuseTaken(email: string): never {
  refuse('DUPLICATE', `${email} is someone else at this provider.`, {
    noun: 'member',
    field: 'email',
    value: email,
  });
}
