import { z } from 'zod';
import { AMOUNT_COLUMN, PERCENT_COLUMN } from '@/core/money/column';
import { refuse } from '@/core/refusals';
import {
  changeOrganization,
  deleteOrganization,
  type OrganizationChanges,
  type OrganizationRecord,
  visibleOrganizations,
} from '@/db/stores/organizations';
import { type Tenant, withTenantRead } from '@/db/tenancy';
import { countryCode } from '../addresses/country-code';
import { byId, expectVersion, refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { currencyCode, decimalOf, nameText, recordStatus } from '../kit/fields';
import { demandEverywhere } from '../kit/reach';
import { recordListInput } from '../kit/record-list';
import { defineStream } from '../kit/stream';
import { foundOrganization } from './found-organization';

/** An IANA time zone such as `Europe/Oslo`. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be an IANA time zone such as Europe/Oslo');

/** The fields of an organization to be founded; all optional (decisions.md, surface B). */
export const organizationCreate = z.object({
  name: nameText.max(200).optional(),
  baseCurrency: currencyCode.optional(),
  fiscalYearStartMonth: z.int().min(1).max(12).optional(),
  timeZone: timeZone.optional(),
  /** The country of its root subsidiary; its founding proposes a chart and tax codes by it. */
  countryCode: countryCode.optional(),
  recordStatus: recordStatus.optional(),
});

/** The fields that may change later. Currency and fiscal year stay, since the books are kept in them. */
export const organizationUpdate = z.object({
  name: nameText.max(200).optional(),
  timeZone: timeZone.optional(),
  segregationOfDuties: z.enum(['off', 'enforce']).optional(),
  segregationThreshold: decimalOf(AMOUNT_COLUMN, { min: '0' }).nullish(),
  recordStatus: recordStatus.optional(),
});

const one = async (tenant: Tenant, id: string): Promise<OrganizationRecord> => {
  const [found] = await visibleOrganizations(tenant, { id });
  return found ?? refuseNotFound('organization', id);
};

/** Founds an organization with the caller as its admin, and returns its record. It runs inside the new organization. */
export const createOrganization = defineUseCase({
  name: 'organizations.create',
  permission: 'org.organization.create',
  mode: 'sql',
  input: organizationCreate,
  async run(context, { recordStatus: status, ...asked }): Promise<OrganizationRecord> {
    const { tenant, principal } = context;
    if (principal.actor.kind === 'api_client') {
      // A program cannot become its admin.
      refuse('FORBIDDEN', 'Only a person can create an organization.', {
        permission: 'org.organization.create',
      });
    }
    const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
    const wish = foundOrganization.input.parse({ name: generatedName(tenant), ...given });
    const { id } = await foundOrganization.run(context, wish);
    if (status !== undefined) await changeOrganization(tenant, { recordStatus: status });
    return one(tenant, id);
  },
});

/** One organization: the caller's or one it created. Refuses NOT_FOUND. */
export const getOrganization = defineUseCase({
  name: 'organizations.get',
  permission: 'org.organization.read',
  mode: 'read',
  input: byId,
  run: ({ tenant }, { id }) => one(tenant, id),
});

/**
 * Changes the tenant's own organization; to change another one, the caller switches to it first. Refuses
 * NOT_FOUND, and FORBIDDEN for a caller confined to subsidiaries: its name and its guards are everyone's.
 */
export const updateOrganization = defineUseCase({
  name: 'organizations.update',
  permission: 'org.organization.write',
  mode: 'sql',
  input: z.object({
    id: z.guid(),
    data: organizationUpdate.extend({
      /** By how many percent an exchange rate may differ from the last one before it asks for a confirmation. */
      rateChangeLimit: decimalOf(PERCENT_COLUMN, { min: '0' }).optional(),
      /** Whether members must sign in with a second factor; it counts within two seconds, for open sessions too. */
      requiresSecondFactor: z.boolean().optional(),
      /** How many months the security log is kept, at least two years; null: for good. */
      securityLogMonths: z.int().min(24).max(1_200).nullish(),
    }),
  }),
  async run(context, { id, data }): Promise<OrganizationRecord> {
    const { tenant, principal } = context;
    if (id.toLowerCase() !== tenant.organizationId) refuseNotFound('organization', id);
    demandEverywhere(principal, 'org.organization.write');
    const before = await one(tenant, id);
    expectVersion(context, before);
    if (before.closedAt !== null) {
      const permission = 'org.organization.write';
      refuse('FORBIDDEN', 'These books are closed. Reopen them first.', { permission });
    }
    const after = await changeOrganization(tenant, data as OrganizationChanges, context.expectedVersion);
    if (after === null) {
      expectVersion(context, await one(tenant, id));
      throw new Error('an organization refused an update for no reason');
    }
    context.record({ noun: 'organization', recordId: id, before, after });
    return after;
  },
});

/**
 * Deletes the tenant's own organization while it never posted, with everything in it; its audit trail stays. Refuses NOT_FOUND,
 * FORBIDDEN for a caller confined to subsidiaries, and IN_USE for one that has posted, since books must be kept.
 */
export const removeOrganization = defineUseCase({
  name: 'organizations.remove',
  permission: 'org.organization.write',
  mode: 'sql',
  input: byId,
  async run(context, { id }): Promise<OrganizationRecord> {
    const { tenant, principal } = context;
    if (id.toLowerCase() !== tenant.organizationId) refuseNotFound('organization', id);
    const found = await one(tenant, id);
    demandEverywhere(principal, 'org.organization.write');
    expectVersion(context, found);
    const by = await deleteOrganization(tenant);
    if (by !== null) {
      const message =
        'An organization that has posted cannot be deleted because its books must be kept. Close it instead.';
      refuse('IN_USE', message, { noun: 'organization', id, by: by.replaceAll('_', ' ') });
    }
    context.record({ noun: 'organization', recordId: id, before: found });
    return found;
  },
});

/** The caller's organization and those it created. */
export const streamOrganizations = defineStream({
  name: 'organizations.stream',
  permission: 'org.organization.read',
  input: recordListInput,
  async open(claim, { includeInactive, limit, after }) {
    const all = await withTenantRead(claim, (tenant) => visibleOrganizations(tenant, { includeInactive }));
    const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after.toLowerCase()) + 1;
    if (after !== undefined && start === 0) {
      const message = 'does not refer to a record; start from the beginning';
      refuse('INVALID_INPUT', `after: ${message}`, { issues: [{ path: ['after'], message }] });
    }
    return oneChunk(all.slice(start, limit === undefined ? undefined : start + limit));
  },
});

async function* oneChunk<Row>(rows: Row[]): AsyncGenerator<Row[], void, undefined> {
  yield rows;
}

/** A new organization without a name gets one from the end of its id, which is unique. */
const generatedName = (tenant: Tenant) => `Organization ${tenant.organizationId.slice(-12)}`;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
