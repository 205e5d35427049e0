import { retryMail, showOutbox } from '@/usecases/mail/mail-verbs';
import {
  inviteMember,
  listMemberInvitations,
  resendInvitation,
  withdrawInvitation,
} from '@/usecases/members/invitation-verbs';
import {
  addMember,
  changeMember,
  leaveOrganization,
  listMembersOfOrganization,
  removeMember,
  restoreMember,
} from '@/usecases/members/member-verbs';
import {
  createProvider,
  listProviders,
  removeProvider,
  updateProvider,
} from '@/usecases/members/provider-verbs';
import { createRole, listRoles, removeRole, updateRole } from '@/usecases/members/role-verbs';
import { listConflicts, showPermissions } from '@/usecases/members/show-permissions';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** The members of the organization, their invitations, roles and permissions. */
export const membersRouter = createTrpcRouter({
  list: procedureFor(listMembersOfOrganization),
  add: procedureFor(addMember),
  change: procedureFor(changeMember),
  remove: procedureFor(removeMember),
  restore: procedureFor(restoreMember),
  leave: procedureFor(leaveOrganization),
  invitations: procedureFor(listMemberInvitations),
  invite: procedureFor(inviteMember),
  resend: procedureFor(resendInvitation),
  withdraw: procedureFor(withdrawInvitation),
  permissions: procedureFor(showPermissions),
  conflicts: procedureFor(listConflicts),
});

/** The roles that the organization makes of the list of permissions. */
export const rolesRouter = createTrpcRouter({
  list: procedureFor(listRoles),
  create: procedureFor(createRole),
  update: procedureFor(updateRole),
  remove: procedureFor(removeRole),
});

/** The organization's OpenID providers. */
export const providersRouter = createTrpcRouter({
  list: procedureFor(listProviders),
  create: procedureFor(createProvider),
  update: procedureFor(updateProvider),
  remove: procedureFor(removeProvider),
});

/** The outbox of mail. */
export const mailRouter = createTrpcRouter({
  outbox: procedureFor(showOutbox),
  retry: procedureFor(retryMail),
});
