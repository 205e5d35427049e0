import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { withOwner } from '@/testing/owner';
import { type Directory, ERROR, invitationOf, memberCalled, openDirectory, USER } from './directory';

// People as a directory reports them by SCIM 2.0 (RFC 7643, RFC 7644), in the ways Okta and Entra ID do.

let home: Directory;
beforeAll(async () => {
  home = await openDirectory();
});
afterAll(closeConnections);

const refused = (status: number, more: object = {}) =>
  expect.objectContaining({
    status,
    headers: expect.objectContaining({ 'content-type': 'application/scim+json; charset=utf-8' }),
    body: expect.objectContaining({ schemas: [ERROR], status: String(status), ...more }),
  });
const found = async (filter: string, more = '') =>
  (await home.send('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`)).body as {
    totalResults: number;
    Resources: { id: string; userName: string }[];
  };
const accounts = (email: unknown) =>
  withOwner(async (client) => {
    const { rows } = await client.query('select name, password_hash from users where email = $1', [email]);
    return rows;
  });

describe('what is offered', () => {
  it('says that it patches, filters and has versions, and that it takes no bulk, no passwords and sorts nothing', async () => {
    const { status, body } = await home.send('GET', '/ServiceProviderConfig');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      patch: { supported: true },
      filter: { supported: true },
      etag: { supported: true },
      bulk: { supported: false },
      sort: { supported: false },
      changePassword: { supported: false },
    });
  });

  it('names users and groups, and exactly the attributes that are stored', async () => {
    const types = (await home.send('GET', '/ResourceTypes')).body as { Resources: { id: string }[] };
    expect(types.Resources.map(({ id }) => id)).toEqual(['User', 'Group']);
    expect((await home.send('GET', '/ResourceTypes/User')).body).toMatchObject({
      endpoint: '/Users',
      schema: USER,
    });
    const { body } = await home.send('GET', `/Schemas/${USER}`);
    expect((body.attributes as { name: string }[]).map(({ name }) => name)).toEqual([
      'userName',
      'name',
      'displayName',
      'emails',
      'active',
      'groups',
    ]);
    expect(await home.send('GET', '/Schemas/urn:none')).toEqual(refused(404));
    expect(await home.send('GET', '/Nothing')).toEqual(refused(404));
  });
});

