import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personOfProvider } from '@/auth/providers/provider-identity';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { contend, holdIdentity, valuesOf } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { type NextAuthSite, openBrowser, startNextAuthSite } from '../../support/next-auth-site';
import { type OpenIdProvider, startOpenIdProvider } from '../../support/openid-provider';
import { send } from './sign-in-fixture';

let organization: TestOrganization;
let provider: OpenIdProvider;
let site: NextAuthSite;
let base: string;

beforeAll(async () => {
  provider = await startOpenIdProvider();
  site = await startNextAuthSite();
  base = site.base;
  Object.assign(process.env, {
    DAYBOOK_OIDC_ISSUER: provider.issuer,
    DAYBOOK_OIDC_CLIENT_ID: provider.clientId,
    DAYBOOK_OIDC_CLIENT_SECRET: provider.clientSecret,
  });
  organization = await foundTestOrganization();
});
beforeEach(() => {
  const { email, name } = organization.users.accountant;
  provider.person = { sub: 'acc-1', email, email_verified: true, name };
  provider.lie = {};
});
afterAll(async () => {
  await provider.stop();
  await site.stop();
  await closeConnections();
});

/**
 * From the sign-in button to the page where the browser ends up; `meddle` may change the
 * redirect back from the provider.
 */
async function signInByProvider(meddle: (back: string) => string = (back) => back) {
  const browser = openBrowser();
  const { csrfToken } = (await (await browser.go(`${base}/api/auth/csrf`)).json()) as { csrfToken: string };
  const started = await browser.go(`${base}/api/auth/signin/oidc`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, callbackUrl: `${base}/books` }).toString(),
  });
  const authorize = started.headers.get('location') ?? '';
  const back = (await fetch(authorize, { redirect: 'manual' })).headers.get('location') ?? '';
  let lands = (await browser.go(meddle(back))).headers.get('location') ?? '';
  // A refusal redirects through next-auth's own URLs to our sign-in page.
  while (lands.startsWith(`${base}/api/auth/`))
    lands = (await browser.go(lands)).headers.get('location') ?? '';
  return { browser, authorize: new URL(authorize), lands };
}
/** A person whom the provider has never signed in here, with the address of one who has an account. */
const unknown = (more: Partial<OpenIdProvider['person']>) => ({
  sub: 'never seen',
  email: organization.users.viewer.email,
  email_verified: true,
  ...more,
});
const identitiesOf = (userId: string) =>
  withOwner(async (client) => {
    const { rows } = await client.query<{ issuer: string; subject: string }>(
      'select issuer, subject from user_identities where user_id = $1',
      [userId],
    );
    return rows;
  });
const session = (browser: ReturnType<typeof openBrowser>) => browser.jar.get('next-auth.session-token');
const read = (browser: ReturnType<typeof openBrowser>) =>
  send('GET', '/api/v1/subsidiaries', {
    headers: { cookie: browser.cookie(), 'x-idp-organization-id': organization.organizationId },
  });

