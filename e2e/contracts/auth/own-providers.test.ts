import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personOfOrganization } from '@/auth/providers/organization-person';
import { organizationProviderAt } from '@/auth/providers/organization-provider';
import type { Role } from '@/core/permissions';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { enter } from '@/surfaces/auth/browser-sign-in';
import { createContext } from '@/surfaces/trpc/context';
import { createCaller } from '@/surfaces/trpc/root';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { type NextAuthSite, openBrowser, startNextAuthSite } from '../../support/next-auth-site';
import { type OpenIdProvider, startOpenIdProvider } from '../../support/openid-provider';
import { send, slugOf, subjectsOf } from './sign-in-fixture';

// An organization's own OpenID providers: whom they let in, and that they give access neither to other organizations nor to accounts.

let home: TestOrganization;
let other: TestOrganization;
let provider: OpenIdProvider;
let site: NextAuthSite;
/** next-auth's name of the provider of `home`, and its ID. */
let signInId: string;
let providerId: string;
let allowed: string | undefined;

const as = (role: Role, organization = home) =>
  createCaller({
    ...createContext({ method: 'POST', header: () => null }),
    principal: async () => organization.principals[role],
  });
const anyone = () => createCaller(createContext({ method: 'POST', header: () => null }));
const refused = (code: string) => ({ cause: { refusal: { code } } });

beforeAll(async () => {
  allowed = process.env.DAYBOOK_WEBHOOKS_ALLOW_PRIVATE;
  process.env.DAYBOOK_WEBHOOKS_ALLOW_PRIVATE = '1';
  provider = await startOpenIdProvider();
  site = await startNextAuthSite();
  home = await foundTestOrganization({ name: 'Home of the provider' });
  other = await foundTestOrganization({ name: 'Another house' });
  // The accountant belongs to both organizations.
  await as('admin', other).members.add({
    email: home.users.accountant.email,
    name: 'Of both',
    roles: ['admin'],
  });
  const made = await as('admin').providers.create({
    name: 'Company account',
    issuer: `${provider.issuer}/`,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
  });
  providerId = made.id;
  const [button] = await anyone().session.providersOf({ slug: await slugOf(home.organizationId) });
  signInId = button?.signInId ?? '';
});
beforeEach(() => {
  const { email, name } = home.users.accountant;
  provider.person = { sub: 'acc-1', email, email_verified: true, name };
  provider.lie = {};
});
afterAll(async () => {
  if (allowed === undefined) delete process.env.DAYBOOK_WEBHOOKS_ALLOW_PRIVATE;
  else process.env.DAYBOOK_WEBHOOKS_ALLOW_PRIVATE = allowed;
  await provider.stop();
  await site.stop();
  await closeConnections();
});

