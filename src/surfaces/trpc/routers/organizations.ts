import { forgetMembershipsOf } from '@/auth/memberships';
import { founderOf } from '@/auth/other-organization';
import { demand, runForOutput } from '@/usecases/kit/run';
import { closeOrganization, reopenOrganization } from '@/usecases/organizations/close-organization';
import {
  createOrganization,
  getOrganization,
  organizationCreate,
  removeOrganization,
  updateOrganization,
} from '@/usecases/organizations/organization-records';
import { placeOrganization } from '@/usecases/organizations/place-organization';
import { inputOf, procedureFor } from '../procedure-for';
import { createTrpcRouter, memberProcedure } from '../trpc';

/** The organization itself and its settings. */
export const organizationsRouter = createTrpcRouter({
  get: procedureFor(getOrganization),
  update: procedureFor(updateOrganization),
  close: procedureFor(closeOrganization),
  reopen: procedureFor(reopenOrganization),
  remove: procedureFor(removeOrganization),

  /** Founds another organization with the caller as its admin; its audit trail begins with that. */
  create: memberProcedure.input(inputOf(organizationCreate)).mutation(async ({ ctx, input }) => {
    const { principal, requestId, clock } = ctx;
    demand(principal, 'org.organization.create');
    const founder = founderOf(principal, await placeOrganization({ principal }));
    const call = { principal: founder, surface: 'trpc', requestId, clock } as const;
    const made = await runForOutput(createOrganization, call, input);
    if (principal.actor.id !== null) forgetMembershipsOf(principal.actor.id);
    return made;
  }),
});