describe('decisions, Authentication, "Sessions in the browser": an OpenID provider', () => {
  it('signs in a person who has an account here, and the session works on surface C and can be ended', async () => {
    const { browser, authorize, lands } = await signInByProvider();
    expect(authorize.origin).toBe(provider.issuer);
    expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      nonce: expect.any(String),
      state: expect.any(String),
      redirect_uri: `${base}/api/auth/callback/oidc`,
    });
    expect(lands).toBe(`${base}/books`);
    expect(session(browser)).toEqual(expect.any(String));
    expect((await read(browser)).status).toBe(200);
    const who = (await (await browser.go(`${base}/api/auth/session`)).json()) as { user: { id: string } };
    expect(who.user.id).toBe(organization.users.accountant.id);
    const kept = browser.cookie();
    const { csrfToken } = (await (await browser.go(`${base}/api/auth/csrf`)).json()) as { csrfToken: string };
    await browser.go(`${base}/api/auth/signout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken }).toString(),
    });
    const headers = { cookie: kept, 'x-idp-organization-id': organization.organizationId };
    expect((await send('GET', '/api/v1/subsidiaries', { headers })).status).toBe(401);
  });

  it('finds the account by its email address the first time, ignoring case', async () => {
    const { email } = organization.users.approver;
    provider.person = { sub: 'app-1', email: email.toUpperCase(), email_verified: true };
    const { browser } = await signInByProvider();
    expect((await read(browser)).status).toBe(200);
  });

  it('from then on knows the person by issuer and subject, whatever their address has become', async () => {
    const { id, email } = organization.users.auditor;
    provider.person = { sub: 'aud-1', email, email_verified: true };
    expect(session((await signInByProvider()).browser)).toBeDefined();
    for (const changed of ['married@example.test', organization.users.viewer.email]) {
      provider.person = { sub: 'aud-1', email: changed, email_verified: false };
      const { browser } = await signInByProvider();
      const who = (await (await browser.go(`${base}/api/auth/session`)).json()) as { user: { id: string } };
      expect(who.user.id).toBe(id);
    }
  });

  it('does not open an account whose address the provider has given to someone else', async () => {
    const { id, email } = organization.users.controller;
    provider.person = { sub: 'con-1', email, email_verified: true };
    expect(session((await signInByProvider()).browser)).toBeDefined();
    provider.person = { sub: 'con-2', email, email_verified: true };
    const { browser, lands } = await signInByProvider();
    expect(lands).toMatch(/\/login\?(.*&)?error=AccessDenied/);
    expect(session(browser)).toBeUndefined();
    expect(await identitiesOf(id)).toEqual([{ issuer: provider.issuer, subject: 'con-1' }]);
  });

  it('of two subjects with one address that sign in at once, one is the person', async () => {
    const { id, email } = organization.users.sales;
    const claims = (sub: string) => ({ iss: provider.issuer, sub, email, email_verified: true });
    const found = valuesOf(
      await contend(
        holdIdentity('users', 'id', id),
        ['sal-1', 'sal-2'].map(
          (sub) => () => personOfProvider(claims(sub), { address: '', userAgent: null }),
        ),
      ),
    );
    expect(found.filter((person) => person?.id === id)).toHaveLength(1);
    expect(found.filter((person) => person === null)).toHaveLength(1);
    expect(await identitiesOf(id)).toHaveLength(1);
  });

  it('the same subject of another issuer is someone else', async () => {
    const { email } = organization.users.viewer;
    const claims = { iss: 'https://other.test', sub: 'acc-1', email, email_verified: false };
    expect(await personOfProvider(claims, { address: '', userAgent: null })).toBeNull();
    for (const [iss, sub] of [
      [undefined, 'acc-1'],
      [provider.issuer, undefined],
      [provider.issuer, ''],
      [provider.issuer, 'x'.repeat(256)],
      [provider.issuer, 7],
    ]) {
      const incomplete = { iss, sub, email, email_verified: true };
      expect(await personOfProvider(incomplete, { address: '', userAgent: null })).toBeNull();
    }
    expect(await identitiesOf(organization.users.viewer.id)).toEqual([]);
  });

  it.each<[string, () => void]>([
    [
      'an address the provider has not verified',
      () => {
        provider.person = unknown({ email_verified: false });
      },
    ],
    [
      'an address without a statement that it is verified',
      () => {
        const { email_verified: _unsaid, ...person } = unknown({});
        provider.person = person;
      },
    ],
    [
      'a person without an account here',
      () => {
        provider.person = unknown({ email: 'stranger@example.test' });
      },
    ],
    [
      'an id token for another client',
      () => {
        provider.lie = { aud: 'someone else' };
      },
    ],
    [
      'an id token of another issuer',
      () => {
        provider.lie = { iss: 'https://evil.test' };
      },
    ],
    [
      'an id token for another sign-in',
      () => {
        provider.lie = { nonce: 'replayed' };
      },
    ],
  ])('refuses %s, and starts no session', async (_title, arrange) => {
    arrange();
    const { browser, lands } = await signInByProvider();
    expect(lands).toMatch(/\/login\?(.*&)?error=/);
    expect(session(browser)).toBeUndefined();
  });

  it('refuses a state that is not its own, and an invalid code, and starts no session', async () => {
    for (const [name, value] of [
      ['state', 'forged'],
      ['code', 'invented'],
    ] as const) {
      const { browser, lands } = await signInByProvider((back) => {
        const url = new URL(back);
        url.searchParams.set(name, value);
        return url.toString();
      });
      expect(lands).toMatch(/\/login\?(.*&)?error=/);
      expect(session(browser)).toBeUndefined();
    }
  });

  it('asks the provider to ask again, and refuses a sign-in there that is too old or of unknown age, where the operator limits it', async () => {
    const { email } = organization.users.accountant;
    const now = Math.floor(Date.now() / 1_000);
    process.env.DAYBOOK_OIDC_MAX_AGE_HOURS = '24';
    try {
      for (const auth_time of [now - 2 * 86_400, now + 86_400, undefined, 'lately']) {
        provider.person = { sub: 'acc-1', email, email_verified: true, ...(auth_time && { auth_time }) };
        const { browser, lands } = await signInByProvider();
        expect(lands).toMatch(/\/login\?(.*&)?error=AccessDenied/);
        expect([auth_time, session(browser)]).toEqual([auth_time, undefined]);
      }
      provider.person = { sub: 'acc-1', email, email_verified: true, auth_time: now - 3_600 };
      const { browser, authorize } = await signInByProvider();
      expect(authorize.searchParams.get('max_age')).toBe('86400');
      expect((await read(browser)).status).toBe(200);
    } finally {
      delete process.env.DAYBOOK_OIDC_MAX_AGE_HOURS;
    }
  });

  it('refuses an account that is disabled', async () => {
    const { id, email } = organization.users.revenue;
    await withTenantSql(
      { organizationId: organization.principals.admin.organizationId, userId: null },
      (tenant) => sql(tenant, 'update users set is_disabled = true where id = $1', [id]),
    );
    provider.person = { sub: 'rev-1', email, email_verified: true };
    const { browser, lands } = await signInByProvider();
    expect(lands).toMatch(/\/login\?(.*&)?error=AccessDenied/);
    expect(session(browser)).toBeUndefined();
  });
});
