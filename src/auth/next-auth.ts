import NextAuth, { type AuthOptions } from 'next-auth';
import { RefusalError } from '@/core/refusals';
import { findUserByEmail } from '@/db/identity/users';
import { endSession } from './account';
import { ownMemberships } from './memberships';
import { credentialsProvider, oidcProvider } from './next-auth-providers';
import { sessionCookieSecret } from './session-cookie';
import { BROWSER_SESSION_SECONDS, startBrowserSession } from './sign-in';

/**
 * next-auth for the console: its encrypted cookie contains only the ids of the person and of our own session row,
 * so that a session can be ended from outside the browser. `secure` follows NEXTAUTH_URL's scheme.
 */
export function nextAuthOptions(): AuthOptions {
  const oidc = oidcProvider();
  return {
    secret: sessionCookieSecret(),
    session: { strategy: 'jwt', maxAge: BROWSER_SESSION_SECONDS, updateAge: 3_600 },
    pages: { signIn: '/login', error: '/login' },
    providers: oidc === null ? [credentialsProvider] : [credentialsProvider, oidc],
    callbacks: {
      async signIn({ user, account, profile }) {
        if (account?.provider !== 'oidc') return true;
        // An identity provider verifies the address; an organization's admins decide who has an account.
        const verified = (profile as { email_verified?: unknown } | undefined)?.email_verified === true;
        const known = verified && user.email ? await findUserByEmail(user.email) : null;
        return known !== null && !known.isDisabled && (await ownMemberships(known.id)).length > 0;
      },
      async jwt({ token, user, account }) {
        if (user === undefined) return token;
        if (account?.provider === 'oidc') {
          const known = await findUserByEmail(user.email ?? '');
          if (known === null) throw new Error('the account is gone');
          return { sub: known.id, sid: await startBrowserSession(known.id, null) };
        }
        return { sub: user.id, sid: (user as { sid?: string }).sid };
      },
      session: ({ session, token }) => ({ expires: session.expires, user: { id: token.sub } }) as never,
    },
    events: {
      async signOut({ token }) {
        const { sid } = token as { sid?: unknown };
        if (typeof sid === 'string') await endSession(sid);
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

/** The handler of /api/auth/*. */
export function answerNextAuth(request: Request, context: RouteContext): Promise<Response> {
  return (
    NextAuth as unknown as (
      request: Request,
      context: RouteContext,
      options: AuthOptions,
    ) => Promise<Response>
  )(request, context, nextAuthOptions());
}
