import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS, ROLES } from '@/core/permissions';
import { closeConnections } from '@/db/client';
import { hashPassword } from '@/lib/password';
import { documentBody } from '@/testing/documents';
import type { TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { addMember } from '@/usecases/members/member-verbs';
import { bearer, organizationWithPasswords, PASSWORD, send, signIn } from './sign-in-fixture';

let home: TestOrganization;
let other: TestOrganization;

beforeAll(async () => {
  home = await organizationWithPasswords();
  other = await organizationWithPasswords();
});
afterAll(closeConnections);

describe('decisions, Authentication, "Token issuance"', () => {
  it('a token contains issuer, audience, person, organization, roles and an expiry within the hour, signed HS256', async () => {
    const { access_token: token } = (await signIn(home.users.approver.email)).body;
    expect(decodeProtectedHeader(String(token))).toMatchObject({ alg: 'HS256', typ: 'JWT' });
    const { iat = 0, exp = 0, ...claims } = decodeJwt(String(token));
    expect(claims).toMatchObject({
      iss: 'daybook',
      aud: 'daybook-api',
      sub: home.users.approver.id,
      org: home.organizationId,
      roles: ['approver'],
    });
    expect(exp - iat).toBeGreaterThan(0);
    expect(exp - iat).toBeLessThanOrEqual(3_600);
  });

  it('an organization may be named by its slug', async () => {
    const [row] = await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [home.organizationId]);
      return (
        await client.query<{ slug: string }>('select slug from organizations where id = $1', [
          home.organizationId,
        ])
      ).rows;
    });
    const sent = await signIn(home.users.viewer.email, PASSWORD, { organization: row?.slug ?? '' });
    expect(sent).toMatchObject({ status: 200, body: { organization_id: home.organizationId } });
  });
});

describe('decisions, Authentication, "A and B" and "Roles"', () => {
  it('one token works on A, B and C; on A and B the organization is the token’s, whatever a header names', async () => {
    const { access_token: token } = (await signIn(home.users.admin.email)).body;
    const named = {
      ...bearer(token),
      'x-idp-organization-id': other.organizationId,
      'x-organization-id': other.organizationId,
    };
    const made = [
      await send('POST', '/prospects', { json: { name: 'Acme' }, headers: named }),
      await send('POST', '/api/departments', { json: {}, headers: named }),
    ];
    expect(made.map(({ status, body }) => [status, body.organizationId])).toEqual(
      made.map(() => [201, home.organizationId]),
    );
    const own = { ...bearer(token), 'x-idp-organization-id': home.organizationId };
    expect((await send('GET', '/api/v1/subsidiaries', { headers: own })).status).toBe(200);
  });

  it('roles are granted per organization: a salesperson here is only a viewer there', async () => {
    const { id, email, name } = home.users.sales;
    await runForOutput(addMember, other.callAs('admin'), { email, name, roles: ['viewer'] });
    const create = async (organization: string) => {
      const { access_token: token, organization_id: where } = (
        await signIn(email, PASSWORD, { organization })
      ).body;
      expect(where).toBe(organization);
      expect(decodeJwt(String(token)).sub).toBe(id);
      return (await send('POST', '/prospects', { json: { name: 'Acme' }, headers: bearer(token) })).status;
    };
    expect(await create(home.organizationId)).toBe(201);
    expect(await create(other.organizationId)).toBe(403);
  });

  it('there are eight roles, and every permission is named noun.verb', () => {
    expect(ROLES).toEqual([
      'admin',
      'controller',
      'accountant',
      'approver',
      'revenue',
      'sales',
      'auditor',
      'viewer',
    ]);
    for (const permission of PERMISSIONS) expect(permission).toMatch(/^[a-z]+(\.[a-zA-Z]+)+$/);
  });
});

describe('decisions, Authentication, "Sessions in the browser"', () => {
  it('passwords are stored as argon2id, each with its own salt', async () => {
    const [one, two] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(two).not.toBe(one);
  });
});

describe('decisions, Authentication, "Four eyes"', () => {
  it('is off until the organization enables it: the creator of a transaction may approve it', async () => {
    const { body } = await signIn(home.users.admin.email);
    const headers = { ...bearer(body.access_token), 'x-idp-organization-id': home.organizationId };
    const { body: organization } = await send('GET', `/api/organizations/${home.organizationId}`, {
      headers,
    });
    expect(organization).toMatchObject({ segregationOfDuties: 'off' });
    const path = '/api/v1/gl/transactions';
    const made = await send('POST', path, { json: documentBody(home), headers });
    expect(made.status).toBe(201);
    const approved = await send('POST', `${path}/${made.body.id}/approve`, { json: {}, headers });
    expect([approved.status, approved.body.status]).toEqual([200, 'APPROVED']);
  });
});
