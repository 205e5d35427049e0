import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { refuse } from '@/core/refusals';
import {
  countRecoveryCodes,
  findFactor,
  offerFactor,
  removeFactor,
  takeStep,
} from '@/db/identity/second-factors';
import { noteSecondFactor, revokeOtherSessions } from '@/db/identity/sessions';
import type { SignInUser } from '@/db/identity/users';
import { sealText, unsealText } from '@/lib/secrets';
import { demandPresentPassword, standingUser } from '../account';
import type { Caller } from '../caller';
import { forgetSession } from '../standing';
import { type AttemptKeys, attemptKeys, takeShortAttempt } from './attempts';
import { NO_ORIGIN, notePerson, type Origin } from './door-events';
import { newRecoveryCodes, spendRecoveryCode } from './recovery-codes';

/** The purpose of the key that secrets of apps are encrypted with. */
export const FACTOR_SEAL = 'second factor v1';
/**
 * How many steps of 30 seconds early or late a code also counts: one, since telephones and servers differ (RFC 6238, section 5.2); none where
 * the operator says so with DAYBOOK_CODE_STEPS=0 (OWASP ASVS 5.0, 6.5.5: "for TOTP a maximum lifetime of 30 seconds").
 */
const stepsBeside = (): number => (process.env.DAYBOOK_CODE_STEPS === '0' ? 0 : 1);

const totpOf = (secret: Secret, label: string) =>
  new TOTP({ issuer: 'Daybook', label, algorithm: 'SHA1', digits: 6, period: 30, secret });

/** Whether signing in as this person needs a code. */
export async function hasSecondFactor(userId: string): Promise<boolean> {
  const factor = await findFactor(userId);
  return factor !== null && factor.confirmedAt !== null;
}

/** The state of the caller's second factor. */
export async function secondFactorOf(
  caller: Caller,
): Promise<{ readonly isOn: boolean; readonly recoveryCodesLeft: number }> {
  await standingUser(caller);
  const isOn = await hasSecondFactor(caller.userId);
  return { isOn, recoveryCodesLeft: isOn ? await countRecoveryCodes(caller.userId) : 0 };
}

/**
 * Offers a secret for an authenticator app, as a QR code (SVG) and as text to type. It counts when a code of it was accepted
 * (`confirmSecondFactor`). The present password is asked for, so that an unattended session cannot lock its owner out.
 * Refuses IN_USE when there is an app already.
 */
export async function beginSecondFactor(
  caller: Caller,
  password: string,
): Promise<{ readonly secret: string; readonly qr: string }> {
  const user = await standingUser(caller);
  await demandPresentPassword(caller, user, password, 'password');
  const secret = new Secret({ size: 20 });
  if (!(await offerFactor(user.id, sealText(FACTOR_SEAL, secret.base32)))) {
    refuse('IN_USE', 'Two-factor sign-in is already set up. Remove it first.', {
      noun: 'second factor',
      id: user.id,
      by: 'person',
    });
  }
  return { secret: secret.base32, qr: renderSVG(totpOf(secret, user.email).toString(), { border: 2 }) };
}

/**
 * Sets two-factor sign-in up with the first code of the app, ends the person's other sessions and returns recovery codes,
 * which are shown once. Refuses INVALID_INPUT for a wrong code.
 */
export async function confirmSecondFactor(caller: Caller, code: string): Promise<readonly string[]> {
  const user = await standingUser(caller);
  const factor = await findFactor(user.id);
  if (factor === null || factor.confirmedAt !== null) refuseCode();
  if (!(await provedInSession(caller, user, code))) refuseCode();
  const codes = await newRecoveryCodes(user.id);
  await noteSecondFactor(caller.sessionId);
  forgetSession(caller.sessionId);
  await revokeOtherSessions(user.id, caller.sessionId);
  await notePerson('second factor set up', user, NO_ORIGIN, { sessionId: caller.sessionId });
  return codes;
}

/** Makes new recovery codes; the former ones stop working. Refuses INVALID_INPUT for a wrong code of the app. */
export async function renewRecoveryCodes(caller: Caller, code: string): Promise<readonly string[]> {
  const user = await standingUser(caller);
  if (!(await hasSecondFactor(user.id)) || !(await provedInSession(caller, user, code))) refuseCode();
  return newRecoveryCodes(user.id);
}

/** Removes two-factor sign-in. Asks for the password and a code, so that neither alone is enough. Refuses INVALID_INPUT. */
export async function endSecondFactor(caller: Caller, password: string, code: string): Promise<void> {
  const user = await standingUser(caller);
  await demandPresentPassword(caller, user, password, 'password');
  if (!(await hasSecondFactor(user.id)) || !(await provedInSession(caller, user, code))) refuseCode();
  await removeFactor(user.id);
  await notePerson('second factor removed', user, NO_ORIGIN, { sessionId: caller.sessionId });
}

/**
 * True for a code of the person's app that was not used before, or for an unused recovery code. Guesses are counted by account and
 * network together, like those at a password, so that whoever has the password does not lock the owner out elsewhere; from
 * networks where this person never proved a code, all of them together are counted too. Then refuses with RATE_LIMITED.
 */
export async function proveSecondFactor(
  user: Pick<SignInUser, 'id' | 'name'>,
  typed: string,
  origin: Origin,
): Promise<boolean> {
  return judged(user, typed, attemptKeys(`second factor of ${user.id}`, origin.address), origin, null);
}

/** The same of whoever sits in a session, whose guesses are counted by that session. */
const provedInSession = (caller: Caller, user: SignInUser, typed: string) =>
  judged(
    user,
    typed,
    attemptKeys(`second factor of ${user.id} in ${caller.sessionId}`, ''),
    NO_ORIGIN,
    caller.sessionId,
  );

async function judged(
  user: Pick<SignInUser, 'id' | 'name'>,
  typed: string,
  keys: AttemptKeys,
  origin: Origin,
  sessionId: string | null,
): Promise<boolean> {
  const attempt = await takeShortAttempt(keys);
  if ((await isAppCode(user.id, typed)) || (await spendRecoveryCode(user.id, typed))) {
    await attempt.succeeded();
    return true;
  }
  await notePerson('second factor refused', user, origin, { sessionId });
  return false;
}

async function isAppCode(userId: string, typed: string): Promise<boolean> {
  const token = typed.replaceAll(/\s/g, '');
  const factor = /^\d{6}$/.test(token) ? await findFactor(userId) : null;
  if (factor === null) return false;
  const totp = totpOf(Secret.fromBase32(unsealText(FACTOR_SEAL, factor.sealedSecret)), '');
  const delta = totp.validate({ token, window: stepsBeside() });
  return delta !== null && takeStep(userId, factor.sealedSecret, totp.counter() + delta);
}

function refuseCode(): never {
  const message = 'This code is wrong or was already used. Type the one the app shows now.';
  refuse('INVALID_INPUT', message, { issues: [{ path: ['code'], message }] });
}
