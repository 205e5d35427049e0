import { insertSession, type NewSession } from '@/db/identity/sessions';
import { findUserByEmail, type SignInUser } from '@/db/identity/users';
import { newId } from '@/lib/ids';
import { verifyPassword } from '@/lib/password';
import { refuseCredential } from '../credentials/refuse-credential';
import { attemptKeys, noteSuccess, takeAttempt } from './attempts';
import { DEMO_PASSWORD, isDemoOpen } from './demo-door';
import { notePerson } from './door-events';

/** Lifetime of a browser session in seconds. */
export const BROWSER_SESSION_SECONDS = 7 * 86_400;

/**
 * The person with this email address and password. The answer, its delay and the lockout are the same for an unknown
 * address. Refuses with UNAUTHENTICATED, or RATE_LIMITED after repeated failures (OWASP authentication cheat sheet).
 */
export async function provePassword(
  email: string,
  password: string,
  address: string,
  userAgent: string | null = null,
): Promise<SignInUser> {
  const keys = attemptKeys(email, address);
  const attempt = await takeAttempt(keys);
  const user = await findUserByEmail(email);
  const proved = await verifyPassword(user?.passwordHash ?? null, password);
  // A demo's person may also belong to an organization that is none, e.g. one they founded while trying it out.
  const isPublished = password === DEMO_PASSWORD && !isDemoOpen();
  if (!proved || isPublished || user === null || user.isDisabled) {
    if (user !== null)
      void notePerson(attempt.isLast ? 'sign-in blocked' : 'sign-in refused', user, { address, userAgent });
    refuseCredential('wrong email address or password');
  }
  await noteSuccess(keys);
  return user;
}

/**
 * Starts a signed-in browser's session; its id is in next-auth's cookie and can be revoked. `hasSecondFactor`: the person
 * proved one, here or at their provider. `provider`: an organization's own provider began it, so it opens that one only.
 */
export async function startBrowserSession(
  userId: string,
  userAgent: string | null,
  hasSecondFactor = false,
  provider?: NewSession['provider'],
): Promise<string> {
  const id = newId();
  await insertSession({
    id,
    userId,
    apiClientId: null,
    organizationId: null,
    refreshTokenHash: null,
    expiresAt: new Date(Date.now() + BROWSER_SESSION_SECONDS * 1_000),
    userAgent: userAgent?.slice(0, 300) ?? null,
    hasSecondFactor,
    provider,
  });
  return id;
}
