import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { markClosed, type OrganizationRecord, visibleOrganizations } from '@/db/stores/organizations';
import { byId, expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { demandEverywhere } from '../kit/reach';

/**
 * Closes the books: within two seconds they are read-only for everyone, programs included, whoever is signed in. Everything can still
 * be read, reported and exported, and they can be reopened. Refuses NOT_FOUND for another organization, FORBIDDEN for a caller
 * confined to subsidiaries, INVALID_STATUS_TRANSITION for books that are closed.
 */
export const closeOrganization = defineUseCase({
  name: 'organizations.close',
  permission: 'org.organization.write',
  mode: 'sql',
  input: byId,
  run: (context, { id }) => move(context, id, true),
});

/** Reopens closed books. Refuses as closing does, and INVALID_STATUS_TRANSITION for books that are open. */
export const reopenOrganization = defineUseCase({
  name: 'organizations.reopen',
  permission: 'org.organization.write',
  mode: 'sql',
  input: z.object({ id: z.guid() }),
  run: (context, { id }) => move(context, id, false),
});

async function move(context: Context, id: string, isClosed: boolean): Promise<OrganizationRecord> {
  const { tenant, principal } = context;
  if (id.toLowerCase() !== tenant.organizationId) refuseNotFound('organization', id);
  demandEverywhere(principal, 'org.organization.write');
  const [before] = await visibleOrganizations(tenant, { id });
  if (before === undefined) return refuseNotFound('organization', id);
  expectVersion(context, before);
  const [from, to] = isClosed ? ['OPEN', 'CLOSED'] : ['CLOSED', 'OPEN'];
  // Of two at once the second finds nothing to move.
  const after = await markClosed(tenant, isClosed);
  if (after === null) {
    refuse('INVALID_STATUS_TRANSITION', `These books are already ${to.toLowerCase()}.`, { from: to, to });
  }
  context.record({
    noun: 'organization',
    recordId: id,
    before: { state: from },
    after: { state: to },
  });
  return after;
}
