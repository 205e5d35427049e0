import { describe, expect, test } from 'vitest';
import { isSameRoles, rolesByGroups } from './group-roles';

const of = (...roles: string[]) => ({ roles, customRoleIds: [] });
const own = (...customRoleIds: string[]) => ({ roles: [], customRoleIds });

describe('the roles of someone whose groups change', () => {
  test.each([
    ['nothing yet', of(), of(), of('viewer'), of('viewer'), of('viewer')],
    ['a role given on a screen stays', of('sales'), of(), of('viewer'), of('sales', 'viewer'), of('viewer')],
    ['what only a former group gave goes', of('sales', 'viewer'), of('viewer'), of(), of('sales'), of()],
    [
      'another group takes the place of the first',
      of('viewer'),
      of('viewer'),
      of('auditor'),
      of('auditor'),
      of('auditor'),
    ],
    ['a role of a screen is not the group’s as well', of('viewer'), of(), of('viewer'), of('viewer'), of()],
    ['and outlives the group', of('viewer'), of(), of(), of('viewer'), of()],
    [
      'a role taken away on a screen comes back with the group',
      of(),
      of('viewer'),
      of('viewer'),
      of('viewer'),
      of('viewer'),
    ],
    ['two groups give one role once', of(), of(), of('viewer', 'viewer'), of('viewer'), of('viewer')],
    ['the organization’s own roles alike', own('a', 'b'), own('b'), own('c'), own('a', 'c'), own('c')],
  ])('%s', (_, held, given, wanted, heldAfter, givenAfter) => {
    expect(rolesByGroups(held, given, wanted)).toEqual({ held: heldAfter, given: givenAfter });
  });

  test('are in the order of the list of roles', () => {
    expect(rolesByGroups(of('viewer'), of(), of('admin', 'auditor')).held.roles).toEqual([
      'admin',
      'auditor',
      'viewer',
    ]);
  });

  test('are the same in whatever order they are given', () => {
    expect(isSameRoles(of('viewer', 'sales'), of('sales', 'viewer'))).toBe(true);
    expect(isSameRoles(of('viewer', 'sales'), of('sales'))).toBe(false);
    expect(isSameRoles(own('a'), own('b'))).toBe(false);
  });
});
