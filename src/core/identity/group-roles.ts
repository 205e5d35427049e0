import { ROLES } from '../permissions';

/** Roles that someone has: built-in ones by name, the organization's own by ID. */
export interface RoleSet {
  readonly roles: readonly string[];
  readonly customRoleIds: readonly string[];
}

/**
 * The roles of a person whose groups give `wanted`, who has `held` of which groups have given `given` before: what someone gave
 * on a screen stays, what only a former group gave goes. `given` of the answer is what the groups add to the rest, so that a role
 * that someone also gave on a screen outlives the group.
 */
export function rolesByGroups(
  held: RoleSet,
  given: RoleSet,
  wanted: RoleSet,
): { readonly held: RoleSet; readonly given: RoleSet } {
  const roles = settled(held.roles, given.roles, wanted.roles);
  const custom = settled(held.customRoleIds, given.customRoleIds, wanted.customRoleIds);
  return {
    held: { roles: inOrder(roles.held), customRoleIds: custom.held },
    given: { roles: inOrder(roles.given), customRoleIds: custom.given },
  };
}

function settled(held: readonly string[], given: readonly string[], wanted: readonly string[]) {
  const own = held.filter((one) => !given.includes(one));
  const added = [...new Set(wanted)].filter((one) => !own.includes(one));
  return { held: [...own, ...added], given: added };
}

/** Built-in roles in the order in which they are listed everywhere; names that are none go last. */
function inOrder(names: readonly string[]): string[] {
  const place = (name: string) => {
    const at = (ROLES as readonly string[]).indexOf(name);
    return at === -1 ? ROLES.length : at;
  };
  return [...names].sort((one, other) => place(one) - place(other));
}

/** Whether two sets hold the same roles, in whatever order. */
export function isSameRoles(one: RoleSet, other: RoleSet): boolean {
  return isSame(one.roles, other.roles) && isSame(one.customRoleIds, other.customRoleIds);
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name) => other.includes(name));
