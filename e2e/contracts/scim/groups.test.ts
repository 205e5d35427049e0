import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { withOwner } from '@/testing/owner';
import {
  type Directory,
  ERROR,
  GROUP,
  invitationOf,
  memberCalled,
  openDirectory,
  type Resource,
} from './directory';

// Groups of a directory, and the roles that an administrator has given them.

let home: Directory;
beforeAll(async () => {
  home = await openDirectory();
});
afterAll(closeConnections);

const refused = (status: number, more: object = {}) =>
  expect.objectContaining({
    status,
    body: expect.objectContaining({ schemas: [ERROR], status: String(status), ...more }),
  });
const read = async ({ id }: Resource) =>
  (await home.send('GET', `/Groups/${id}`)).body as { members?: { value: string }[]; displayName: string };
const membersOf = async (group: Resource) =>
  ((await read(group)).members ?? []).map(({ value }) => value).sort();
const personOf = async (email: string) => {
  const filter = encodeURIComponent(`userName eq "${email}"`);
  const { Resources } = (await home.send('GET', `/Users?filter=${filter}`)).body as { Resources: Resource[] };
  return Resources[0]?.id ?? '';
};
const map = (group: Resource, roles: ('admin' | 'accountant' | 'approver' | 'viewer' | 'sales')[]) =>
  home.as('admin').provisioning.mapGroup({ id: group.id, roles, customRoleIds: [] });
const rolesOf = async (email: string) => (await memberCalled(home, email))?.roles;

