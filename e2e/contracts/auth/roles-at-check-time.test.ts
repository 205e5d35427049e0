import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STANDING_LIFE_MS } from '@/auth/sign-in/short-memory';
import { closeConnections } from '@/db/client';
import type { TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { issueApiClient, revokeApiClient } from '@/usecases/credentials/api-client-verbs';
import { runForOutput } from '@/usecases/kit/run';
import { changeMember, listMembersOfOrganization, removeMember } from '@/usecases/members/member-verbs';
import { bearer, organizationWithPasswords, send, signIn } from './sign-in-fixture';

let home: TestOrganization;
beforeAll(async () => {
  home = await organizationWithPasswords();
});
afterAll(closeConnections);

const forgotten = () => pause(STANDING_LIFE_MS + 50);
const create = (token: unknown) =>
  send('POST', '/prospects', { json: { name: 'Acme' }, headers: bearer(token) });
const read = (token: unknown) => send('GET', '/prospects', { headers: bearer(token) });
const membershipOf = async (role: 'sales' | 'viewer') => {
  const members = await runForOutput(listMembersOfOrganization, home.callAs('admin'), {});
  const member = members.find(({ userId }) => userId === home.users[role].id);
  if (member === undefined) throw new Error(`no member ${role}`);
  return member.id;
};

describe('decisions, Roles: permissions are read at the time of the request, not from the token', () => {
  it('a role that is removed stops working for tokens already issued', async () => {
    const token = (await signIn(home.users.sales.email)).body.access_token;
    expect((await create(token)).status).toBe(201);
    await runForOutput(changeMember, home.callAs('admin'), {
      id: await membershipOf('sales'),
      roles: ['viewer'],
    });
    await forgotten();
    expect(await create(token)).toMatchObject({ status: 403, body: { error: 'Forbidden' } });
    expect((await read(token)).status).toBe(200);
  });

  it('when a membership ends, tokens already issued are refused, and so are requests for new ones', async () => {
    const { access_token: token, refresh_token: refresh } = (await signIn(home.users.viewer.email)).body;
    expect((await read(token)).status).toBe(200);
    await runForOutput(removeMember, home.callAs('admin'), { id: await membershipOf('viewer') });
    await forgotten();
    expect((await read(token)).status).toBe(403);
    const again = { grant_type: 'refresh_token', refresh_token: refresh };
    expect((await send('POST', '/auth/token', { json: again })).body.error).toBe('invalid_grant');
    expect((await signIn(home.users.viewer.email)).body.error).toBe('invalid_grant');
  });
});

describe('decisions, Token issuance: client_credentials', () => {
  it('an API client exchanges its secret for a token without a refresh token, which works on surface A with its roles', async () => {
    const { apiClient, clientSecret } = await runForOutput(issueApiClient, home.callAs('admin'), {
      name: 'Sync',
      roles: ['sales'],
    });
    const asked = {
      grant_type: 'client_credentials',
      client_id: apiClient.clientId,
      client_secret: clientSecret,
    };
    const issued = await send('POST', '/auth/token', { form: asked });
    expect(issued).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
    expect(issued.body).not.toHaveProperty('refresh_token');
    expect((await create(issued.body.access_token)).status).toBe(201);

    const basic = Buffer.from(`${apiClient.clientId}:${clientSecret}`).toString('base64');
    const byHeader = await send('POST', '/auth/token', {
      form: { grant_type: 'client_credentials' },
      headers: { authorization: `Basic ${basic}` },
    });
    expect(byHeader.status).toBe(200);

    await runForOutput(revokeApiClient, home.callAs('admin'), { id: apiClient.id });
    await forgotten();
    expect((await read(issued.body.access_token)).status).toBe(401);
    expect((await send('POST', '/auth/token', { form: asked })).status).toBe(401);
  });

  it('a wrong secret is 401, and so is the right one of an expired client', async () => {
    const { apiClient, clientSecret } = await runForOutput(issueApiClient, home.callAs('admin'), {
      name: 'Nightly',
      roles: ['viewer'],
      expiresAt: '2199-01-01T00:00:00Z',
    });
    const ask = (client_secret: string) =>
      send('POST', '/auth/token', {
        form: { grant_type: 'client_credentials', client_id: apiClient.clientId, client_secret },
      });
    const twisted = `${clientSecret.slice(0, -1)}${clientSecret.endsWith('A') ? 'B' : 'A'}`;
    expect(await ask(twisted)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect((await ask(clientSecret)).status).toBe(200);
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [home.organizationId]);
      await client.query(`update api_clients set expires_at = now() - interval '1 second' where id = $1`, [
        apiClient.id,
      ]);
    });
    expect(await ask(clientSecret)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  it.each(['dbc_nonsense', `dbc_${'0'.repeat(32)}_abcdefgh`, "' or true --"])(
    'the unknown client %s is 401 invalid_client',
    async (client_id) => {
      const json = { grant_type: 'client_credentials', client_id, client_secret: 'x' };
      const answer = await send('POST', '/auth/token', { json });
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect(answer.headers['www-authenticate']).toMatch(/^Basic/);
    },
  );
});
