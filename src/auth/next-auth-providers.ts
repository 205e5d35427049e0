import CredentialsProvider from 'next-auth/providers/credentials';
import type { Provider } from 'next-auth/providers/index';
import { RefusalError } from '@/core/refusals';
import { ADDRESS_HEADER } from './address-header';
import { enterableOrganizations, provePassword, startBrowserSession } from './sign-in';

interface CredentialsRequest {
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** E-mail address and password. */
export const credentialsProvider = CredentialsProvider({
  name: 'E-mail and password',
  credentials: {
    email: { label: 'E-mail', type: 'email' },
    password: { label: 'Password', type: 'password' },
  },
  async authorize(credentials, request) {
    const { email, password } = credentials ?? { email: '', password: '' };
    if (typeof email !== 'string' || typeof password !== 'string' || password.length > 256) return null;
    const headers = (request as CredentialsRequest).headers ?? {};
    try {
      const user = await provePassword(email, password, addressIn(headers));
      if ((await enterableOrganizations(user.id)).length === 0) return null;
      const agent = headers['user-agent'];
      const sid = await startBrowserSession(user.id, typeof agent === 'string' ? agent : null);
      return { id: user.id, email: user.email, name: user.name, sid };
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      // The message travels to the sign-in page; a wrong password is next-auth's own CredentialsSignin.
      if (error.refusal.code === 'RATE_LIMITED') throw new Error(error.refusal.message, { cause: error });
      return null;
    }
  },
});

function addressIn(headers: Readonly<Record<string, unknown>>): string {
  const address = headers[ADDRESS_HEADER];
  return typeof address === 'string' ? address : '';
}

/** An OpenID Connect provider, when DAYBOOK_OIDC_ISSUER, _CLIENT_ID and _CLIENT_SECRET are set. */
export function oidcProvider(): Provider | null {
  const issuer = process.env.DAYBOOK_OIDC_ISSUER;
  const clientId = process.env.DAYBOOK_OIDC_CLIENT_ID;
  const clientSecret = process.env.DAYBOOK_OIDC_CLIENT_SECRET;
  if (!issuer || !clientId || !clientSecret) return null;
  return {
    id: 'oidc',
    name: process.env.DAYBOOK_OIDC_NAME ?? 'Single sign-on',
    type: 'oauth',
    wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    issuer,
    clientId,
    clientSecret,
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    profile: (profile: { sub: string; name?: string; email?: string }) => ({
      id: profile.sub,
      name: profile.name ?? null,
      email: profile.email ?? null,
    }),
  };
}