describe('a directory’s group', () => {
  it('grants nothing until an administrator chooses its roles, then at once to everyone in it and to those who join', async () => {
    const [first, second] = [home.org.users.viewer.email, home.org.users.auditor.email];
    const group = await home.group(`Approvers ${newId()}`, [await personOf(first)]);
    expect(await rolesOf(first)).toEqual(['viewer']);
    await map(group, ['approver']);
    expect(await rolesOf(first)).toEqual(['approver', 'viewer']);
    await home.patch(`/Groups/${group.id}`, {
      op: 'Add',
      path: 'members',
      value: [{ value: await personOf(second) }],
    });
    expect(await rolesOf(second)).toEqual(['approver', 'auditor']);
    await map(group, ['sales']);
    expect(await rolesOf(first)).toEqual(['sales', 'viewer']);
    expect((await home.send('DELETE', `/Groups/${group.id}`)).status).toBe(204);
    expect(await rolesOf(first)).toEqual(['viewer']);
    expect(await rolesOf(second)).toEqual(['auditor']);
    expect(await home.send('GET', `/Groups/${group.id}`)).toEqual(refused(404));
  });

  it('that a person leaves takes its roles from them, but not those given on a screen or by other groups', async () => {
    const { email } = home.org.users.accountant;
    const id = await personOf(email);
    const one = await home.group(`One ${newId()}`, [id]);
    const other = await home.group(`Other ${newId()}`, [id]);
    await map(one, ['approver', 'accountant']);
    await map(other, ['approver']);
    expect(await rolesOf(email)).toEqual(['accountant', 'approver']);
    await home.patch(`/Groups/${one.id}`, { op: 'remove', path: `members[value eq "${id}"]` });
    expect(await rolesOf(email)).toEqual(['accountant', 'approver']);
    await home.patch(`/Groups/${other.id}`, { op: 'Remove', path: 'members', value: [{ value: id }] });
    expect(await rolesOf(email)).toEqual(['accountant']);
  });

  it('has its members added, removed and replaced in the ways Okta and Entra ID send', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => home.tell()));
    const [a = '', b = '', c = '', d = ''] = people.map(({ id }) => id);
    const group = await home.group(`Shapes ${newId()}`, [a]);
    const path = `/Groups/${group.id}`;
    const steps: readonly [object, readonly string[]][] = [
      [{ op: 'add', path: 'members', value: [{ value: b }, { value: c }] }, [a, b, c]],
      [{ op: 'Add', path: 'members', value: { value: d, type: 'User' } }, [a, b, c, d]],
      [{ op: 'add', value: { members: [{ value: a }] } }, [a, b, c, d]],
      [{ op: 'remove', path: `members[value eq "${a}" or value eq "${b}"]` }, [c, d]],
      [{ op: 'Remove', path: 'members', value: [{ value: c }] }, [d]],
      [{ op: 'remove', path: `members[value sw "${d.slice(0, 30)}"]` }, []],
      [{ op: 'replace', path: 'members', value: [{ value: a }, { value: b }] }, [a, b]],
      [{ op: 'replace', value: { displayName: `New ${a}`, members: [{ value: c }] } }, [c]],
      [{ op: 'remove', path: 'members' }, []],
    ];
    for (const [operation, expected] of steps) {
      expect({ operation, status: (await home.patch(path, operation)).status }).toEqual({
        operation,
        status: 204,
      });
      expect(await membersOf(group)).toEqual([...expected].sort());
    }
    expect((await read(group)).displayName).toBe(`New ${a}`);
    const put = { schemas: [GROUP], displayName: `Put ${a}`, members: [{ value: a }] };
    expect((await home.send('PUT', path, put)).body).toMatchObject({ displayName: `Put ${a}` });
    expect((await home.send('PUT', path, { schemas: [GROUP], displayName: `Put ${b}` })).status).toBe(200);
    expect(await membersOf(group)).toEqual([a]);
  });

  it('to which ten people are added at once by ten requests has all ten', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => home.tell()));
    const group = await home.group(`Crowd ${newId()}`);
    const sent = valuesOf(
      await contend(
        holdWrites(home.org.organizationId),
        people.map(
          ({ id }) =>
            () =>
              home.patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: id }] }),
        ),
      ),
    );
    // A request that lost too often gets 412 and is sent again, as directories do.
    expect(sent.every(({ status }) => status === 204 || status === 412)).toBe(true);
    for (const [place, { status }] of sent.entries()) {
      if (status === 204) continue;
      const again = { op: 'add', path: 'members', value: [{ value: people[place]?.id }] };
      expect((await home.patch(`/Groups/${group.id}`, again)).status).toBe(204);
    }
    expect(await membersOf(group)).toEqual(people.map(({ id }) => id).sort());
  });

  it('refuses an unknown member, a name in use and a path that changes members, and stays as it is', async () => {
    const { id } = await home.tell();
    const name = `Kept ${newId()}`;
    const group = await home.group(name, [id]);
    const path = `/Groups/${group.id}`;
    const invalid = refused(400, { scimType: 'invalidValue' });
    expect(await home.patch(path, { op: 'add', path: 'members', value: [{ value: newId() }] })).toEqual(
      invalid,
    );
    expect(await home.patch(path, { op: 'add', path: 'members', value: [{ value: 'x' }] })).toEqual(invalid);
    expect(
      await home.patch(path, { op: 'replace', path: `members[value eq "${id}"].display`, value: 'x' }),
    ).toEqual(refused(400, { scimType: 'invalidPath' }));
    expect(await home.send('POST', '/Groups', { schemas: [GROUP], displayName: name.toUpperCase() })).toEqual(
      refused(409, { scimType: 'uniqueness' }),
    );
    expect(await home.send('POST', '/Groups', { schemas: [GROUP] })).toEqual(invalid);
    expect(await read(group)).toMatchObject({ displayName: name, members: [{ value: id }] });
  });

  it('is found by name and external ID, without its members where they are not wanted', async () => {
    const { id } = await home.tell();
    const group = await home.group(`Found ${newId()}`, [id]);
    await home.patch(`/Groups/${group.id}`, { op: 'add', path: 'externalId', value: group.id });
    for (const filter of [
      `displayName eq "${String(group.displayName).toUpperCase()}"`,
      `externalId eq "${group.id}"`,
      `members.value eq "${id}"`,
      `members[value eq "${id}"]`,
    ]) {
      const { body } = await home.send(
        'GET',
        `/Groups?excludedAttributes=members&filter=${encodeURIComponent(filter)}`,
      );
      const { Resources } = body as { Resources: Resource[] };
      expect({ filter, ids: Resources.map((one) => one.id) }).toEqual({ filter, ids: [group.id] });
      expect(Resources[0]).not.toHaveProperty('members');
    }
    const user = (await home.send('GET', `/Users/${id}`)).body as { groups: object[] };
    expect(user.groups).toMatchObject([{ value: group.id, display: group.displayName }]);
  });

  it('of admins does not lose its role while its only member is the last admin', async () => {
    const { email } = home.org.users.admin;
    const members = await home.as('admin').members.list({});
    const own = members.find((member) => member.email === email);
    const id = await personOf(email);
    const group = await home.group(`Owners ${newId()}`, [id]);
    await map(group, ['admin']);
    // The admin's own role was given on a screen, so the group may go; once it is the group's alone, it may not.
    const second = await home.tell({ userName: home.org.users.controller.email }).catch(() => null);
    expect(second).toBeNull();
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [home.org.organizationId]);
      await client.query(`update provisioned_people set given_roles = '{admin}' where id = $1`, [id]);
    });
    expect(await home.patch(`/Groups/${group.id}`, { op: 'remove', path: 'members' })).toEqual(refused(409));
    expect(await home.send('DELETE', `/Groups/${group.id}`)).toEqual(refused(409));
    expect(await rolesOf(email)).toEqual(own?.roles);
    expect(await membersOf(group)).toEqual([id]);
  });
});

