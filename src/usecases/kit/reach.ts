import type { Permission } from '@/core/permissions';
import type { Principal } from '@/core/principal';
import { RefusalError, refusal } from '@/core/refusals';
import type { TenantClaim } from '@/db/tenancy';
import type { Call } from './define';

/**
 * Whose rows a call may see and write: those of its organization, and of the subsidiaries its role is confined to. The database
 * holds every statement to it (docs/house.md, "Tenancy"); what lies outside is answered like what does not exist.
 */
export function claimOf({ principal }: Pick<Call, 'principal'>): TenantClaim {
  const { organizationId, actor, subsidiaryScope } = principal;
  // Of a confined caller the database also asks which imports are their own, whether a person or an API client made them.
  const isNamed = actor.kind === 'user' || subsidiaryScope !== null;
  return { organizationId, userId: isNamed ? actor.id : null, subsidiaryIds: subsidiaryScope };
}

/** What the database would only refuse to write is refused in words: FORBIDDEN for an input that names a subsidiary outside the caller's reach, known or not. */
export function demandReach(principal: Principal, permission: Permission | null, input: unknown): void {
  const scope = principal.subsidiaryScope;
  if (scope !== null && !namedIn(input).every((id) => scope.includes(id.toLowerCase()))) {
    throw outOfReach(permission);
  }
}

/**
 * Nobody hands out a reach wider than their own. Refuses FORBIDDEN for subsidiaries beyond the caller's, and for none at
 * all, which means every one.
 */
export function demandNarrower(
  principal: Principal,
  permission: Permission,
  subsidiaryIds: readonly string[],
): void {
  if (principal.subsidiaryScope !== null && subsidiaryIds.length === 0) throw outOfReach(permission);
  demandReach(principal, permission, { subsidiaryIds });
}

/** For what concerns every subsidiary at once. Refuses FORBIDDEN for a caller confined to some. */
export function demandEverywhere(principal: Principal, permission: Permission): void {
  if (principal.subsidiaryScope !== null) throw outOfReach(permission);
}

/** What is beyond the subsidiaries a caller is confined to: FORBIDDEN, with the permission that does not reach so far. */
export function outOfReach(permission: Permission | null): RefusalError {
  return new RefusalError(
    refusal('FORBIDDEN', 'Your role does not include this subsidiary.', {
      permission: permission ?? '',
      reason: 'SUBSIDIARY_SCOPE',
    }),
  );
}

/** Every subsidiary that an input names, at any depth. The items of a batch are left out: each is asked for itself. */
function namedIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namedIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'subsidiaryId') return typeof inner === 'string' ? [inner] : [];
    if (name === 'items') return [];
    if (name === 'subsidiaryIds' && Array.isArray(inner)) return inner.map(String);
    return namedIn(inner);
  });
}
