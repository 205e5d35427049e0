import NextAuth, { type AuthOptions } from 'next-auth';
import { RefusalError } from '@/core/refusals';
import { logUnavailable } from '@/lib/telemetry/log';
import { unavailableCause } from '@/lib/unavailable';
import { endSession } from './account';
import { ADDRESS_HEADER } from './address-header';
import { AuthAnswer, readAuthRequest } from './next-auth-request';
import { ownAddress } from './own-address';
import { askedLately } from './providers/asked-lately';
import { credentialsProvider, oidcProvider, passkeyProvider } from './providers/next-auth-providers';
import { organizationOidc } from './providers/organization-oidc';
import { type EnterByProvider, personOfOrganization } from './providers/organization-person';
import { type OrganizationProvider, organizationProviderAt } from './providers/organization-provider';
import { personOfProvider } from './providers/provider-identity';
import {
  claimsFromCookie,
  cookieName,
  isBehindHttps,
  openedCookie,
  sessionCookieSecret,
} from './session-cookie';
import { NO_ORIGIN, notePerson, type Origin } from './sign-in/door-events';
import { BROWSER_SESSION_SECONDS, startBrowserSession } from './sign-in/sign-in';

/**
 * next-auth for the console: its encrypted cookie contains only the ids of the person and of our own session row,
 * so that a session can be ended from outside the browser. `path`: what follows
 * /api/auth/; it may name the OpenID provider of one organization. `enter` lets its people in for the first time. The session that this
 * browser had, `formerSessionId`, ends when another one begins.
 */
