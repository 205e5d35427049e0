import { z } from 'zod';
import { founderOf, principalIn } from '@/auth/other-organization';
import { dec, toPlainString } from '@/core/money/decimal';
import { refuseNotFound } from '@/usecases/kit/crud';
import type { Call } from '@/usecases/kit/define';
import { demand, runForOutput } from '@/usecases/kit/run';
import {
  createOrganization,
  getOrganization,
  organizationCreate,
  organizationUpdate,
  removeOrganization,
  streamOrganizations,
  updateOrganization,
} from '@/usecases/organizations/organization-records';
import { placeOrganization } from '@/usecases/organizations/place-organization';
import { shapeOf } from '../../kit/shape';
import { bodyOf, defineResource, type RowOf, TWO_STATES } from '../resource';

/** A new organization is created by its founder inside it; another one is changed by the caller as a member of it. */
async function enterOrganization(call: Call, id: string | null): Promise<Call> {
  const { principal } = call;
  if (id === null) {
    demand(principal, 'org.organization.create');
    return { ...call, principal: founderOf(principal, await placeOrganization(call)) };
  }
  await runForOutput(getOrganization, call, { id });
  return { ...call, principal: (await principalIn(principal, id)) ?? refuseNotFound('organization', id) };
}

/** The caller's organization and those it created (decisions.md, surface B, "organizations"). */
export const organizations = defineResource({
  noun: 'organization',
  tag: 'Organizations',
  statuses: TWO_STATES,
  own: shapeOf<RowOf<{ get: typeof getOrganization }>>()({
    name: 'text',
    slug: 'text',
    baseCurrency: 'text',
    fiscalYearStartMonth: 'count',
    timeZone: 'text',
    segregationOfDuties: z.enum(['off', 'enforce']),
    segregationThreshold: [
      'text?',
      ({ segregationThreshold: from }) => (from === null ? null : toPlainString(dec(from))),
    ],
  }),
  takes: organizationCreate.shape,
  update: bodyOf(organizationUpdate.shape, TWO_STATES),
  verbs: {
    create: createOrganization,
    get: getOrganization,
    update: updateOrganization,
    remove: removeOrganization,
    stream: streamOrganizations,
  },
  writingCall: enterOrganization,
  examples: { create: { name: 'Harbour Holdings', baseCurrency: 'EUR', fiscalYearStartMonth: 4 } },
});
