import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { z } from 'zod';
import { refuse } from '@/core/refusals';
import {
  insertPasskey,
  passkeysOf,
  removePasskey,
  renamePasskey,
  type StoredPasskey,
} from '@/db/identity/passkeys';
import { noteSecondFactor } from '@/db/identity/sessions';
import { newId } from '@/lib/ids';
import { demandFreshProof, standingUser } from '../account';
import type { Caller } from '../caller';
import { forgetSession } from '../standing';
import { NO_ORIGIN, notePerson } from './door-events';
import {
  type assertionInput,
  type attestationInput,
  CHALLENGE_SECONDS,
  handleOf,
  isOpenChallenge,
  newChallenge,
  provenPasskey,
  refusePasskey,
  relyingParty,
  webAuthn,
} from './passkey-ceremony';

/** More than anyone has of telephones, computers and keys. */
const MOST_PASSKEYS = 20;

/** A passkey as its owner sees it. */
export type OwnPasskey = Pick<StoredPasskey, 'id' | 'name' | 'isBackedUp' | 'lastUsedAt' | 'createdAt'>;

/** The caller's passkeys, oldest first. */
export async function ownPasskeys(caller: Caller): Promise<OwnPasskey[]> {
  const user = await standingUser(caller);
  return (await passkeysOf(user.id)).map(({ id, name, isBackedUp, lastUsedAt, createdAt }) => ({
    id,
    name,
    isBackedUp,
    lastUsedAt,
    createdAt,
  }));
}

/**
 * Begins to register a passkey: what the browser requests from an authenticator. It must be discoverable, so that no one types an address, and
 * verify its owner by fingerprint, face or PIN, so that it counts as two factors. The present password is asked for, or of someone
 * without one a session that has just begun. Refuses INVALID_INPUT and FORBIDDEN.
 */
export async function beginPasskey(
  caller: Caller,
  password: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const user = await standingUser(caller);
  await demandFreshProof(caller, user, password);
  const { generateRegistrationOptions } = await webAuthn();
  const known = await passkeysOf(user.id);
  return generateRegistrationOptions({
    rpName: 'Daybook',
    rpID: relyingParty().id,
    userName: user.email,
    userDisplayName: user.name,
    userID: Uint8Array.from(Buffer.from(handleOf(user.id), 'base64url')),
    challenge: Uint8Array.from(Buffer.from(await newChallenge('register', caller.sessionId), 'base64url')),
    timeout: CHALLENGE_SECONDS * 1_000,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Registers the passkey that an authenticator has made for an open challenge of this session. Refuses INVALID_INPUT when it proves nothing,
 * IN_USE when the authenticator is registered already or there are twenty.
 */
export async function finishPasskey(
  caller: Caller,
  name: string,
  answer: z.output<typeof attestationInput>,
): Promise<OwnPasskey> {
  const user = await standingUser(caller);
  const site = relyingParty();
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({
    response: answer as unknown as RegistrationResponseJSON,
    expectedChallenge: isOpenChallenge('register', caller.sessionId),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(() => null);
  if (verified === null || !verified.verified) return refusePasskey();
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const id = newId();
  const passkey = {
    id,
    userId: user.id,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    name,
    isBackedUp: credentialBackedUp,
  };
  if (!(await insertPasskey(passkey, MOST_PASSKEYS))) {
    refuse(
      'IN_USE',
      'This passkey is already registered, or you already have 20 passkeys. Remove one first.',
      {
        noun: 'passkey',
        id,
        by: 'person',
      },
    );
  }
  await notePerson('passkey added', user, NO_ORIGIN, {
    sessionId: caller.sessionId,
    detail: { method: name },
  });
  return { id, name, isBackedUp: credentialBackedUp, lastUsedAt: null, createdAt: new Date() };
}

/** Names one of the caller's passkeys. Refuses NOT_FOUND for someone else's. */
export async function namePasskey(caller: Caller, id: string, name: string): Promise<void> {
  const user = await standingUser(caller);
  if (!(await renamePasskey(user.id, id, name))) refuseUnknown(id);
}

/** Removes one of the caller's passkeys, with the proof that registering one asks for. Refuses NOT_FOUND for someone else's. */
export async function endPasskey(caller: Caller, id: string, password: string): Promise<void> {
  const user = await standingUser(caller);
  await demandFreshProof(caller, user, password);
  const name = (await removePasskey(user.id, id)) ?? refuseUnknown(id);
  await notePerson('passkey removed', user, NO_ORIGIN, {
    sessionId: caller.sessionId,
    detail: { method: name },
  });
}

/** Begins to confirm a session that began with a password alone, with one of the caller's passkeys. */
export async function beginConfirmation(caller: Caller): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const user = await standingUser(caller);
  const known = await passkeysOf(user.id);
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: Uint8Array.from(Buffer.from(await newChallenge('confirm', caller.sessionId), 'base64url')),
    timeout: CHALLENGE_SECONDS * 1_000,
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
  });
}

/** A session whose person proved a passkey has two factors, as an organization may require. Refuses INVALID_INPUT. */
export async function confirmWithPasskey(
  caller: Caller,
  answer: z.output<typeof assertionInput>,
): Promise<void> {
  const user = await standingUser(caller);
  const { passkey, problem } = await provenPasskey(answer, 'confirm', caller.sessionId);
  if (passkey === null || problem !== null || passkey.userId !== user.id) {
    await notePerson('passkey refused', user, NO_ORIGIN, {
      sessionId: caller.sessionId,
      detail: { reason: problem ?? 'another person' },
    });
    refusePasskey();
  }
  await noteSecondFactor(caller.sessionId);
  forgetSession(caller.sessionId);
}

function refuseUnknown(id: string): never {
  refuse('NOT_FOUND', 'You have no passkey with this ID.', { noun: 'passkey', id });
}
