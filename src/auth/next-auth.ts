import NextAuth, { type AuthOptions } from 'next-auth';
import { RefusalError } from '@/core/refusals';
import { endSession } from './account';
import { ADDRESS_HEADER } from './address-header';
import { NO_ORIGIN, notePerson, type Origin } from './door-events';
import { credentialsProvider, oidcProvider, passkeyProvider } from './next-auth-providers';
import { organizationOidc } from './organization-oidc';
import { type EnterByProvider, personOfOrganization } from './organization-person';
import { organizationProviderAt } from './organization-provider';
import { ownAddress } from './own-address';
import { personOfProvider } from './provider-identity';
import { sessionCookieSecret } from './session-cookie';
import { BROWSER_SESSION_SECONDS, startBrowserSession } from './sign-in';

/**
 * next-auth for the console: its encrypted cookie contains only the ids of the person and of our own session row,
 * so that a session can be ended from outside the browser. `secure` follows NEXTAUTH_URL's scheme. `path`: what follows
 * /api/auth/; it may name the OpenID provider of one organization. `enter` lets its people in for the first time.
 */
export async function nextAuthOptions(
  path: readonly string[],
  enter: EnterByProvider,
  origin: Origin = NO_ORIGIN,
): Promise<AuthOptions> {
  const oidc = oidcProvider();
  const own = await organizationProviderAt(path[1] ?? '');
  return {
    secret: sessionCookieSecret(),
    session: { strategy: 'jwt', maxAge: BROWSER_SESSION_SECONDS, updateAge: 3_600 },
    pages: { signIn: '/login', error: '/login' },
    providers: [
      credentialsProvider,
      passkeyProvider,
      ...(oidc === null ? [] : [oidc]),
      ...(own === null ? [] : [await organizationOidc(own)]),
    ],
    callbacks: {
      async signIn({ account, profile }) {
        if (own !== null && account?.provider === own.signInId)
          return (await personOfOrganization(own, profile ?? {}, origin, enter)) !== null;
        if (account?.provider !== 'oidc') return true;
        return (await personOfProvider(profile ?? {}, origin)) !== null;
      },
      async jwt({ token, user, account, profile }) {
        if (user === undefined) return token;
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
          // How surely the provider knows the person is the provider's to decide.
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

export interface RouteContext {
  readonly params: Promise<{ readonly nextauth: string[] }>;
}

const originOf = ({ headers }: Request): Origin => ({
  address: headers.get(ADDRESS_HEADER) ?? '',
  userAgent: headers.get('user-agent'),
});

/** The handler of /api/auth/*; `enter` lets people of an organization's own provider in for the first time. */
export async function answerNextAuth(
  request: Request,
  context: RouteContext,
  enter: EnterByProvider,
): Promise<Response> {
  const { nextauth = [] } = await context.params;
  const options = await nextAuthOptions(nextauth, enter, originOf(request)).catch((error: unknown) => {
    console.error(`next-auth: the provider does not answer: ${error instanceof Error ? error.message : ''}`);
    return null;
  });
  if (options === null) {
    return Response.redirect(
      new URL('/login?error=ProviderAway', process.env.NEXTAUTH_URL ?? request.url),
      302,
    );
  }
  return (
    NextAuth as unknown as (
      request: Request,
      context: RouteContext,
      options: AuthOptions,
    ) => Promise<Response>
  )(request, context, options);
}