describe('a person of the directory', () => {
  it('is answered as sent, with a location and a version, and found again by ID, user name and external ID', async () => {
    const externalId = `ext-${newId()}`;
    const userName = `Ada-${newId()}@Example.test`;
    const sent = await home.send('POST', '/Users', {
      schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      userName,
      externalId,
      name: { givenName: 'Ada', familyName: 'Byron' },
      displayName: 'Ada Byron',
      emails: [{ value: userName, type: 'WORK', primary: 'True' }],
      active: 'True',
      title: 'Countess',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Engines' },
      password: 'never kept',
    });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      userName,
      externalId,
      name: { givenName: 'Ada', familyName: 'Byron', formatted: 'Ada Byron' },
      displayName: 'Ada Byron',
      active: true,
      emails: [{ value: userName.toLowerCase(), primary: true }],
    });
    const id = String(sent.body.id);
    expect(sent.headers.location).toMatch(new RegExp(`/scim/v2/Users/${id}$`));
    expect(JSON.stringify(sent.body)).not.toMatch(/Countess|Engines|never kept/);
    expect((await home.send('GET', `/Users/${id}`)).body).toEqual(sent.body);
    for (const filter of [
      `userName eq "${userName.toUpperCase()}"`,
      `externalId eq "${externalId}"`,
      `emails.value eq "${userName}"`,
      `emails[type eq "work"].value eq "${userName}"`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${userName}"`,
      `userName eq "${userName}" and active eq true`,
      `id eq "${id}"`,
      `externalId sw "${externalId.slice(0, 20)}" and not (active eq false)`,
    ]) {
      expect({ filter, ids: (await found(filter)).Resources.map((one) => one.id) }).toEqual({
        filter,
        ids: [id],
      });
    }
    expect((await found(`externalId eq "${externalId.toUpperCase()}"`)).totalResults).toBe(0);
  });

  it('has neither an account nor a membership until they join: they are invited once a group gives them a role', async () => {
    const { id, userName } = await home.tell({ displayName: 'Grace Hopper' });
    expect(await accounts(userName)).toEqual([]);
    expect(await invitationOf(home, userName)).toBeUndefined();
    const group = await home.group(`Accountants ${newId()}`, [id]);
    expect(await invitationOf(home, userName)).toBeUndefined();
    await home.as('admin').provisioning.mapGroup({ id: group.id, roles: ['accountant'], customRoleIds: [] });
    expect(await invitationOf(home, userName)).toMatchObject({ roles: ['accountant'], name: 'Grace Hopper' });
    expect(await accounts(userName)).toEqual([]);
  });

  it('sent twice is refused with 409 uniqueness, by user name, address and external ID alike, and nothing changes', async () => {
    const externalId = newId();
    const { id, userName } = await home.tell({ externalId });
    const before = (await home.send('GET', `/Users/${id}`)).body;
    for (const again of [
      { userName: String(userName).toUpperCase() },
      { userName: `x-${newId()}`, emails: [{ value: userName }] },
      { userName: `x-${newId()}@example.test`, externalId },
    ]) {
      expect(await home.send('POST', '/Users', { schemas: [USER], ...again })).toEqual(
        refused(409, { scimType: 'uniqueness' }),
      );
    }
    expect((await home.send('GET', `/Users/${id}`)).body).toEqual(before);
  });

  it('sent by two requests at once exists once: one is answered 201, the others 409', async () => {
    const reported = { schemas: [USER], userName: `race-${newId()}@example.test`, externalId: newId() };
    const sent = valuesOf(
      await contend(
        holdWrites(home.org.organizationId),
        [1, 2, 3, 4].map(() => () => home.send('POST', '/Users', reported)),
      ),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect((await found(`userName eq "${reported.userName}"`)).totalResults).toBe(1);
  });

  it('changed in two ways at once has both changes', async () => {
    const { id } = await home.tell();
    const changed = valuesOf(
      await contend(holdWrites(home.org.organizationId), [
        () => home.patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Both' }),
        () => home.patch(`/Users/${id}`, { op: 'replace', path: 'name.givenName', value: 'Ways' }),
        () => home.patch(`/Users/${id}`, { op: 'replace', path: 'externalId', value: id }),
      ]),
    );
    expect(changed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await home.send('GET', `/Users/${id}`)).body).toMatchObject({
      displayName: 'Both',
      name: { givenName: 'Ways' },
      externalId: id,
    });
  });

  it('is changed by the operations of Okta and Entra ID, with what is not kept left out', async () => {
    const { id } = await home.tell({ displayName: 'Before' });
    const path = `/Users/${id}`;
    const okta = await home.patch(path, { op: 'replace', value: { displayName: 'Okta', active: true } });
    expect(okta).toMatchObject({ status: 200, body: { displayName: 'Okta', active: true } });
    const entra = await home.patch(
      path,
      { op: 'Replace', path: 'displayName', value: 'Entra' },
      { op: 'Add', path: 'name.familyName', value: 'Id' },
      { op: 'Add', path: 'title', value: 'Manager' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Sales',
      },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+1 206 010 7788' },
      { op: 'Replace', value: { 'name.givenName': 'Eva', externalId: id } },
    );
    expect(entra).toMatchObject({
      status: 200,
      body: { displayName: 'Entra', name: { givenName: 'Eva', familyName: 'Id' }, externalId: id },
    });
    expect(JSON.stringify(entra.body)).not.toMatch(/Manager|Sales|206 010/);
    const same = await home.patch(path, { op: 'replace', path: 'displayName', value: 'Entra' });
    expect(same.headers.etag).toBe(entra.headers.etag);
    const gone = await home.patch(path, { op: 'remove', path: 'externalId' });
    expect(gone.body).not.toHaveProperty('externalId');
  });

  it('someone who has not joined gets another address, and the invitation goes to it', async () => {
    const { id, userName } = await home.tell();
    await home.as('admin').provisioning.prepareGroup({
      displayName: `Viewers ${id}`,
      roles: ['viewer'],
      customRoleIds: [],
    });
    const { Resources } = (
      await home.send('GET', `/Groups?filter=${encodeURIComponent(`displayName eq "Viewers ${id}"`)}`)
    ).body as { Resources: { id: string }[] };
    await home.patch(`/Groups/${Resources[0]?.id}`, { op: 'add', path: 'members', value: [{ value: id }] });
    expect(await invitationOf(home, userName)).toMatchObject({ roles: ['viewer'] });
    const next = `next-${newId()}@example.test`;
    const sent = await home.patch(`/Users/${id}`, {
      op: 'Replace',
      path: 'emails[type eq "work"].value',
      value: next,
    });
    expect(sent.body).toMatchObject({ emails: [{ value: next }] });
    expect(await invitationOf(home, userName)).toBeUndefined();
    expect(await invitationOf(home, next)).toMatchObject({ roles: ['viewer'] });
  });

  it('deleted is gone: 204, then 404 to GET, PUT, PATCH and DELETE, and a list without them', async () => {
    const { id, userName } = await home.tell();
    expect((await home.send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect(await home.send('GET', `/Users/${id}`)).toEqual(refused(404));
    expect(await home.send('DELETE', `/Users/${id}`)).toEqual(refused(404));
    expect(await home.send('PUT', `/Users/${id}`, { schemas: [USER], userName })).toEqual(refused(404));
    expect(await home.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).toEqual(
      refused(404),
    );
    expect((await found(`userName eq "${userName}"`)).totalResults).toBe(0);
    expect((await home.tell({ userName })).id).not.toBe(id);
  });

  it('without an address, of another schema, or nonsense is refused with 400 in SCIM’s words, and nothing is made', async () => {
    const before = (await home.send('GET', '/Users?count=0')).body.totalResults;
    for (const [body, scimType] of [
      [{ schemas: [USER], userName: 'no-address' }, 'invalidValue'],
      [
        { schemas: [USER], userName: 'a@example.test', emails: [{ value: 'not an address' }] },
        'invalidValue',
      ],
      [{ schemas: ['urn:none'], userName: 'a@example.test' }, 'invalidSyntax'],
      [{ schemas: [USER] }, 'invalidValue'],
      [{ schemas: [USER], userName: ['a'] }, 'invalidValue'],
      [{ schemas: [USER], userName: 'a@example.test', active: 'perhaps' }, 'invalidValue'],
    ] as const) {
      expect(await home.send('POST', '/Users', body)).toEqual(refused(400, { scimType }));
    }
    expect((await home.send('GET', '/Users?count=0')).body.totalResults).toBe(before);
  });

  it('is not changed by a PATCH that the protocol does not know', async () => {
    const { id } = await home.tell();
    const path = `/Users/${id}`;
    const before = (await home.send('GET', path)).body;
    for (const [operation, scimType] of [
      [{ op: 'turn', path: 'active', value: false }, 'invalidSyntax'],
      [{ op: 'replace', path: 'name.nickname', value: 'x' }, 'invalidPath'],
      [{ op: 'replace', value: 'x' }, 'invalidValue'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'replace', path: `displayName${'['.repeat(20)}`, value: 'x' }, 'invalidPath'],
    ] as const) {
      expect(await home.patch(path, operation)).toEqual(refused(400, { scimType }));
    }
    expect(await home.send('PATCH', path, { Operations: [] })).toEqual(refused(400));
    expect((await home.send('GET', path)).body).toEqual(before);
  });

  it('is written only at the version the client names, and read again only when it has changed', async () => {
    const { id } = await home.tell();
    const path = `/Users/${id}`;
    const { etag = '' } = (await home.send('GET', path)).headers;
    expect((await home.send('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304);
    const body = { schemas: [USER], userName: `v-${id}@example.test`, displayName: 'One' };
    expect((await home.send('PUT', path, body, { 'if-match': etag })).status).toBe(200);
    expect(await home.send('PUT', path, { ...body, displayName: 'Two' }, { 'if-match': etag })).toEqual(
      refused(412),
    );
    expect((await home.send('GET', path, undefined, { 'if-none-match': etag })).body).toMatchObject({
      displayName: 'One',
    });
  });
});

describe('members of the organization', () => {
  it('are people of the directory before it names them, and taken over by it without losing a role', async () => {
    const { email, name } = home.org.users.sales;
    const [person] = (await found(`userName eq "${email}"`)).Resources;
    expect(person).toMatchObject({ userName: email, displayName: name, active: true });
    const sent = await home.patch(
      `/Users/${person?.id}`,
      { op: 'add', path: 'externalId', value: 'okta-sales' },
      { op: 'replace', path: 'displayName', value: 'Another name' },
    );
    expect(sent).toMatchObject({ status: 200, body: { id: person?.id, externalId: 'okta-sales' } });
    expect(await memberCalled(home, email)).toMatchObject({ roles: ['sales'], name });
  });

  it('keep their account as it is, whatever the directory says of name, address and password', async () => {
    const { email, name } = home.org.users.viewer;
    const [person] = (await found(`userName eq "${email}"`)).Resources;
    await home.patch(
      `/Users/${person?.id}`,
      { op: 'replace', path: 'displayName', value: 'Mallory' },
      { op: 'replace', path: 'emails', value: [{ value: 'mallory@example.test', primary: true }] },
      { op: 'add', path: 'password', value: 'nine copper kettles sing' },
    );
    expect(await accounts(email)).toEqual([{ name, password_hash: null }]);
    expect(await accounts('mallory@example.test')).toEqual([]);
    expect((await home.send('GET', `/Users/${person?.id}`)).body).toMatchObject({
      emails: [{ value: email }],
    });
  });

  it('lose access when deactivated, and regain it with the roles they had when reactivated', async () => {
    const { email } = home.org.users.auditor;
    const [person] = (await found(`userName eq "${email}"`)).Resources;
    const out = await home.patch(`/Users/${person?.id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect(out).toMatchObject({ status: 200, body: { active: false } });
    expect(await memberCalled(home, email)).toMatchObject({ recordStatus: 'inactive' });
    await home.patch(`/Users/${person?.id}`, { op: 'replace', value: { active: true } });
    expect(await memberCalled(home, email)).toMatchObject({ recordStatus: 'active', roles: ['auditor'] });
  });

  it('removed and sent again begin without the roles they once had', async () => {
    const { email } = home.org.users.revenue;
    const [person] = (await found(`userName eq "${email}"`)).Resources;
    expect((await home.send('DELETE', `/Users/${person?.id}`)).status).toBe(204);
    expect(await memberCalled(home, email)).toMatchObject({ recordStatus: 'inactive' });
    expect((await found(`userName eq "${email}"`)).totalResults).toBe(0);
    expect(await home.tell({ userName: email })).toMatchObject({ active: true });
    expect(await memberCalled(home, email)).toMatchObject({ recordStatus: 'active', roles: [] });
  });

  it('of whom the last admin is one: deactivating and removing them is refused with 409, and they stay', async () => {
    const { email } = home.org.users.admin;
    const [person] = (await found(`userName eq "${email}"`)).Resources;
    const path = `/Users/${person?.id}`;
    expect(await home.patch(path, { op: 'replace', path: 'active', value: false })).toEqual(refused(409));
    expect(await home.send('DELETE', path)).toEqual(refused(409));
    expect(await memberCalled(home, email)).toMatchObject({ recordStatus: 'active', roles: ['admin'] });
  });
});

describe('a list', () => {
  it('of a thousand people is read page by page, each once, and by filters beyond equality', async () => {
    const crowd = await openDirectory('A thousand people');
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [crowd.org.organizationId]);
      await client.query(
        `insert into provisioned_people (organization_id, id, user_name, email, external_id, is_active)
         select $1, uuidv7(), 'crowd-' || n || '@example.test', 'crowd-' || n || '@example.test', 'c' || n, n % 2 = 0
         from generate_series(1, 1000) n`,
        [crowd.org.organizationId],
      );
    });
    const seen = new Set<string>();
    for (let startIndex = 1; ; startIndex += 300) {
      const { body } = await crowd.send('GET', `/Users?startIndex=${startIndex}&count=300`);
      const { Resources, totalResults } = body as { Resources: { id: string }[]; totalResults: number };
      expect(totalResults).toBe(1_008);
      for (const { id } of Resources) seen.add(id);
      if (Resources.length === 0) break;
    }
    expect(seen.size).toBe(1_008);
    const ask = async (query: string) => (await crowd.send('GET', `/Users?${query}`)).body;
    const filtered = await ask(
      `count=5&startIndex=6&filter=${encodeURIComponent('userName sw "CROWD-" and active eq false')}`,
    );
    expect(filtered).toMatchObject({ totalResults: 500, startIndex: 6, itemsPerPage: 5 });
    expect(await ask('count=0')).toMatchObject({ totalResults: 1_008, itemsPerPage: 0, Resources: [] });
    expect(await ask('count=-1&startIndex=-5')).toMatchObject({ itemsPerPage: 0, startIndex: 1 });
    const [slim] = (await ask('count=1&attributes=userName')).Resources as object[];
    expect(Object.keys(slim ?? {}).sort()).toEqual(['id', 'schemas', 'userName']);
    const [lean] = (await ask('count=1&excludedAttributes=emails,groups')).Resources as object[];
    expect(lean).not.toHaveProperty('emails');
    expect(lean).toHaveProperty('userName');
  });

  it('refuses an invalid filter, or one too long to be read quickly, with 400 invalidFilter', async () => {
    for (const filter of [
      'userName eq',
      'userName like "x"',
      '((((((((a pr))))))))',
      `userName eq "x"${' or userName eq "x"'.repeat(40)}`,
      `userName eq "${'x'.repeat(2_000)}"`,
    ]) {
      expect(await home.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)).toEqual(
        refused(400, { scimType: 'invalidFilter' }),
      );
    }
    expect(await home.send('GET', '/Users?count=many')).toEqual(refused(400));
    expect((await found('nickName eq "x"')).totalResults).toBe(0);
  });
});
