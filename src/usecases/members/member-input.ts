import { z } from 'zod';
import { permissionsOf, ROLES, type Role } from '@/core/permissions';
import type { Principal } from '@/core/principal';
import { refuse } from '@/core/refusals';
import { unknownSubsidiaries } from '@/db/stores/subsidiaries';
import type { Context } from '../kit/define';

/** At least one of the eight roles, each once. */
export const rolesInput = z
  .array(z.enum(ROLES))
  .min(1)
  .transform((roles) => [...new Set(roles)]);

/** No one may grant permissions they do not have. Refuses FORBIDDEN naming the first missing permission. */
export function demandGrantable(principal: Principal, roles: readonly Role[]): void {
  for (const permission of permissionsOf(roles)) {
    if (!principal.permissions.has(permission)) {
      refuse('FORBIDDEN', `You cannot grant a permission you do not have: ${permission}.`, { permission });
    }
  }
}

/**
 * Every named subsidiary must belong to the organization; an array column cannot have a foreign
 * key. Refuses REFERENCE_NOT_FOUND.
 */
export async function demandSubsidiaries({ tenant }: Context, ids: readonly string[]): Promise<void> {
  const [unknown] = ids.length === 0 ? [] : await unknownSubsidiaries(tenant, ids);
  if (unknown !== undefined) {
    refuse('REFERENCE_NOT_FOUND', 'One of the subsidiaries does not exist.', {
      field: 'subsidiaryIds',
      noun: 'subsidiary',
      id: unknown,
    });
  }
}