/** Signs in from the button; the page where the browser ends up. */
async function signInBy(id = signInId) {
  const browser = openBrowser();
  const { base } = site;
  const { csrfToken } = (await (await browser.go(`${base}/api/auth/csrf`)).json()) as { csrfToken: string };
  const started = await browser.go(`${base}/api/auth/signin/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, callbackUrl: `${base}/books` }).toString(),
  });
  const authorize = started.headers.get('location') ?? '';
  if (!authorize.startsWith(provider.issuer)) return { browser, lands: authorize };
  const back = (await fetch(authorize, { redirect: 'manual' })).headers.get('location') ?? '';
  let lands = (await browser.go(back)).headers.get('location') ?? '';
  while (lands.startsWith(`${base}/api/auth/`))
    lands = (await browser.go(lands)).headers.get('location') ?? '';
  return { browser, lands };
}
type Browser = ReturnType<typeof openBrowser>;
const session = (browser: Browser) => browser.jar.get('next-auth.session-token');
const read = async (browser: Browser, organization = home) => {
  const headers = { cookie: browser.cookie(), 'x-idp-organization-id': organization.organizationId };
  return (await send('GET', '/api/v1/subsidiaries', { headers })).status;
};
/** tRPC as the signed-in browser, from our own pages. */
const inBrowser = (browser: Browser) => {
  const headers: Record<string, string> = { cookie: browser.cookie(), 'sec-fetch-site': 'same-origin' };
  return createCaller(createContext({ method: 'POST', header: (name) => headers[name] ?? null }));
};
const stranger = (more: Partial<OpenIdProvider['person']> = {}) => ({
  sub: newId(),
  email: `new-${newId()}@example.test`,
  email_verified: true,
  name: 'Nora New',
  ...more,
});
const accountOf = (email: string) =>
  withOwner(async (client) => {
    const { rows } = await client.query<{ id: string; password_hash: string | null }>(
      'select id, password_hash from users where email = $1',
      [email],
    );
    return rows[0] ?? null;
  });
const memberOf = async (email: string) =>
  (await as('admin').members.list({})).find((member) => member.email === email);

describe('an organization’s own OpenID provider', () => {
  it('signs a member in by the verified address, and from then on by the subject', async () => {
    const first = await signInBy();
    expect(first.lands).toBe(`${site.base}/books`);
    expect(await read(first.browser)).toBe(200);
    provider.person = { sub: 'acc-1', email: 'renamed@example.test', email_verified: false };
    const again = await signInBy();
    expect(await read(again.browser)).toBe(200);
    expect((await inBrowser(again.browser).session.me()).user.id).toBe(home.users.accountant.id);
  });

  it('opens that organization only, whatever else the person belongs to', async () => {
    const { browser } = await signInBy();
    expect(await read(browser, other)).toBe(403);
    const me = await inBrowser(browser).session.me();
    expect(me.isConfined).toBe(true);
    expect(me.organizations.map(({ organizationId }) => organizationId)).toEqual([home.organizationId]);
    // On surface B, where the session names the organization, the other one is out of reach as well.
    const headers = { cookie: browser.cookie(), 'x-idp-organization-id': home.organizationId };
    const { status } = await send('GET', `/api/v1/organizations/${other.organizationId}`, { headers });
    expect(status).not.toBe(200);
  });

  it('opens no account: password, second factor, sessions and invitations stay with the person', async () => {
    const { email } = home.users.accountant;
    const { link } = await as('admin', await foundTestOrganization()).members.invite({
      email,
      name: 'Of three',
      roles: ['viewer'],
    });
    const door = inBrowser((await signInBy()).browser);
    const acts = [
      () => door.session.changePassword({ presentPassword: 'x', newPassword: 'nine copper kettles sing' }),
      () => door.session.beginFactor({ password: 'x' }),
      () => door.session.list(),
      () => door.invitations.accept({ secret: link.split('#')[1] ?? '' }),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject(refused('FORBIDDEN'));
  });

  it('does not found organizations in the person’s name', async () => {
    const { email, name } = home.users.admin;
    provider.person = { sub: 'adm-1', email, email_verified: true, name };
    const { browser } = await signInBy();
    const headers: Record<string, string> = {
      cookie: browser.cookie(),
      'sec-fetch-site': 'same-origin',
      'x-daybook-organization': home.organizationId,
    };
    const door = createCaller(createContext({ method: 'POST', header: (asked) => headers[asked] ?? null }));
    const { permissions } = await door.session.rights();
    expect(permissions).toContain('org.member.write');
    expect(permissions).not.toContain('org.organization.create');
  });

  it('accepts the pending invitation of the address, with its rights', async () => {
    const person = stranger();
    await as('admin').members.invite({ email: person.email, name: 'Nora', roles: ['approver'] });
    provider.person = person;
    const { browser } = await signInBy();
    expect(await read(browser)).toBe(200);
    expect(await memberOf(person.email)).toMatchObject({ roles: ['approver'], recordStatus: 'active' });
    expect((await accountOf(person.email))?.password_hash).toBeNull();
    expect(
      (await as('admin').members.invitations({})).find(({ email }) => email === person.email),
    ).toMatchObject({
      status: 'ACCEPTED',
    });
  });

  it('refuses someone no one invited, and makes no account', async () => {
    provider.person = stranger();
    const { browser, lands } = await signInBy();
    expect(lands).toMatch(/error=AccessDenied/);
    expect(session(browser)).toBeUndefined();
    expect(await accountOf(provider.person.email)).toBeNull();
  });

  it('makes them a member with the roles named in its settings, if there are any', async () => {
    const joining = await as('admin').providers.create({
      name: 'Open to all of us',
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      joiningRoles: ['viewer'],
    });
    const buttons = await anyone().session.providersOf({ slug: await slugOf(home.organizationId) });
    const open = buttons.find(({ name }) => name === joining.name)?.signInId ?? '';
    provider.person = stranger();
    const { browser } = await signInBy(open);
    expect(await read(browser)).toBe(200);
    expect(await memberOf(provider.person.email)).toMatchObject({ name: 'Nora New', roles: ['viewer'] });
  });

  it.each([
    ['an address the provider has not verified', { email_verified: false }],
    ['no address', { email: '' }],
  ])('refuses %s', async (_what, more) => {
    provider.person = stranger({ email: home.users.viewer.email, ...more });
    const { browser, lands } = await signInBy();
    expect(lands).toMatch(/error=AccessDenied/);
    expect(session(browser)).toBeUndefined();
  });

  it('does not let a former member in again', async () => {
    const { email } = home.users.sales;
    provider.person = { sub: 'sal-1', email, email_verified: true };
    const { browser } = await signInBy();
    expect(await read(browser)).toBe(200);
    const member = await memberOf(email);
    await as('admin').members.remove({ id: member?.id ?? '' });
    await expect.poll(() => read(browser)).toBe(403);
    expect(session((await signInBy()).browser)).toBeUndefined();
    provider.person = { sub: 'sal-2', email, email_verified: true };
    expect(session((await signInBy()).browser)).toBeUndefined();
    expect(await memberOf(email)).toMatchObject({ recordStatus: 'inactive' });
    // A former member who never used the provider is not connected either: the connection would work once they are a member again.
    const { email: absent } = home.users.approver;
    const leaver = await memberOf(absent);
    await as('admin').members.remove({ id: leaver?.id ?? '' });
    provider.person = { sub: 'app-1', email: absent, email_verified: true };
    expect(session((await signInBy()).browser)).toBeUndefined();
    expect(await subjectsOf(home.organizationId, 'app-1')).toBe(0);
  });

  it('of two subjects with one address that come at once, one is the person', async () => {
    const found = await organizationProviderAt(signInId);
    if (found === null) throw new Error('no provider');
    const { id, email } = home.users.auditor;
    const entries = valuesOf(
      await contend(
        holdWrites(home.organizationId),
        ['aud-1', 'aud-2'].map(
          (sub) => () =>
            personOfOrganization(
              found,
              { sub, email, email_verified: true },
              { address: '', userAgent: null },
              enter,
            ),
        ),
      ),
    );
    expect(entries.filter((person) => person?.id === id)).toHaveLength(1);
    expect(entries.filter((person) => person === null)).toHaveLength(1);
  });

  it.each([
    ['another issuer', { iss: 'https://accounts.example.com' }],
    ['another audience', { aud: 'someone else' }],
  ])('refuses an ID token for %s', async (_what, lie) => {
    provider.lie = lie;
    const { browser } = await signInBy();
    expect(session(browser)).toBeUndefined();
  });

  it('does not speak for an issuer whose metadata name another one', async () => {
    const wrong = await as('admin').providers.create({
      name: 'Impostor',
      issuer: provider.issuer.replace('127.0.0.1', 'localhost'),
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
    });
    const buttons = await anyone().session.providersOf({ slug: await slugOf(home.organizationId) });
    const id = buttons.find(({ name }) => name === wrong.name)?.signInId ?? '';
    await expect(
      import('@/auth/next-auth').then(({ nextAuthOptions }) => nextAuthOptions(['signin', id], enter)),
    ).rejects.toThrow(/names another issuer/);
  });

  it('turned off, offers no button, signs no one in and ends the sessions it began, and no others', async () => {
    const own = await as('admin').providers.create({
      name: 'To be turned off',
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
    });
    const slug = await slugOf(home.organizationId);
    const id =
      (await anyone().session.providersOf({ slug })).find(({ name }) => name === own.name)?.signInId ?? '';
    const { browser } = await signInBy(id);
    const elsewhere = (await signInBy()).browser;
    expect(await read(browser)).toBe(200);
    await as('admin').providers.update({ id: own.id, recordStatus: 'inactive' });
    await expect.poll(() => read(browser)).toBe(401);
    expect(await read(elsewhere)).toBe(200);
    expect((await anyone().session.providersOf({ slug })).map(({ name }) => name)).not.toContain(own.name);
    expect(session((await signInBy(id)).browser)).toBeUndefined();
  });

  it('has no buttons for an organization without providers, or that does not exist', async () => {
    for (const slug of [await slugOf(other.organizationId), 'no-such-books', '']) {
      expect(await anyone().session.providersOf({ slug })).toEqual([]);
    }
  });
});

describe('who may set a provider up', () => {
  const wish = () => ({
    name: `Provider ${newId()}`,
    issuer: provider.issuer,
    clientId: 'x',
    clientSecret: 'a secret of no one',
  });
  const count = async () => (await as('admin').providers.list({})).length;

  it('only someone who may do everything, because a provider can claim that anyone is anyone', async () => {
    const { id } = await as('admin').roles.create({
      name: `Members ${newId()}`,
      permissions: ['org.member.write', 'org.member.read'],
    });
    const email = `manager-${newId()}@example.test`;
    await as('admin').members.invite({ email, name: 'Manager', customRoleIds: [id] });
    provider.person = { sub: newId(), email, email_verified: true };
    const { browser } = await signInBy();
    const headers: Record<string, string> = {
      cookie: browser.cookie(),
      'sec-fetch-site': 'same-origin',
      'x-daybook-organization': home.organizationId,
    };
    const manager = createCaller(
      createContext({ method: 'POST', header: (asked) => headers[asked] ?? null }),
    );
    const before = await count();
    await expect(manager.providers.create(wish())).rejects.toMatchObject(refused('FORBIDDEN'));
    await expect(manager.providers.update({ id: providerId, name: 'Mine' })).rejects.toMatchObject(
      refused('FORBIDDEN'),
    );
    await expect(manager.providers.remove({ id: providerId })).rejects.toMatchObject(refused('FORBIDDEN'));
    await expect(as('controller').providers.create(wish())).rejects.toMatchObject(refused('FORBIDDEN'));
    expect(await count()).toBe(before);
  });

  it('its secret is encrypted, and never shown', async () => {
    const made = await as('admin').providers.create(wish());
    expect(JSON.stringify([made, await as('admin').providers.list({})])).not.toMatch(/secret/i);
    const { rows } = await withOwner((client) =>
      client.query('select sealed_secret from sign_in_providers where id = $1', [made.id]),
    );
    expect(rows[0].sealed_secret).not.toContain('a secret of no one');
    const audit = await as('admin').audit.list({ noun: 'sign-in provider' });
    expect(JSON.stringify(audit)).not.toContain('a secret of no one');
  });

  it('an issuer must be on the public internet', async () => {
    process.env.DAYBOOK_WEBHOOKS_ALLOW_PRIVATE = '0';
    try {
      const before = await count();
      for (const issuer of [
        'http://idp.example.com',
        'https://10.0.0.1',
        'https://localhost',
        'ftp://x.y',
        'idp',
      ]) {
        await expect(as('admin').providers.create({ ...wish(), issuer })).rejects.toMatchObject(
          refused('INVALID_INPUT'),
        );
      }
      expect(await count()).toBe(before);
    } finally {
      process.env.DAYBOOK_WEBHOOKS_ALLOW_PRIVATE = '1';
    }
  });

  it('of another organization none is seen, changed or removed', async () => {
    expect(await as('admin', other).providers.list({})).toEqual([]);
    await expect(as('admin', other).providers.update({ id: providerId, name: 'Mine' })).rejects.toMatchObject(
      refused('NOT_FOUND'),
    );
    await expect(as('admin', other).providers.remove({ id: providerId })).rejects.toMatchObject(
      refused('NOT_FOUND'),
    );
    expect((await as('admin').providers.list({})).find(({ id }) => id === providerId)?.name).toBe(
      'Company account',
    );
  });
});