describe('an administrator', () => {
  it('prepares a group by name, which the directory finds and fills', async () => {
    const displayName = `Prepared ${newId()}`;
    const made = await home
      .as('admin')
      .provisioning.prepareGroup({ displayName, roles: ['viewer'], customRoleIds: [] });
    const { id, userName } = await home.tell();
    await home.patch(`/Groups/${made.id}`, { op: 'add', path: 'members', value: [{ value: id }] });
    expect(await invitationOf(home, userName)).toMatchObject({ roles: ['viewer'] });
    await home.patch(`/Groups/${made.id}`, { op: 'remove', path: 'members' });
    expect(await invitationOf(home, userName)).toBeUndefined();
  });

  it('gives a group no role beyond their own, and someone without the permission gives none', async () => {
    const group = await home.group(`Mapped ${newId()}`);
    for (const role of ['controller', 'auditor', 'viewer'] as const) {
      const given = home
        .as(role)
        .provisioning.mapGroup({ id: group.id, roles: ['viewer'], customRoleIds: [] });
      await expect(given).rejects.toMatchObject({ cause: { refusal: { code: 'FORBIDDEN' } } });
      await expect(home.as(role).provisioning.issueToken({ name: 'x' })).rejects.toMatchObject({
        cause: { refusal: { code: 'FORBIDDEN' } },
      });
    }
    const [found] = (await home.as('admin').provisioning.groups({})).filter(({ id }) => id === group.id);
    expect(found).toMatchObject({ roles: [], customRoleIds: [] });
  });

  it('cannot delete a role of the organization’s own that a group gives', async () => {
    const role = await home
      .as('admin')
      .roles.create({ name: `Own ${newId()}`, permissions: ['gl.report.read'] });
    const group = await home.group(`With own ${newId()}`, [await personOf(home.org.users.sales.email)]);
    await home.as('admin').provisioning.mapGroup({ id: group.id, roles: [], customRoleIds: [role.id] });
    expect(await memberCalled(home, home.org.users.sales.email)).toMatchObject({ customRoleIds: [role.id] });
    await home.patch(`/Groups/${group.id}`, { op: 'remove', path: 'members' });
    await expect(home.as('admin').roles.remove({ id: role.id })).rejects.toMatchObject({
      cause: { refusal: { code: 'IN_USE' } },
    });
    await home.as('admin').provisioning.deleteGroup({ id: group.id });
    await expect(home.as('admin').roles.remove({ id: role.id })).resolves.toMatchObject({ id: role.id });
  });
});
