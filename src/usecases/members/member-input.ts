import { z } from 'zod';
import { isRole, PERMISSIONS, type Permission, permissionsOf, ROLES, type Role } from '@/core/permissions';
import type { Principal } from '@/core/principal';
import { refuse } from '@/core/refusals';
import { type CustomRole, isPermission } from '@/core/roles';
import { customRoles } from '@/db/stores/people/custom-roles';
import { unknownSubsidiaries } from '@/db/stores/structure/subsidiaries';
import type { Tenant } from '@/db/tenancy';
import type { Context } from '../kit/define';
import { demandEverywhere } from '../kit/reach';

const once = <Item>(items: Item[]) => [...new Set(items)];

/** At least one of the eight roles, each once. */
export const rolesInput = z.array(z.enum(ROLES)).min(1).transform(once);

/** Roles of a member: built-in ones, the organization's own, or both; a member has at least one (`demandSomeRole`). */
export const memberRoles = z.array(z.enum(ROLES)).max(ROLES.length).transform(once);
export const memberCustomRoles = z.array(z.guid()).max(50).transform(once);

/** The subsidiaries someone is confined to; empty means all of them. */
export const memberSubsidiaries = z.array(z.guid()).max(1_000);

interface Roles {
  readonly roles: readonly string[];
  readonly customRoleIds: readonly string[];
}

/** Refuses INVALID_INPUT for a member without any role, who could not even open the console. */
export function demandSomeRole({ roles, customRoleIds }: Roles): void {
  if (roles.length + customRoleIds.length > 0) return;
  const message = 'Choose at least one role.';
  refuse('INVALID_INPUT', message, { issues: [{ path: ['roles'], message }] });
}

/** No one may grant permissions they do not have. Refuses FORBIDDEN naming the first missing permission. */
export function demandGrantable(
  principal: Principal,
  roles: readonly Role[],
  custom: readonly CustomRole[] = [],
): void {
  demandHeld(principal, [...permissionsOf(roles), ...custom.flatMap(knownPermissions)]);
}

/** The same for a list of permissions. */
export function demandHeld(principal: Principal, permissions: readonly Permission[]): void {
  const missing = permissions.find((permission) => !principal.permissions.has(permission));
  if (missing !== undefined) {
    refuse('FORBIDDEN', `You cannot grant a permission you do not have: ${missing}.`, {
      permission: missing,
    });
  }
}

/**
 * Whoever runs a sign-in provider can sign in as whichever member they like, and whoever has a directory's token can put anyone into
 * any of its groups, so they must have every permission already. Refuses FORBIDDEN.
 */
export function demandAll(principal: Principal): void {
  demandEverywhere(principal, 'org.member.write');
  demandHeld(principal, PERMISSIONS);
}

/**
 * No one may change the membership of a person who may do more than they. Otherwise whoever manages members could take an
 * admin’s rights away. Refuses FORBIDDEN naming a permission the other has.
 */
export async function demandNotAbove(
  { tenant, principal }: Pick<Context, 'tenant' | 'principal'>,
  member: Roles,
): Promise<void> {
  const held = await permissionsHeld(tenant, member);
  const beyond = [...held].find((permission) => !principal.permissions.has(permission));
  if (beyond !== undefined) {
    refuse('FORBIDDEN', `This member has a permission you do not have: ${beyond}.`, { permission: beyond });
  }
}

/** What the roles of a member permit together. */
export async function permissionsHeld(
  tenant: Tenant,
  { roles, customRoleIds }: Roles,
): Promise<Set<Permission>> {
  const custom = customRoleIds.length === 0 ? [] : await customRolesNamed(tenant, customRoleIds);
  return new Set([...permissionsOf(roles.filter(isRole)), ...custom.flatMap(knownPermissions)]);
}

const knownPermissions = ({ permissions }: CustomRole) => permissions.filter(isPermission);

/** The organization's own roles with these ids, those of them that exist. */
export async function customRolesNamed(tenant: Tenant, ids: readonly string[]): Promise<CustomRole[]> {
  return customRoles.list(tenant, { where: { id: { in: [...ids] } } });
}

/** The same, where every one must exist. Refuses REFERENCE_NOT_FOUND; an array column cannot have a foreign key. */
export async function demandCustomRoles(tenant: Tenant, ids: readonly string[]): Promise<CustomRole[]> {
  const found = ids.length === 0 ? [] : await customRolesNamed(tenant, ids);
  const unknown = ids.find((id) => !found.some((role) => role.id === id.toLowerCase()));
  if (unknown !== undefined) {
    refuse('REFERENCE_NOT_FOUND', 'One of the roles does not exist.', {
      field: 'customRoleIds',
      noun: 'role',
      id: unknown,
    });
  }
  return found;
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

/** Refuses DUPLICATE for an address whose account is an active member. */
export function refuseActiveMember(email: string): never {
  refuse('DUPLICATE', `${email} is already a member.`, { noun: 'member', field: 'email', value: email });
}
