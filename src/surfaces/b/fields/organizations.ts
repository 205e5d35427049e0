import { z } from 'zod';
import { founderOf, principalIn } from '@/auth/other-organization';
import { dec, toPlainString } from '@/core/money/decimal';
import { refuseNotFound } from '@/usecases/kit/crud';
import type { Call } from '@/usecases/kit/define';
import { demand, runForOutput } from '@/usecases/kit/run';
import { newOrganizationIdFor } from '@/usecases/organizations/found-organization';
import {
  createOrganization,
  getOrganization,
  organizationCreate,
  organizationUpdate,
  removeOrganization,
  streamOrganizations,
  updateOrganization,
} from '@/usecases/organizations/organization-records';
import { bodyOf, defineResource, TWO_STATES } from '../resource';

const { recordStatus: _create, ...founding } = organizationCreate.shape;
const { recordStatus: _update, ...changes } = organizationUpdate.shape;

/** A new organization is written by its founder inside it; another one by the caller as a member of it. */
async function enterOrganization(call: Call, id: string | null): Promise<Call> {
  const { principal } = call;
  if (id === null) {
    demand(principal, 'org.organization.create');
    return { ...call, principal: founderOf(principal, newOrganizationIdFor(call)) };
  }
  await runForOutput(getOrganization, call, { id });
  return { ...call, principal: (await principalIn(principal, id)) ?? refuseNotFound('organization', id) };
}

/** The caller's organization and those it created (decisions.md, surface B, "organizations"). */
export const organizations = defineResource({
  noun: 'organization',
  tag: 'Organizations',
  statuses: TWO_STATES,
  own: {
    name: z.string(),
    slug: z.string(),
    baseCurrency: z.string(),
    fiscalYearStartMonth: z.int(),
    timeZone: z.string(),
    segregationOfDuties: z.enum(['off', 'enforce']),
    segregationThreshold: z.string().nullable(),
  },
  values: ({ segregationThreshold }) => ({
    segregationThreshold: segregationThreshold === null ? null : toPlainString(dec(segregationThreshold)),
  }),
  create: bodyOf(founding, TWO_STATES),
  update: bodyOf(changes, TWO_STATES),
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
