import { encode } from 'next-auth/jwt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowserSession } from '@/auth/sign-in/sign-in';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import type { TestOrganization } from '@/testing/organization';
import { issueApiClient } from '@/usecases/credentials/api-client-verbs';
import { runForOutput } from '@/usecases/kit/run';
import { bearer, organizationWithPasswords, send, signIn } from './sign-in-fixture';

const SECRET = 'a browser secret of these tests, long enough';
let home: TestOrganization;
let other: TestOrganization;
let cookie: string;

beforeAll(async () => {
  process.env.NEXTAUTH_SECRET = SECRET;
  home = await organizationWithPasswords();
  other = await organizationWithPasswords();
  const { id } = home.users.admin;
  const token = await encode({
    token: { sub: id, sid: await startBrowserSession(id, null) },
    secret: SECRET,
  });
  cookie = `next-auth.session-token=${token}`;
});
afterAll(closeConnections);

const PATH = '/api/v1/subsidiaries';
const inOrganization = (id: string) => ({ 'x-idp-organization-id': id });
const create = (headers: Record<string, string>) =>
  send('POST', PATH, { json: { name: 'Branch', code: `B-${newId().slice(-8)}` }, headers });
const count = async () => {
  const headers = { cookie, ...inOrganization(home.organizationId) };
  return (await send('GET', PATH, { headers })).body.total;
};

describe('5 Authentication, surface C: a session and the organization header', () => {
  it('a browser’s cookie is accepted for reading in its organization', async () => {
    const answer = await send('GET', PATH, { headers: { cookie, ...inOrganization(home.organizationId) } });
    expect(answer.status).toBe(200);
  });

  it.each([{}, { 'x-idp-organization-id': '' }, { 'x-idp-organization-id': 'acme' }])(
    'with %j instead of the organization it is 401 MISSING_ORGANIZATION_CONTEXT',
    async (headers) => {
      expect(await send('GET', PATH, { headers: { cookie, ...headers } })).toMatchObject({
        status: 401,
        body: { code: 'MISSING_ORGANIZATION_CONTEXT' },
      });
    },
  );

  it('without a valid session it is 401 UNAUTHENTICATED', async () => {
    for (const session of [{}, { cookie: 'next-auth.session-token=nonsense' }, bearer('a.b.c')]) {
      const headers = { ...session, ...inOrganization(home.organizationId) };
      expect(await send('GET', PATH, { headers })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHENTICATED' },
      });
    }
  });

  it('in an organization of which the caller is not a member, or that does not exist, it is 403 INSUFFICIENT_PERMISSIONS', async () => {
    const token = (await signIn(home.users.admin.email)).body.access_token;
    for (const session of [{ cookie }, bearer(token)]) {
      for (const organization of [other.organizationId, newId()]) {
        const headers = { ...session, ...inOrganization(organization) };
        expect(await send('GET', PATH, { headers })).toMatchObject({
          status: 403,
          body: { code: 'INSUFFICIENT_PERMISSIONS' },
        });
      }
    }
  });

  it('a write by cookie requires our own pages as its origin; without, it is 403 and nothing changes', async () => {
    const before = await count();
    const session = { cookie, host: 'daybook.test', ...inOrganization(home.organizationId) };
    for (const origin of [
      {},
      { origin: 'https://evil.test' },
      { 'sec-fetch-site': 'cross-site', origin: 'http://daybook.test' },
    ]) {
      expect(await create({ ...session, ...origin })).toMatchObject({
        status: 403,
        body: { code: 'INSUFFICIENT_PERMISSIONS' },
      });
    }
    expect(await count()).toBe(before);
    expect((await create({ ...session, origin: 'http://daybook.test' })).status).toBeLessThan(300);
    expect((await create({ ...session, 'sec-fetch-site': 'same-origin' })).status).toBeLessThan(300);
  });

  it('a Bearer token can write without an origin', async () => {
    const token = (await signIn(home.users.admin.email)).body.access_token;
    const headers = { ...bearer(token), ...inOrganization(home.organizationId) };
    expect((await create(headers)).status).toBeLessThan(300);
  });

  it('an API client’s token works in its own organization and on surface B, and in no other organization', async () => {
    const { apiClient, clientSecret } = await runForOutput(issueApiClient, home.callAs('admin'), {
      name: 'Warehouse sync',
      roles: ['viewer'],
    });
    const form = {
      grant_type: 'client_credentials',
      client_id: apiClient.clientId,
      client_secret: clientSecret,
    };
    const session = bearer((await send('POST', '/auth/token', { form })).body.access_token);
    const own = { ...session, ...inOrganization(home.organizationId) };
    expect((await send('GET', PATH, { headers: own })).status).toBe(200);
    expect((await create(own)).status).toBe(403);
    const foreign = { ...session, ...inOrganization(other.organizationId) };
    expect((await send('GET', PATH, { headers: foreign })).status).toBe(403);
    expect((await send('GET', `/api/customers/${home.ids.customer}`, { headers: session })).status).toBe(200);
    expect((await send('GET', `/api/customers/${other.ids.customer}`, { headers: session })).status).toBe(
      404,
    );
  });
});
