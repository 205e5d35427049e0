import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { bearer, organizationWithPasswords, type Sent, send, signIn } from '../auth/sign-in-fixture';

let home: TestOrganization;
let token: string;

beforeAll(async () => {
  home = await organizationWithPasswords();
  token = String((await signIn(home.users.accountant.email)).body.access_token);
});
afterAll(closeConnections);

const PATHS = ['/api/v1/subsidiaries', '/api/v1/gl/transactions', '/api/v1/gl/transaction-types'];
const inOrganization = (id: string) => ({ 'x-idp-organization-id': id });
const refused = (sent: Sent, status: number, code: string) => {
  expect({ status: sent.status, code: sent.body.code }).toEqual({ status, code });
  expect(Object.keys(sent.body).sort()).toEqual(['code', 'details', 'message']);
};

describe('5 Authentication of surface C', () => {
  test.each(PATHS)('a Bearer token and the organization header are accepted for %s', async (path) => {
    const sent = await send('GET', path, {
      headers: { ...bearer(token), ...inOrganization(home.organizationId) },
    });
    expect(sent.status).toBe(200);
  });

  test.each(PATHS)(
    '%s without the header: 401 MISSING_ORGANIZATION_CONTEXT for every caller',
    async (path) => {
      refused(await send('GET', path, { headers: bearer(token) }), 401, 'MISSING_ORGANIZATION_CONTEXT');
      refused(await send('GET', path), 401, 'MISSING_ORGANIZATION_CONTEXT');
    },
  );

  test.each(['', ' ', 'home', '1', '../etc'])(
    'a header that is not an id (%j): 401 MISSING_ORGANIZATION_CONTEXT',
    async (id) => {
      const headers = { ...bearer(token), ...inOrganization(id) };
      refused(await send('GET', '/api/v1/subsidiaries', { headers }), 401, 'MISSING_ORGANIZATION_CONTEXT');
    },
  );

  test('no valid session: 401 UNAUTHENTICATED', async () => {
    for (const headers of [{}, bearer('nonsense'), bearer(`${token}x`), { authorization: 'Basic eDp5' }]) {
      const sent = await send('GET', '/api/v1/subsidiaries', {
        headers: { ...headers, ...inOrganization(home.organizationId) },
      });
      refused(sent, 401, 'UNAUTHENTICATED');
    }
  });

  test('an organization that does not exist or of which the caller is not a member: 403 INSUFFICIENT_PERMISSIONS', async () => {
    const other = await foundTestOrganization();
    for (const id of [other.organizationId, newId()]) {
      const headers = { ...bearer(token), ...inOrganization(id) };
      refused(await send('GET', '/api/v1/subsidiaries', { headers }), 403, 'INSUFFICIENT_PERMISSIONS');
      refused(
        await send('POST', '/api/v1/subsidiaries', { headers, json: { name: 'X', code: 'X' } }),
        403,
        'INSUFFICIENT_PERMISSIONS',
      );
    }
  });

  test('the header accepts the id in upper and lower case', async () => {
    const headers = { ...bearer(token), ...inOrganization(home.organizationId.toUpperCase()) };
    expect((await send('GET', '/api/v1/subsidiaries', { headers })).status).toBe(200);
  });

  test('the answer returns the request id that was sent', async () => {
    const requestId = newId();
    const headers = { ...bearer(token), ...inOrganization(home.organizationId), 'x-request-id': requestId };
    const sent = await send('GET', '/api/v1/subsidiaries', { headers });
    expect(sent.headers['x-request-id']).toBe(requestId);
  });
});
