import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EmptyDatabase, emptyDatabase } from '@/testing/empty-database';

// A server whose secrets are exchanged: at first the former ones still count, then only the new ones. It has a separate database, which no
// other secret has touched.

const [FIRST, SECOND] = ['the first secret of these tests, long', 'the second secret of these tests, long'];
const PASSWORD = 'nine copper kettles sing';
const NOWHERE = { address: '', userAgent: null };
const EMAIL = 'ada@example.test';
const NAMES = [
  'DAYBOOK_SECRET',
  'DAYBOOK_SECRET_FORMER',
  'NEXTAUTH_SECRET',
  'NEXTAUTH_SECRET_FORMER',
] as const;
const before = NAMES.map((name) => [name, process.env[name]] as const);

let database: EmptyDatabase;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  database = await emptyDatabase();
});
afterAll(async () => {
  vi.useRealTimers();
  set(Object.fromEntries(before));
  await database.leave();
  vi.resetModules();
});

function set(values: Partial<Record<(typeof NAMES)[number], string | undefined>>): void {
  for (const name of NAMES) {
    const value = values[name];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/** The server as it is after a start with these secrets. */
async function started(present: string, former?: string) {
  const { closeConnections } = await import('@/db/client');
  await closeConnections();
  vi.resetModules();
  set({
    DAYBOOK_SECRET: present,
    DAYBOOK_SECRET_FORMER: former,
    NEXTAUTH_SECRET: `browser: ${present}`,
    NEXTAUTH_SECRET_FORMER: former && `browser: ${former}`,
  });
  const [tokens, access, cookies, factors, providers, people, users] = await Promise.all([
    import('@/auth/credentials/tokens'),
    import('@/auth/credentials/access-token'),
    import('@/auth/session-cookie'),
    import('@/auth/sign-in/second-factor'),
    import('@/auth/providers/organization-provider'),
    import('@/jobs/people-commands'),
    import('@/db/identity/users'),
  ]);
  return { ...tokens, ...access, ...cookies, ...factors, ...providers, ...people, ...users };
}
type Server = Awaited<ReturnType<typeof started>>;

async function people(server: Server, ...argv: string[]): Promise<string> {
  const lines: string[] = [];
  await server.runPeopleCommand(argv, {
    print: (line) => lines.push(line),
    readPassword: async () => PASSWORD,
  });
  return lines.join('\n');
}

/** Whether something issued earlier still works. */
const counts = (work: Promise<unknown>) =>
  work.then(
    (answer) => answer !== null && answer !== false,
    () => false,
  );

const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** What depends on a server's secrets: tokens, a browser's cookie, an authenticator app and an organization's provider. */
async function equipped(server: Server) {
  const company = ['--company', 'Byron Engines', '--currency', 'GBP', '--country', 'GB'];
  await people(server, 'add', '--email', EMAIL, '--name', 'Ada', ...company, '--password-from-stdin');
  const user = await server.findUserByEmail(EMAIL);
  if (user === null) throw new Error('no account was made');
  // Another person's, since setting up a second factor ends that person's other sessions.
  const slug = /\((byron-engines[\w-]*)\)/.exec(await people(server, 'list'))?.[1] ?? '';
  const bo = { email: 'bo@example.test', password: PASSWORD };
  const member = ['--email', bo.email, '--name', 'Bo Li', '--organization', slug];
  await people(server, 'add', ...member, '--password-from-stdin');
  const tokens = await server.tokensForPassword(bo, NOWHERE);
  const { startBrowserSession } = await import('@/auth/sign-in/sign-in');
  const { encode } = await import('next-auth/jwt');
  const sid = await startBrowserSession(user.id, null);
  const session = await encode({ token: { sub: user.id, sid }, secret: server.sessionCookieSecret() });
  const caller = { userId: user.id, sessionId: sid };
  const { secret } = await server.beginSecondFactor(caller, PASSWORD);
  await server.confirmSecondFactor(caller, codeOf(secret, -1));
  const signInId = await withProvider(server);
  return { user, tokens, cookie: `next-auth.session-token=${session}`, secret, signInId };
}

/** Adds a provider to the organization as its administrator; returns the ID that sign-in uses for it. */
async function withProvider(server: Server): Promise<string> {
  const { systemPrincipal } = await import('@/auth/principal');
  const { createProvider } = await import('@/usecases/members/provider-verbs');
  const { runForOutput } = await import('@/usecases/kit/run');
  const { systemClock } = await import('@/lib/clock');
  const { newId } = await import('@/lib/ids');
  const { signInIdOf } = await import('@/core/identity/own-providers');
  const { membershipsOf } = await import('@/db/identity/memberships');
  const ada = await server.findUserByEmail(EMAIL);
  const [home] = await membershipsOf(ada?.id ?? '');
  const organizationId = home?.organizationId ?? '';
  const { id } = await runForOutput(
    createProvider,
    {
      principal: systemPrincipal(organizationId as never),
      surface: 'job',
      requestId: newId(),
      clock: systemClock('2026-11-21'),
    },
    {
      name: 'House',
      issuer: 'https://id.example.com',
      clientId: 'daybook',
      clientSecret: 'entrusted',
    },
  );
  return signInIdOf(organizationId as never, id);
}

describe('exchanging the secrets of the server', () => {
  it('ends nothing while the former one is named, and loses nothing encrypted when it is removed after "reseal"', async () => {
    const first = await started(FIRST);
    const held = await equipped(first);

    const both = await started(SECOND, FIRST);
    expect(await counts(both.verifyAccessToken(held.tokens.accessToken))).toBe(true);
    expect(await counts(both.claimsFromCookie(held.cookie))).toBe(true);
    expect((await both.organizationProviderAt(held.signInId))?.clientSecret).toBe('entrusted');
    expect(await both.proveSecondFactor(held.user, codeOf(held.secret, 0), NOWHERE)).toBe(true);
    const renewed = await both.tokensForRefresh(held.tokens.refreshToken ?? '', NOWHERE);

    expect(await people(both, 'reseal')).toBe('2 secrets were encrypted with the current key.');
    // Run again: nothing is left to do.
    expect(await people(both, 'reseal')).toBe('0 secrets were encrypted with the current key.');

    const second = await started(SECOND);
    // Signed with the former secret alone: refused. Signed with the current one since: still accepted.
    expect(await counts(second.verifyAccessToken(held.tokens.accessToken))).toBe(false);
    expect(await counts(second.claimsFromCookie(held.cookie))).toBe(false);
    expect(await counts(second.verifyAccessToken(renewed.accessToken))).toBe(true);
    expect(await counts(second.tokensForRefresh(renewed.refreshToken ?? '', NOWHERE))).toBe(true);
    expect((await second.organizationProviderAt(held.signInId))?.clientSecret).toBe('entrusted');
    expect(await second.proveSecondFactor(held.user, codeOf(held.secret, 1), NOWHERE)).toBe(true);
  });

  it('reports what neither secret can decrypt, and does not change it', async () => {
    const kept = () =>
      database.asOwner(async (client) => (await client.query('select * from second_factors')).rows);
    const rows = await kept();
    const neither = await started('a third secret of these tests, as long', FIRST);
    await expect(people(neither, 'reseal')).rejects.toThrow(/^2 cannot be read/);
    expect(await kept()).toEqual(rows);
  });
});
