import type { Permission } from '@/core/permissions';
import type { Principal } from '@/core/principal';
import { RefusalError, refusal } from '@/core/refusals';
import type { TenantClaim } from '@/db/tenancy';
import type { Call } from './define';

/**
 * The rows a call may see and write: those of its organization and of the subsidiaries its role is
 * confined to. The database enforces it on every statement (docs/house.md, "Tenancy"); rows outside are
 * answered as if they did not exist.
 */
export function claimOf({
  principal,
  surface,
  gone,
}: Pick<Call, 'principal'> & Partial<Pick<Call, 'surface' | 'gone'>>): TenantClaim {
  const { organizationId, actor, subsidiaryScope } = principal;
  // For a confined caller the database also checks which imports are their own, for users and API clients alike.
  const isNamed = actor.kind === 'user' || subsidiaryScope !== null;
  const claim = { organizationId, userId: isNamed ? actor.id : null, subsidiaryIds: subsidiaryScope, gone };
  return surface === 'job' ? { ...claim, isJob: true } : claim;
}

/**
 * Gives a clear message where the database would only reject the write: FORBIDDEN for an input that names a subsidiary
 * outside the caller's reach, whether it exists or not.
 */
export function demandReach(principal: Principal, permission: Permission | null, input: unknown): void {
  const scope = principal.subsidiaryScope;
  if (scope !== null && !namedIn(input).every((id) => scope.includes(id.toLowerCase()))) {
    throw outOfReach(permission);
  }
}

/**
 * No one may grant a wider reach than their own. Refuses FORBIDDEN for subsidiaries beyond the caller's, and for an
 * empty list, which means every subsidiary.
 */
export function demandNarrower(
  principal: Principal,
  permission: Permission,
  subsidiaryIds: readonly string[],
): void {
  if (principal.subsidiaryScope !== null && subsidiaryIds.length === 0) throw outOfReach(permission);
  demandReach(principal, permission, { subsidiaryIds });
}

/** For operations that concern every subsidiary at once. Refuses FORBIDDEN for a caller confined to some. */
export function demandEverywhere(principal: Principal, permission: Permission): void {
  if (principal.subsidiaryScope !== null) throw outOfReach(permission);
}

/**
 * The refusal for subsidiaries outside the caller's reach: FORBIDDEN, with the permission that does not extend to them.
 */
export function outOfReach(permission: Permission | null): RefusalError {
  return new RefusalError(
    refusal('FORBIDDEN', 'Your role does not include this subsidiary.', {
      permission: permission ?? '',
      reason: 'SUBSIDIARY_SCOPE',
    }),
  );
}

/**
 * Every subsidiary id in an input, at any depth. The items of a batch are skipped, since each is checked on its own.
 */
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
