import type { SecurityEvent } from '@/core/identity/security-events';
import { refuse } from '@/core/refusals';
import {
  findSession,
  type OwnSession,
  revokeOtherSessions,
  revokeSession,
  standingSessions,
} from '@/db/identity/sessions';
import { findUser, type SignInUser, storePasswordHash } from '@/db/identity/users';
import { verifyPassword } from '@/lib/password';
import type { Caller } from './caller';
import { refuseCredential } from './credentials/refuse-credential';
import { demandInUse } from './idle';
import { ownMemberships } from './memberships';
import { attemptKeys, noteSuccess, takeAttempt } from './sign-in/attempts';
import { hashChosenPassword } from './sign-in/chosen-password';
import { NO_ORIGIN, notePerson, type Origin } from './sign-in/door-events';
import { forgetSession } from './standing';

/**
 * The person of an active session, who may act on their own account. Refuses an ended session or a disabled account with
 * UNAUTHENTICATED, and with FORBIDDEN a session that one organization's provider began: what that provider says of a person
 * counts in that organization, while the account belongs to the person.
 */
export async function standingUser(caller: Caller): Promise<SignInUser> {
  const { user, confinedTo } = await standingSession(caller);
  if (confinedTo !== null) {
    refuse(
      'FORBIDDEN',
      'You are signed in by the provider of one organization. Sign in with your password to change your account.',
      { permission: 'org.organization.read', reason: 'PROVIDER_SESSION' },
    );
  }
  return user;
}

/**
 * The person of an active session, and the only organization it opens, if that organization's provider began it. Refuses an
 * ended session or a disabled account with UNAUTHENTICATED.
 */
export async function standingSession(
  caller: Caller,
): Promise<{ readonly user: SignInUser; readonly confinedTo: string | null }> {
  const [session, user] = await Promise.all([findSession(caller.sessionId), findUser(caller.userId)]);
  if (session === null || session.userId !== caller.userId || session.revokedAt !== null) {
    refuseCredential('ended session');
  }
  if (session.expiresAt.getTime() <= Date.now()) refuseCredential('expired session');
  if (user === null || user.isDisabled) refuseCredential('disabled account');
  await demandInUse(caller.sessionId, session.usedAt);
  return { user, confinedTo: session.confinedTo };
}

/**
 * Changes a person's password and ends their other sessions. Refuses with INVALID_INPUT when the current password is wrong
 * or the new one is not good enough, and with RATE_LIMITED after repeated wrong ones (`demandPresentPassword`).
 */
export async function changePassword(caller: Caller, present: string, next: string): Promise<void> {
  const user = await standingUser(caller);
  await demandPresentPassword(caller, user, present, 'presentPassword');
  const companies = (await ownMemberships(user.id)).map(({ organizationName }) => organizationName);
  await storePasswordHash(user.id, await hashChosenPassword(next, { ...user, companies }, 'newPassword'));
  await revokeOtherSessions(user.id, caller.sessionId);
  await notePerson('password changed', user, NO_ORIGIN, { sessionId: caller.sessionId });
}

/**
 * A person proves again who they are before they change how they sign in. Guesses are counted by session: a stolen session
 * cannot be used to guess the password, and whoever guesses in it does not keep the owner from changing the password in
 * another. Refuses with INVALID_INPUT naming `field` when the password is wrong, and with RATE_LIMITED after five.
 */
export async function demandPresentPassword(
  caller: Caller,
  user: SignInUser,
  present: string,
  field: string,
): Promise<void> {
  const keys = attemptKeys(`present password of ${user.id} in ${caller.sessionId}`, '');
  await takeAttempt(keys);
  if (!(await verifyPassword(user.passwordHash, present))) {
    await notePerson('password refused', user, NO_ORIGIN, { sessionId: caller.sessionId });
    const message = 'This is not your current password.';
    refuse('INVALID_INPUT', message, { issues: [{ path: [field], message }] });
  }
  await noteSuccess(keys);
}

/** For someone without a password, a session younger than this is proof enough, in milliseconds. */
const FRESH_MS = 600_000;

/**
 * The same of people with a password; of someone without one, that this session has just begun. Refuses INVALID_INPUT naming `password`,
 * RATE_LIMITED and FORBIDDEN.
 */
export async function demandFreshProof(caller: Caller, user: SignInUser, password: string): Promise<void> {
  if (user.passwordHash !== null) return demandPresentPassword(caller, user, password, 'password');
  const session = await findSession(caller.sessionId);
  if (session !== null && Date.now() - session.createdAt.getTime() <= FRESH_MS) return;
  refuse('FORBIDDEN', 'Sign out and back in first, to confirm that it is you.', {
    permission: 'org.organization.read',
  });
}

/** Ends a session and every token that names it, and records the reason in the security log. */
export async function endSession(
  sessionId: string,
  event: SecurityEvent = 'sign-out',
  origin: Origin = NO_ORIGIN,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const ended = await revokeSession(sessionId);
  forgetSession(sessionId);
  if (ended === null) return;
  const { userId, userName, organizationId } = ended;
  const details = { sessionId, organizationId, detail };
  if (userId !== null) await notePerson(event, { id: userId, name: userName ?? '' }, origin, details);
}

/** The sessions in which a person is signed in. */
export async function ownSessions(caller: Caller): Promise<OwnSession[]> {
  await standingUser(caller);
  return standingSessions(caller.userId);
}

/**
 * Ends one of a person's own sessions, e.g. on a lost laptop. They prove again who they are, so that whoever finds a session open cannot sign
 * its owner out everywhere else. Refuses as `demandFreshProof` does, and with NOT_FOUND for someone else's.
 */
export async function endOwnSession(caller: Caller, sessionId: string, password: string): Promise<void> {
  const user = await standingUser(caller);
  await demandFreshProof(caller, user, password);
  const session = await findSession(sessionId);
  if (session?.userId !== caller.userId) {
    refuse('NOT_FOUND', 'You have no session with this ID.', { noun: 'session', id: sessionId });
  }
  await endSession(sessionId, 'session ended', NO_ORIGIN, { from: caller.sessionId });
}

/** Ends all of a person's sessions but this one, and returns how many there were. Refuses as `demandFreshProof` does. */
export async function endOtherSessions(caller: Caller, password: string): Promise<number> {
  const user = await standingUser(caller);
  await demandFreshProof(caller, user, password);
  const ended = await revokeOtherSessions(user.id, caller.sessionId);
  if (ended > 0) {
    const detail = { from: caller.sessionId, sessions: ended };
    await notePerson('session ended', user, NO_ORIGIN, { sessionId: caller.sessionId, detail });
  }
  return ended;
}
