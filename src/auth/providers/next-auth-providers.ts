import CredentialsProvider from 'next-auth/providers/credentials';
import type { Provider } from 'next-auth/providers/index';
import { RefusalError, refusal } from '@/core/refusals';
import type { SignInUser } from '@/db/identity/users';
import { log, logUnavailable } from '@/lib/telemetry/log';
import { unavailableCause } from '@/lib/unavailable';
import { ADDRESS_HEADER } from '../address-header';
import { ownMemberships } from '../memberships';
import { AWAY, FAULT } from '../next-auth-request';
import { notePerson, type Origin } from '../sign-in/door-events';
import { signInWithPasskey } from '../sign-in/passkey-sign-in';
import { hasSecondFactor, proveSecondFactor } from '../sign-in/second-factor';
import { provePassword, startBrowserSession } from '../sign-in/sign-in';
import { authorizationParams } from './asked-lately';
import { singleSignOn } from './single-sign-on';

interface CredentialsRequest {
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** Email address and password. */
export const credentialsProvider = CredentialsProvider({
  name: 'Email and password',
  credentials: {
    email: { label: 'Email', type: 'email' },
    password: { label: 'Password', type: 'password' },
    code: { label: 'Code', type: 'text' },
  },
  async authorize(credentials, request) {
    const { email, password } = credentials ?? { email: '', password: '' };
    if (typeof email !== 'string' || typeof password !== 'string' || password.length > 256) return null;
    const headers = (request as CredentialsRequest).headers ?? {};
    try {
      const origin = originIn(headers);
      const user = await provePassword(email, password, origin.address, origin.userAgent);
      if ((await ownMemberships(user.id)).length === 0) return null;
      const hasFactor = await hasSecondFactor(user.id);
      if (hasFactor) await demandCode(user, credentials?.code ?? '', origin);
      const sid = await startBrowserSession(user.id, origin.userAgent, hasFactor);
      const method = hasFactor ? 'password and code' : 'password';
      await notePerson('sign-in', user, origin, { sessionId: sid, detail: { method } });
      return { id: user.id, email: user.email, name: user.name, sid };
    } catch (error) {
      if (!(error instanceof RefusalError)) throw notTheirs(error);
      // The message is shown on the sign-in page; for a wrong password next-auth uses its own CredentialsSignin.
      if (error.refusal.code === 'RATE_LIMITED') throw new Error(error.refusal.message, { cause: error });
      return null;
    }
  },
});

/** A passkey: the browser has asked an authenticator for the answer, and sends it as JSON. */
export const passkeyProvider = CredentialsProvider({
  id: 'passkey',
  name: 'Passkey',
  credentials: { response: { label: 'Response', type: 'text' } },
  async authorize(credentials, request) {
    const response: unknown = credentials?.response;
    if (typeof response !== 'string') return null;
    try {
      const origin = originIn((request as CredentialsRequest).headers ?? {});
      const { user, sessionId } = await signInWithPasskey(response, origin);
      return { id: user.id, email: user.email, name: user.name, sid: sessionId };
    } catch (error) {
      if (!(error instanceof RefusalError)) throw notTheirs(error);
      return null;
    }
  },
});

/** What the sign-in page says of an error that the person did not cause: no internal detail. */
function notTheirs(error: unknown): Error {
  // A code is needed, or was wrong: its name is what the page is to know.
  if (error instanceof Error && error.cause instanceof RefusalError) return error;
  const cause = unavailableCause(error);
  if (cause === null) log.error({ err: error }, 'a sign-in could not be answered');
  else logUnavailable(cause, error, { path: '/api/auth' });
  return new Error(cause === null ? FAULT : AWAY, { cause: error });
}

/**
 * The code of the app, after the password was right. The error's name makes the sign-in page ask for one; it reveals no more
 * than the password did.
 */
async function demandCode(user: SignInUser, code: string, origin: Origin): Promise<void> {
  const wanting = code.trim() === '' ? 'SecondFactorNeeded' : 'SecondFactorWrong';
  if (wanting === 'SecondFactorWrong' && (await proveSecondFactor(user, code, origin))) return;
  const cause = new RefusalError(refusal('UNAUTHENTICATED', 'A code is required.', { reason: wanting }));
  throw new Error(wanting, { cause });
}

function originIn(headers: Readonly<Record<string, unknown>>): Origin {
  const [address, agent] = [headers[ADDRESS_HEADER], headers['user-agent']];
  return {
    address: typeof address === 'string' ? address : '',
    userAgent: typeof agent === 'string' ? agent : null,
  };
}

/** The OpenID Connect provider, if one is configured. */
export function oidcProvider(): Provider | null {
  const found = singleSignOn();
  if (found === null) return null;
  const { name, issuer, clientId, clientSecret } = found;
  return {
    id: 'oidc',
    name,
    type: 'oauth',
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    issuer,
    clientId,
    clientSecret,
    authorization: { params: authorizationParams() },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    profile: (profile: { sub: string; name?: string; email?: string }) => ({
      id: profile.sub,
      name: profile.name ?? null,
      email: profile.email ?? null,
    }),
  };
}
