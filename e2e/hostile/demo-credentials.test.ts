import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signAccessToken } from '@/auth/credentials/access-token';
import { ownMemberships } from '@/auth/memberships';
import { principalIn } from '@/auth/other-organization';
import { DEMO_PASSWORD } from '@/auth/sign-in/demo-door';
import { startBrowserSession } from '@/auth/sign-in/sign-in';
import { principalOfUser } from '@/auth/standing';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { hashPassword } from '@/lib/password';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { issueApiClient } from '@/usecases/credentials/api-client-verbs';
import { issueApiKey } from '@/usecases/credentials/api-key-verbs';
import { runForOutput } from '@/usecases/kit/run';
import { issueProvisioningToken } from '@/usecases/provisioning/token-verbs';
import { bearer, PASSWORD, type Sent, send, signIn } from '../contracts/auth/sign-in-fixture';

/** The tests run without DAYBOOK_DEMO, so this server is not a demo. `demo` is an organization that the demo filled. */
let demo: TestOrganization;
let real: TestOrganization;

const claimOf = ({ principals }: TestOrganization) => ({
  organizationId: principals.admin.organizationId,
  userId: null,
});
const turn = (organization: TestOrganization, isDemo: boolean) =>
  withTenantSql(claimOf(organization), (tenant) =>
    sql(tenant, 'update organizations set is_demo = $1', [isDemo]),
  );
async function givePassword(organization: TestOrganization, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await withTenantSql(claimOf(organization), (tenant) =>
    sql(tenant, 'update users set password_hash = $1 where id = any($2::uuid[])', [
      passwordHash,
      Object.values(organization.users).map(({ id }) => id),
    ]),
  );
}
beforeAll(async () => {
  [demo, real] = [await foundTestOrganization(), await foundTestOrganization()];
  await givePassword(demo, PASSWORD);
});
afterAll(closeConnections);

/** Every credential of an organization, each as the request that uses it. */
async function credentialsOf(organization: TestOrganization) {
  const admin = organization.callAs('admin');
  const companyId = newId();
  await withTenantSql(claimOf(organization), (tenant) =>
    insertRows(tenant, 'companies', [{ id: companyId, code: newId(), name: 'Builders' }]),
  );
  const { key } = await runForOutput(issueApiKey, admin, { name: 'Printed', companyId });
  const { apiClient, clientSecret } = await runForOutput(issueApiClient, admin, {
    name: 'Printed',
    roles: ['viewer'],
  });
  const { token: directory } = await runForOutput(issueProvisioningToken, admin, { name: 'Printed' });
  const { organizationId, users } = organization;
  const sessionId = await startBrowserSession(users.viewer.id, null);
  const token = await signAccessToken(
    { subject: users.viewer.id, kind: 'user', organizationId, sessionId },
    [],
  );
  const uses: Readonly<Record<string, () => Promise<Sent>>> = {
    'an API key': () =>
      send('GET', `/api/external/budget-views?project_id=${newId()}`, {
        headers: { 'x-api-key': key, 'x-organization-id': organizationId, 'x-company-id': companyId },
      }),
    'an API client': () =>
      send('POST', '/auth/token', {
        json: {
          grant_type: 'client_credentials',
          client_id: apiClient.clientId,
          client_secret: clientSecret,
        },
      }),
    'a token on surface A': () => send('GET', '/prospects', { headers: bearer(token) }),
    'a token on surface C': () =>
      send('GET', '/api/v1/subsidiaries', {
        headers: { ...bearer(token), 'x-idp-organization-id': organizationId },
      }),
    'a directory’s token': () => send('GET', '/scim/v2/Users', { headers: bearer(directory) }),
    'a password': () => signIn(users.accountant.email),
  };
  return uses;
}

describe('on a server that is not a demo, the credentials of a demo organization', () => {
  it('are refused at every door, and work once the organization is not a demo', async () => {
    await turn(demo, true);
    const uses = await credentialsOf(demo);
    for (const [name, use] of Object.entries(uses)) {
      const { status } = await use();
      expect([name, status >= 400 && status < 402]).toEqual([name, true]);
    }
    await turn(demo, false);
    // Answers are cached for two seconds, refusals are not.
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    for (const [name, use] of Object.entries(uses)) {
      const { status } = await use();
      expect([name, status === 404 || status === 200]).toEqual([name, true]);
    }
  });

  it('open neither a browser session nor a second organization, which is not listed', async () => {
    await turn(demo, true);
    const { users, organizationId } = demo;
    const person = users.controller.id;
    await withTenantSql(claimOf(real), (tenant) =>
      insertRows(tenant, 'memberships', [
        { id: newId(), userId: person, roles: ['viewer'], subsidiaryIds: [] },
      ]),
    );
    const session = await startBrowserSession(person, null);
    await expect(principalOfUser(session, person, organizationId)).rejects.toMatchObject({
      refusal: { code: 'UNAUTHENTICATED' },
    });
    const inReal = await principalOfUser(session, person, real.organizationId);
    expect(await principalIn(inReal, organizationId)).toBeNull();
    expect((await ownMemberships(person)).map((own) => own.organizationId)).toEqual([real.organizationId]);
  });

  it('the demo’s password does not open a real organization either, although the hash is right', async () => {
    await givePassword(real, DEMO_PASSWORD);
    const { email } = real.users.auditor;
    expect((await signIn(email, DEMO_PASSWORD)).status).toBe(400);
    await givePassword(real, PASSWORD);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });
});
