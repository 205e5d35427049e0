import type { OrganizationId } from '@/core/principal';

/**
 * The only place that creates an OrganizationId. Call it with an id proved by a credential of that organization, by a
 * membership, or by creating the organization; never with a header or parameter as received.
 */
export function provenOrganizationId(id: string): OrganizationId {
  return id as OrganizationId;
}
