import type { OrganizationId } from '@/core/principal';

/**
 * The only mint of OrganizationId. Call it with an id that a credential of that organization, a membership or the
 * founding of the organization has proved; never with a header or parameter as it came.
 */
export function provenOrganizationId(id: string): OrganizationId {
  return id as OrganizationId;
}
