import { type Permission, permissionsOf, type Role } from '@/core/permissions';
import type { ActorKind, Principal } from '@/core/principal';
import { isPermission } from '@/core/roles';
import { provenOrganizationId } from './organization-id';

/** Everything a verified credential establishes about its bearer. */
export interface Proof {
  readonly organizationId: string;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly roles: readonly Role[];
  /** For credentials without roles (API keys); by default the permissions of the roles. */
  readonly permissions?: readonly Permission[];
  /** What the organization's custom roles permit, in addition to the built-in ones; unknown names are ignored. */
  readonly customPermissions?: readonly string[];
  /** Permissions that this credential does not carry, whatever the roles. */
  readonly withheld?: readonly Permission[];
  /** Subsidiaries of a membership or an API client; empty means all. */
  readonly subsidiaryIds?: readonly string[];
  /** For an API key: exactly its company's subsidiaries; empty means none. */
  readonly companySubsidiaryIds?: readonly string[];
  readonly companyId?: string | null;
  /** Its books are closed: only the rights to read, and to reopen them. */
  readonly isClosed?: boolean | null;
  readonly credential: string;
  readonly sessionId?: string | null;
}

/** Creates a Principal from a verified credential. */
export function principalFrom(proof: Proof): Principal {
  const scope = proof.subsidiaryIds ?? [];
  return {
    organizationId: provenOrganizationId(proof.organizationId),
    actor: { kind: proof.actorKind, id: proof.actorId, name: proof.actorName },
    roles: proof.roles,
    permissions: proof.isClosed === true ? whileClosed(permissionsProved(proof)) : permissionsProved(proof),
    subsidiaryScope: proof.companySubsidiaryIds ?? (scope.length === 0 ? null : scope),
    companyId: proof.companyId ?? null,
    credential: proof.credential,
    sessionId: proof.sessionId ?? null,
  };
}

function permissionsProved(proof: Proof): ReadonlySet<Permission> {
  const { roles, permissions, customPermissions = [], withheld = [] } = proof;
  if (permissions !== undefined) return new Set(permissions);
  const known = customPermissions.filter(isPermission);
  if (known.length === 0 && withheld.length === 0) return permissionsOf(roles);
  const held = new Set([...permissionsOf(roles), ...known]);
  for (const permission of withheld) held.delete(permission);
  return held;
}

/** The rights that remain in closed books: to read, to verify, to reopen, and to found other books. */
function whileClosed(permissions: ReadonlySet<Permission>): ReadonlySet<Permission> {
  return new Set(
    [...permissions].filter((permission) => permission.endsWith('.read') || KEPT.has(permission)),
  );
}

const KEPT: ReadonlySet<Permission> = new Set([
  'gl.verify.run',
  'org.organization.write',
  'org.organization.create',
]);

/** The system itself, for jobs, the seed and the founding of an organization. */
export function systemPrincipal(organizationId: string): Principal {
  return principalFrom({
    organizationId,
    actorKind: 'system',
    actorId: null,
    actorName: 'Daybook',
    roles: ['admin'],
    credential: 'system',
  });
}

/** No one: for endpoints that issue credentials rather than require one. No organization, no permissions. */
export const nobody: Principal = principalFrom({
  organizationId: '00000000-0000-0000-0000-000000000000',
  actorKind: 'system',
  actorId: null,
  actorName: 'nobody',
  roles: [],
  credential: 'nobody',
});
