import { placeNewOrganization } from '@/db/stores/placements';
import { env } from '@/lib/env';
import type { Call } from '../kit/define';
import { newOrganizationIdFor } from './found-organization';

/**
 * The id for an organization about to be founded (see `newOrganizationIdFor`), placed on the server that DAYBOOK_FOUND_ON names or the one
 * with the fewest. Founding may still be refused; a placement without an organization is removed by the sweep.
 */
export async function placeOrganization(call: Pick<Call, 'principal' | 'idempotency'>): Promise<string> {
  const id = newOrganizationIdFor(call);
  await placeNewOrganization(id, env().DAYBOOK_FOUND_ON);
  return id;
}
