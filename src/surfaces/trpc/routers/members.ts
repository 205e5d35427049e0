import {
  addMember,
  changeMember,
  listMembersOfOrganization,
  removeMember,
} from '@/usecases/members/member-verbs';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** The members of the organization and their roles. */
export const membersRouter = createTrpcRouter({
  list: procedureFor(listMembersOfOrganization),
  add: procedureFor(addMember),
  change: procedureFor(changeMember),
  remove: procedureFor(removeMember),
});
