import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { findUser, type SignInUser } from '@/db/identity/users';
import { refuseCredential } from '../credentials/refuse-credential';
import { ownMemberships } from '../memberships';
import { attemptKeys, takeChallengeAttempt } from './attempts';
import { notePerson, type Origin } from './door-events';
import {
  assertionInput,
  CHALLENGE_SECONDS,
  newChallenge,
  provenPasskey,
  relyingParty,
  webAuthn,
} from './passkey-ceremony';
import { startBrowserSession } from './sign-in';

/** What the browser requests from any authenticator of this site; the person does not identify themselves first. Refuses RATE_LIMITED. */
export async function beginPasskeySignIn(address: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await takeChallengeAttempt(attemptKeys('passkey challenges', address));
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: Uint8Array.from(Buffer.from(await newChallenge('sign-in', null), 'base64url')),
    timeout: CHALLENGE_SECONDS * 1_000,
    userVerification: 'required',
  });
}

/**
 * Signs in the owner of the passkey that signed an open challenge; the session has two factors, since the authenticator verified its
 * owner. Refuses with UNAUTHENTICATED, with the same sentence whatever was wrong. There is nothing to guess, and each try costs a
 * challenge, of which a network gets only so many.
 */
export async function signInWithPasskey(
  sent: string,
  origin: Origin,
): Promise<{ readonly user: SignInUser; readonly sessionId: string }> {
  const answer = assertionInput.safeParse(parsed(sent));
  if (!answer.success) return refuseCredential('not a passkey’s answer');
  const { passkey, problem } = await provenPasskey(answer.data, 'sign-in', null);
  const user = passkey === null ? null : await findUser(passkey.userId);
  if (problem !== null || user === null || user.isDisabled) {
    if (user !== null)
      void notePerson('passkey refused', user, origin, { detail: { reason: problem ?? 'closed' } });
    return refuseCredential('passkey not accepted');
  }
  if ((await ownMemberships(user.id)).length === 0) return refuseCredential('no membership');
  const sessionId = await startBrowserSession(user.id, origin.userAgent, true);
  await notePerson('sign-in', user, origin, { sessionId, detail: { method: 'passkey' } });
  return { user, sessionId };
}

function parsed(sent: string): unknown {
  try {
    return sent.length > 50_000 ? null : JSON.parse(sent);
  } catch {
    return null;
  }
}
