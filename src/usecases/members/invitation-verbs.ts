import { z } from 'zod';
import { invitationLetter } from '@/core/mail/messages';
import { isRole } from '@/core/permissions';
import { refuse } from '@/core/refusals';
import { visibleOrganizations } from '@/db/stores/organizations';
import {
  findInvitation,
  invitations,
  listInvitations,
  type ShownInvitation,
} from '@/db/stores/people/invitations';
import { findAccountByEmail, memberships } from '@/db/stores/people/members';
import { consoleLink } from '@/lib/console-link';
import { newId } from '@/lib/ids';
import { hashSecret, randomSecret } from '@/lib/secrets';
import { byId, expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { nameText } from '../kit/fields';
import { demandNarrower } from '../kit/reach';
import { sendMail } from '../mail/send-mail';
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
} from './member-input';

/** How long an invitation can be accepted, in days. */
const INVITATION_DAYS = 7;

/** An invitation with its link, which is shown once: only the hash of its secret is kept. */
export interface SentInvitation {
  readonly invitation: ShownInvitation;
  readonly link: string;
}

/** The latest 500 invitations, newest first; a caller confined to subsidiaries sees those within their reach. */
export const listMemberInvitations = defineUseCase({
  name: 'members.invitations',
  permission: 'org.member.read',
  mode: 'read',
  input: z.object({}),
  run: ({ tenant }) => listInvitations(tenant),
});

/**
 * Invites an address, whether it has an account or not: mails it a link that works once, for a week, and returns the link,
 * to be handed over in another way (`sendMail: false`: only so). Refuses DUPLICATE for
 * an active member and for an address with a pending invitation (send that again), FORBIDDEN for roles or subsidiaries
 * beyond the caller's, REFERENCE_NOT_FOUND for an unknown role or subsidiary. No subsidiaries means all of them.
 */
export const inviteMember = defineUseCase({
  name: 'members.invite',
  permission: 'org.member.write',
  mode: 'write',
  secretAnswer: true,
  input: z.object({
    email: z.email().max(320).toLowerCase(),
    name: nameText.max(200).transform((text) => text.trim()),
    roles: memberRoles.default([]),
    customRoleIds: memberCustomRoles.default([]),
    subsidiaryIds: memberSubsidiaries.default([]),
    sendMail: z.boolean().default(true),
  }),
  async run(context, { sendMail: isMailed, ...wish }): Promise<SentInvitation> {
    const { tenant, principal } = context;
    demandSomeRole(wish);
    demandGrantable(principal, wish.roles, await demandCustomRoles(tenant, wish.customRoleIds));
    demandNarrower(principal, 'org.member.write', wish.subsidiaryIds);
    await demandSubsidiaries(context, wish.subsidiaryIds);
    await demandNoMember(context, wish.email);
    const secret = newSecret(context);
    const { id } = await invitations.insert(tenant, {
      ...wish,
      id: newId(),
      invitedBy: principal.actor.kind === 'user' ? principal.actor.id : null,
      ...secret.stored,
    });
    return sent(context, id, secret, isMailed);
  },
});

/**
 * Makes a new link for a pending or expired invitation, for another week; the former link stops working. Refuses NOT_FOUND,
 * INVALID_STATUS_TRANSITION for one that was accepted or withdrawn, and FORBIDDEN when it grants more than the caller has.
 */
export const resendInvitation = defineUseCase({
  name: 'members.resend',
  permission: 'org.member.write',
  mode: 'write',
  secretAnswer: true,
  input: z.object({ id: z.guid(), sendMail: z.boolean().default(true) }),
  async run(context, { id, sendMail: isMailed }): Promise<SentInvitation> {
    const before = await pendingInvitation(context, id);
    demandGrantable(
      context.principal,
      before.roles.filter(isRole),
      await demandCustomRoles(context.tenant, before.customRoleIds),
    );
    const secret = newSecret(context);
    await updatePending(context, before, secret.stored);
    return sent(context, id, secret, isMailed, before);
  },
});

