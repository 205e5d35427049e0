import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { takeInvitation } from '@/db/stores/people/invitations';
import { insertUser } from '@/db/stores/people/members';
import { defineUseCase } from '../kit/define';
import { nameText } from '../kit/fields';
import { joinOrganization } from './member-verbs';

/**
 * Accepts an invitation, for the person the principal stands for (`auth/invitations` proves that the link is theirs to use).
 * `account`: a person without an account gets this one, with the invited address, in the same transaction. Refuses NOT_FOUND
 * for a link that was answered, has expired or was sent again, of two at once too, and DUPLICATE for an active member and
 * for an address that got an account in the meantime.
 */
export const acceptInvitation = defineUseCase({
  name: 'members.accept',
  permission: null,
  mode: 'write',
  secretAnswer: true,
  input: z.object({
    secretHash: z.string(),
    account: z.object({ name: nameText.max(200), passwordHash: z.string() }).nullable(),
  }),
  async run(context, { secretHash, account }) {
    const { tenant, principal } = context;
    const userId = principal.actor.id;
    if (userId === null) throw new Error('an invitation is accepted by a person');
    const invitation = await takeInvitation(tenant, secretHash, userId);
    if (invitation === null) {
      const message = 'This link was already used, has expired or was replaced by a newer one.';
      refuse('NOT_FOUND', message, { noun: 'link', id: '' });
    }
    const { email, roles, customRoleIds, subsidiaryIds } = invitation;
    if (account !== null) {
      await insertUser(tenant, {
        id: userId,
        email,
        name: account.name.trim(),
        passwordHash: account.passwordHash,
      });
    }
    const member = await joinOrganization(tenant, email, userId, { roles, customRoleIds, subsidiaryIds });
    context.record({ noun: 'invitation', recordId: invitation.id, after: invitation });
    context.record({ noun: 'member', recordId: member.id, after: member });
    return member;
  },
});