export async function nextAuthOptions(
  path: readonly string[],
  enter: EnterByProvider,
  origin: Origin = NO_ORIGIN,
  formerSessionId: string | null = null,
): Promise<AuthOptions> {
  const oidc = oidcProvider();
  const own = await organizationProviderAt(path[1] ?? '');
  return {
    secret: sessionCookieSecret(),
    session: { strategy: 'jwt', maxAge: BROWSER_SESSION_SECONDS, updateAge: 3_600 },
    jwt: { decode: async ({ token }) => (token === undefined ? null : openedCookie(token)) },
    pages: { signIn: '/login', error: '/login' },
    useSecureCookies: isBehindHttps(),
    cookies: hostCookies(),
    providers: [
      credentialsProvider,
      passkeyProvider,
      ...(oidc === null ? [] : [oidc]),
      ...(own === null ? [] : [await answering(own)]),
    ],
    callbacks: {
      async signIn({ account, profile }) {
        const isFromProvider =
          account?.provider === 'oidc' || (own !== null && account?.provider === own.signInId);
        if (isFromProvider && !askedLately((profile ?? {}) as { auth_time?: unknown })) return false;
        if (own !== null && account?.provider === own.signInId)
          return (await personOfOrganization(own, profile ?? {}, origin, enter)) !== null;
        if (account?.provider !== 'oidc') return true;
        return (await personOfProvider(profile ?? {}, origin)) !== null;
      },
      async jwt({ token, user, account, profile }) {
        if (user === undefined) return token;
        if (formerSessionId !== null) await endSession(formerSessionId, 'sign-out', origin);
        if (own !== null && account?.provider === own.signInId) {
          const known = await personOfOrganization(own, profile ?? {}, origin, enter);
          if (known === null) throw new Error('the account is gone');
          const { organizationId } = own;
          const sid = await startBrowserSession(known.id, origin.userAgent, true, own);
          const detail = { method: 'provider', provider: own.name };
          await notePerson('sign-in', known, origin, { sessionId: sid, organizationId, detail });
          return { sub: known.id, sid };
        }
        if (account?.provider === 'oidc') {
          const known = await personOfProvider(profile ?? {}, origin);
          if (known === null) throw new Error('the account is gone');
          // The provider decides how certain it must be of the person.
          const sid = await startBrowserSession(known.id, origin.userAgent, true);
          await notePerson('sign-in', known, origin, { sessionId: sid, detail: { method: 'provider' } });
          return { sub: known.id, sid };
        }
        return { sub: user.id, sid: (user as { sid?: string }).sid };
      },
      redirect: ({ url, baseUrl }) => ownAddress(url, baseUrl),
      session: ({ session, token }) => ({ expires: session.expires, user: { id: token.sub } }) as never,
    },
    events: {
      async signOut({ token }) {
        const { sid } = token as { sid?: unknown };
        if (typeof sid === 'string') await endSession(sid, 'sign-out', origin);
      },
    },
    logger: {
      // A refused sign-in is not an error on our side, and next-auth would print it with a stack trace.
      error: (code, details) => {
        if (details instanceof Error && details.cause instanceof RefusalError) return;
        console.error(`next-auth: ${code}`);
      },
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** The cookies of a sign-in, all of them for this very host (`cookieName`); the last two live while someone is at a provider. */
function hostCookies(): NonNullable<AuthOptions['cookies']> {
  const cookie = (name: string, maxAge?: number) => ({
    name: cookieName(name),
    options: {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: isBehindHttps(),
      ...(maxAge && { maxAge }),
    },
  });
  return {
    sessionToken: cookie('session-token'),
    callbackUrl: cookie('callback-url'),
    csrfToken: cookie('csrf-token'),
    nonce: cookie('nonce'),
    pkceCodeVerifier: cookie('pkce.code_verifier', PROVIDER_SECONDS),
    state: cookie('state', PROVIDER_SECONDS),
  };
}

/** How long someone may take at a provider. */
const PROVIDER_SECONDS = 900;

/** An organization's provider does not answer, or its answer is not that of a provider. */
class ProviderAway extends Error {}

const answering = (own: OrganizationProvider) =>
  organizationOidc(own).catch((error: unknown) => {
    throw new ProviderAway(error instanceof Error ? error.message : '');
  });

export interface RouteContext {
  readonly params: Promise<{ readonly nextauth: string[] }>;
}

const originOf = ({ headers }: Request): Origin => ({
  address: headers.get(ADDRESS_HEADER) ?? '',
  userAgent: headers.get('user-agent'),
});

const refused = (status: number, message: string, headers: Readonly<Record<string, string>> = {}) =>
  Response.json({ message }, { status, headers });

/** What next-auth answers. */
const ACTIONS: readonly string[] = [
  ...['signin', 'signout', 'session', 'csrf', 'providers', 'callback', 'error', 'verify-request'],
];

/** Providers that are answered only by a form; next-auth has no answer for a link to them. */
const BY_FORM: readonly string[] = ['credentials', 'passkey'];

/**
 * The handler of /api/auth/*; `enter` lets people of an organization's own provider in for the first time. Refuses with 400 a body that is not a
 * form, with 404 an unknown path, with 405 what only a form may request, with 503 while the database is unavailable. What browsers would
 * report about themselves is not taken: anyone could write into the process log with it.
 */
export async function answerNextAuth(
  request: Request,
  context: RouteContext,
  enter: EnterByProvider,
): Promise<Response> {
  const { nextauth = [] } = await context.params;
  const [action = '', provider = ''] = nextauth;
  if (action === '_log') return new Response(null, { status: 204 });
  if (action === 'callback' && request.method !== 'POST' && BY_FORM.includes(provider))
    return refused(405, 'This is answered by a form alone.', { allow: 'POST' });
  if (!ACTIONS.includes(action)) return refused(404, 'There is nothing at this path.');
  const base = new URL(process.env.NEXTAUTH_URL ?? request.url).origin;
  const asked = await readAuthRequest(request, nextauth, base);
  if (asked === null) return refused(400, 'The body is not a form.');
  let options: AuthOptions;
  try {
    const former = await claimsFromCookie(request.headers.get('cookie'));
    options = await nextAuthOptions(nextauth, enter, originOf(request), former?.sessionId ?? null);
  } catch (error) {
    if (error instanceof ProviderAway) {
      console.error(`next-auth: the provider does not answer: ${error.message}`);
      return Response.redirect(new URL('/login?error=ProviderAway', base), 302);
    }
    const cause = unavailableCause(error);
    if (cause === null) throw error;
    logUnavailable(cause, error, { path: '/api/auth' });
    return refused(503, 'The database cannot be reached. Try again in a few seconds.', {
      'retry-after': '2',
    });
  }
  const answer = new AuthAnswer(base);
  await (NextAuth as unknown as (...all: unknown[]) => Promise<unknown>)(asked, answer, options);
  return answer.response();
}