/** Withdraws a pending invitation; its link stops working. Refuses NOT_FOUND, INVALID_STATUS_TRANSITION, FORBIDDEN. */
export const withdrawInvitation = defineUseCase({
  name: 'members.withdraw',
  permission: 'org.member.write',
  mode: 'write',
  input: byId,
  async run(context, { id }) {
    const before = await pendingInvitation(context, id);
    await demandNotAbove(context, before);
    await updatePending(context, before, { invitationStatus: 'WITHDRAWN', secretHash: null });
    const after = (await findInvitation(context.tenant, id)) ?? refuseNotFound('invitation', id);
    context.record({ noun: 'invitation', recordId: id, before, after });
    return after;
  },
});

/**
 * Invites someone whom the directory reports and who is not a member, on no one's personal behalf, with the roles of their groups. The
 * right to give them is that of the administrator who gave them to the groups.
 */
export function inviteProvisioned(
  context: Context,
  person: { email: string; name: string; roles: string[]; customRoleIds: string[] },
): Promise<SentInvitation> {
  const secret = newSecret(context);
  return invitations
    .insert(context.tenant, { ...person, id: newId(), invitedBy: null, ...secret.stored })
    .then(({ id }) => sent(context, id, secret, true));
}

/** Changes the roles of an invitation that is still open, or withdraws it when none is left. */
export async function settleInvitation(
  context: Context,
  before: ShownInvitation,
  roles: { readonly roles: readonly string[]; readonly customRoleIds: readonly string[] },
): Promise<void> {
  const isOver = roles.roles.length + roles.customRoleIds.length === 0;
  await updatePending(
    context,
    before,
    isOver
      ? { invitationStatus: 'WITHDRAWN', secretHash: null }
      : { roles: [...roles.roles], customRoleIds: [...roles.customRoleIds] },
  );
  const after = (await findInvitation(context.tenant, before.id)) ?? refuseNotFound('invitation', before.id);
  context.record({ noun: 'invitation', recordId: before.id, before, after });
}

async function sent(
  context: Context,
  id: string,
  { secret, link }: ReturnType<typeof newSecret>,
  isMailed: boolean,
  before?: ShownInvitation,
): Promise<SentInvitation> {
  const { tenant } = context;
  const invitation = (await findInvitation(tenant, id)) ?? refuseNotFound('invitation', id);
  context.record({ noun: 'invitation', recordId: id, before, after: invitation });
  if (isMailed) {
    const { name, email, invitedBy, expiresAt } = invitation;
    const [own] = await visibleOrganizations(tenant, { id: tenant.organizationId });
    const organizationName = own?.name ?? 'your organization';
    const letter = invitationLetter({ name, organizationName, invitedBy, link, expiresAt });
    await sendMail(tenant, { kind: 'invitation', to: email, letter, secret, expiresAt });
  }
  return { invitation, link };
}

async function pendingInvitation(context: Context, id: string): Promise<ShownInvitation> {
  const found = (await findInvitation(context.tenant, id)) ?? refuseNotFound('invitation', id);
  expectVersion(context, found);
  if (found.status === 'ACCEPTED' || found.status === 'WITHDRAWN') refuseAnswered(found.status);
  return found;
}

async function updatePending(
  { tenant }: Context,
  { id }: ShownInvitation,
  data: Parameters<typeof invitations.update>[2],
): Promise<void> {
  const changed = await invitations.updateWhere(tenant, id, { invitationStatus: 'PENDING' }, data);
  if (changed === null) refuseAnswered('ACCEPTED');
}

function refuseAnswered(from: string): never {
  const message =
    from === 'WITHDRAWN' ? 'This invitation was withdrawn.' : 'This invitation was already accepted.';
  refuse('INVALID_STATUS_TRANSITION', message, { from, to: 'PENDING' });
}

/**
 * The secret begins with the organization, like the ID of an API client: whoever opens the link is not known yet, and row
 * security shows one organization at a time.
 */
function newSecret({ tenant, clock }: Context) {
  const secret = `${tenant.organizationId.replaceAll('-', '')}.${randomSecret()}`;
  const expiresAt = new Date(clock.now().getTime() + INVITATION_DAYS * 86_400_000);
  return {
    secret,
    link: consoleLink('invitation', secret),
    stored: { secretHash: hashSecret(secret), expiresAt },
  };
}

async function demandNoMember({ tenant }: Context, email: string): Promise<void> {
  const account = await findAccountByEmail(tenant, email);
  const known = account === null ? null : await memberships.findWhere(tenant, { userId: account.id });
  if (known?.recordStatus === 'active') {
    refuseActiveMember(email);
  }
}
