import NextAuth, { type AuthOptions } from 'next-auth';
import { RefusalError } from '@/core/refusals';
import { endSession } from './account';
import { ADDRESS_HEADER } from './address-header';
import { NO_ORIGIN, notePerson, type Origin } from './door-events';
import { credentialsProvider, oidcProvider } from './next-auth-providers';
import { ownAddress } from './own-address';
import { personOfProvider } from './provider-identity';
import { sessionCookieSecret } from './session-cookie';
import { BROWSER_SESSION_SECONDS, startBrowserSession } from './sign-in';

/**
 * next-auth for the console: its encrypted cookie contains only the ids of the person and of our own session row,
 * so that a session can be ended from outside the browser. `secure` follows NEXTAUTH_URL's scheme.
 */
export function nextAuthOptions(origin: Origin = NO_ORIGIN): AuthOptions {
  const oidc = oidcProvider();
  return {
    secret: sessionCookieSecret(),
    session: { strategy: 'jwt', maxAge: BROWSER_SESSION_SECONDS, updateAge: 3_600 },
    pages: { signIn: '/login', error: '/login' },
    providers: oidc === null ? [credentialsProvider] : [credentialsProvider, oidc],
    callbacks: {
      async signIn({ account, profile }) {
        if (account?.provider !== 'oidc') return true;
        return (await personOfProvider(profile ?? {}, origin)) !== null;
      },
      async jwt({ token, user, account, profile }) {
        if (user === undefined) return token;
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

interface RouteContext {
  readonly params: Promise<{ readonly nextauth: string[] }>;
}

const originOf = ({ headers }: Request): Origin => ({
  address: headers.get(ADDRESS_HEADER) ?? '',
  userAgent: headers.get('user-agent'),
});

/** The handler of /api/auth/*. */
export function answerNextAuth(request: Request, context: RouteContext): Promise<Response> {
  return (
    NextAuth as unknown as (
      request: Request,
      context: RouteContext,
      options: AuthOptions,
    ) => Promise<Response>
  )(request, context, nextAuthOptions(originOf(request)));
}
