import { z } from 'zod';
import { permissionsOf, ROLES, type Role } from '@/core/permissions';
import type { Principal } from '@/core/principal';
import { refuse } from '@/core/refusals';

/** At least one of the eight roles, each once. */
export const rolesInput = z
  .array(z.enum(ROLES))
  .min(1)
  .transform((roles) => [...new Set(roles)]);

/** Nobody hands out more than they have. Refuses FORBIDDEN naming the first permission that is missing. */
export function demandGrantable(principal: Principal, roles: readonly Role[]): void {
  for (const permission of permissionsOf(roles)) {
    if (!principal.permissions.has(permission)) {
      refuse('FORBIDDEN', `You cannot grant a permission you do not have: ${permission}.`, { permission });
    }
  }
}
