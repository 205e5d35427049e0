import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { restRouter } from '@/surfaces/rest';
import { withOwner } from '@/testing/owner';
import { PATIENCE_MS } from '@/testing/patience';
import { bearer, givePasswords, send, signIn } from '../auth/sign-in-fixture';
import { type Directory, ERROR, memberCalled, openDirectory, USER } from './directory';

// The token of a directory: what it opens, what it does not, and what it leaves in the logs.

let home: Directory;
let other: Directory;
beforeAll(async () => {
  home = await openDirectory('Home of the directory');
  other = await openDirectory('Another directory');
});
afterAll(closeConnections);

const unauthorized = expect.objectContaining({
  status: 401,
  body: expect.objectContaining({ schemas: [ERROR], status: '401' }),
});
/** Waits until what is cached for two seconds has been read again. */
const soon = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: PATIENCE_MS, interval: 250 });
/** Rows of a log of the organization, newest last. */
const logged = (table: 'security_log' | 'audit_log', text: string) =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [home.org.organizationId]);
    const { rows } = await client.query<Record<string, unknown>>(
      `select * from ${table} where organization_id = $1 and (${text}) order by id`,
      [home.org.organizationId],
    );
    return rows;
  });

describe('a directory’s token', () => {
  it('is the only credential that SCIM accepts, whole and unchanged', async () => {
    await givePasswords(home.org);
    const { body } = await signIn(home.org.users.admin.email);
    const [own, foreign] = [home.token, other.token];
    const [, organization = ''] = own.split('_');
    for (const authorization of [
      undefined,
      'Bearer',
      `Bearer ${own.slice(0, -1)}`,
      `Bearer ${own.slice(0, -1)}${own.endsWith('x') ? 'y' : 'x'}`,
      `Bearer ${foreign.replace(/^dbd_[0-9a-f]+/, `dbd_${organization}`)}`,
      `Bearer ${String(body.access_token)}`,
      `Basic ${Buffer.from(`okta:${own}`).toString('base64')}`,
    ]) {
      const headers = authorization === undefined ? {} : { authorization };
      expect(await send('GET', '/scim/v2/Users', { headers })).toEqual(unauthorized);
    }
    expect((await home.send('GET', '/Users')).status).toBe(200);
  });

  it('opens no other endpoint', async () => {
    const headers = { ...bearer(home.token), 'x-idp-organization-id': home.org.organizationId };
    for (const path of ['/prospects', '/api/customers', '/api/v1/subsidiaries']) {
      expect((await send('GET', path, { headers })).status).toBe(401);
    }
    const external = { 'x-api-key': home.token, 'x-organization-id': home.org.organizationId };
    expect((await send('GET', '/api/external/budget-views', { headers: external })).status).toBe(401);
  });

  it('neither sees nor changes anything in another organization, on any endpoint that takes an ID', async () => {
    const person = await other.tell({ displayName: 'Canary of the other' });
    const group = await other.group(`Group of the other ${newId()}`, [person.id]);
    const routes = restRouter()
      .surfaces.filter(({ name }) => name === 'scim')
      .flatMap(({ routes: all }) => all.map(({ method, path }) => ({ method, path })))
      .filter(({ path }) => path.includes('{id}') && /Users|Groups/.test(path));
    expect(routes.length).toBe(8);
    for (const { method, path } of routes) {
      for (const { id } of [person, group]) {
        const asked = (wanted: string) =>
          home.send(
            method,
            path.replace('/scim/v2', '').replace('{id}', wanted),
            ['PUT', 'PATCH'].includes(method)
              ? {
                  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
                  userName: 'x@example.test',
                  displayName: 'x',
                  Operations: [{ op: 'replace', path: 'displayName', value: 'x' }],
                }
              : undefined,
          );
        const [real, none] = [await asked(id), await asked(newId())];
        expect({ method, path, status: real.status }).toEqual({ method, path, status: 404 });
        expect(real.body).toEqual(none.body);
      }
    }
    const lists = [await home.send('GET', '/Users?count=1000'), await home.send('GET', '/Groups?count=1000')];
    expect(JSON.stringify(lists)).not.toMatch(/of the other/);
    const added = await home.group(`Group at home ${newId()}`);
    const foreign = await home.patch(`/Groups/${added.id}`, {
      op: 'add',
      path: 'members',
      value: [{ value: person.id }],
    });
    expect(foreign.status).toBe(400);
    expect((await other.send('GET', `/Users/${person.id}`)).body).toMatchObject({
      displayName: 'Canary of the other',
    });
    expect((await other.send('GET', `/Groups/${group.id}`)).body).toMatchObject({
      members: [{ value: person.id }],
    });
  });

  it('names a person of another organization without touching them: they join only when they accept', async () => {
    const { email, name } = other.org.users.accountant;
    const person = await home.tell({ userName: email, displayName: 'Renamed', active: true });
    const made = await home
      .as('admin')
      .provisioning.prepareGroup({ displayName: `Viewers ${newId()}`, roles: ['viewer'], customRoleIds: [] });
    await home.patch(`/Groups/${made.id}`, { op: 'add', path: 'members', value: [{ value: person.id }] });
    expect(await memberCalled(home, email)).toBeUndefined();
    await home.patch(`/Users/${person.id}`, { op: 'replace', path: 'active', value: false });
    expect((await home.send('DELETE', `/Users/${person.id}`)).status).toBe(204);
    expect(await memberCalled(other, email)).toMatchObject({
      recordStatus: 'active',
      name,
      roles: ['accountant'],
    });
  });

  it('is shown once, stored as a hash, and named in the logs as the source of each report', async () => {
    const person = await home.tell();
    const [reported] = await logged('audit_log', `record_id = '${person.id}'`);
    expect(reported).toMatchObject({
      action: 'provisioning.createPerson',
      actor_kind: 'directory',
      actor_id: home.tokenId,
      actor_name: 'Okta',
      surface: 'scim',
    });
    const [event] = await logged('security_log', `detail ->> 'recordId' = '${person.id}'`);
    expect(event).toMatchObject({ event: 'rights granted', actor_kind: 'directory', actor_name: 'Okta' });
    const [issued] = await logged('security_log', `detail ->> 'recordId' = '${home.tokenId}'`);
    expect(issued).toMatchObject({ event: 'credential issued', actor_name: home.org.users.admin.name });
    // The end of the secret: base64url, which may itself contain the underscore that separates the parts.
    const secret = home.token.slice(-20);
    const everything = JSON.stringify([
      await logged('audit_log', 'true'),
      await logged('security_log', 'true'),
      await home.as('admin').provisioning.tokens({}),
    ]);
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain('secretHash');
  });

  it('revoked is refused within seconds, and its use afterward is reported once', async () => {
    const { token, provisioningToken } = await home.as('admin').provisioning.issueToken({ name: 'Entra ID' });
    const ask = () => send('GET', '/scim/v2/Users?count=1', { headers: bearer(token) });
    expect((await ask()).status).toBe(200);
    await home.as('admin').provisioning.revokeToken({ id: provisioningToken.id });
    await soon(async () => expect(await ask()).toEqual(unauthorized));
    expect(await ask()).toEqual(unauthorized);
    const refusals = () => logged('security_log', `event = 'credential refused' and actor_name = 'Entra ID'`);
    await soon(async () => expect(await refusals()).not.toEqual([]));
    expect(await refusals()).toMatchObject([{ detail: { reason: 'revoked' }, actor_kind: 'directory' }]);
    expect((await home.send('GET', '/Users?count=1')).status).toBe(200);
  });

  it('past its last day is refused', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { token, provisioningToken } = await home
      .as('admin')
      .provisioning.issueToken({ name: 'Short', expiresAt });
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [home.org.organizationId]);
      await client.query(
        `update provisioning_tokens set expires_at = now() - interval '1 hour' where id = $1`,
        [provisioningToken.id],
      );
    });
    expect(await send('GET', '/scim/v2/Users', { headers: bearer(token) })).toEqual(unauthorized);
  });

  it('of someone deactivated ends their sessions and tokens within seconds, as on the screen', async () => {
    await givePasswords(home.org);
    const { email } = home.org.users.viewer;
    const { body } = await signIn(email);
    const headers = { ...bearer(body.access_token), 'x-idp-organization-id': home.org.organizationId };
    expect((await send('GET', '/api/v1/subsidiaries', { headers })).status).toBe(200);
    const filter = encodeURIComponent(`userName eq "${email}"`);
    const { Resources } = (await home.send('GET', `/Users?filter=${filter}`)).body as {
      Resources: { id: string }[];
    };
    await home.patch(`/Users/${Resources[0]?.id}`, { op: 'replace', path: 'active', value: false });
    await soon(async () => expect((await send('GET', '/api/v1/subsidiaries', { headers })).status).toBe(403));
    expect((await signIn(email)).status).toBe(400);
  });

  it('that is guessed is throttled by address', async () => {
    const address = '203.0.113.77';
    const guess = () => send('GET', '/scim/v2/Users', { headers: bearer(`${home.token}x`), address });
    const statuses: number[] = [];
    for (let tries = 0; tries < 62; tries += 1) statuses.push((await guess()).status);
    expect(statuses.slice(0, 60).every((status) => status === 401)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    expect((await home.send('GET', '/Users?count=1')).status).toBe(200);
  });

  it('makes 1,500 requests a minute, counted for each token over all servers; the next one gets the time to retry, and another token is not affected', async () => {
    const { token, provisioningToken } = await home.as('admin').provisioning.issueToken({ name: 'Greedy' });
    const ask = () => send('GET', '/scim/v2/Users?count=1', { headers: bearer(token) });
    expect((await ask()).status).toBe(200);
    // As other servers count: in the database.
    await withOwner((client) =>
      client.query(`select daybook_take_rate($1, 1500, 200000, null) from generate_series(1, $2::int)`, [
        `directory:${provisioningToken.id}`,
        1_498,
      ]),
    );
    expect((await ask()).status).toBe(200);
    const userName = 'one-too-many@example.test';
    const refused = await send('POST', '/scim/v2/Users', {
      headers: bearer(token),
      json: { schemas: [USER], userName },
    });
    expect(refused).toMatchObject({ status: 429, body: { schemas: [ERROR], status: '429' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const filter = encodeURIComponent(`userName eq "${userName}"`);
    expect(await home.send('GET', `/Users?filter=${filter}`)).toMatchObject({
      status: 200,
      body: { totalResults: 0 },
    });
  });
});
