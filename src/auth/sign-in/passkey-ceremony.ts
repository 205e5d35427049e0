import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { refuse } from '@/core/refusals';
import {
  type ChallengePurpose,
  findPasskey,
  insertChallenge,
  notePasskeyUse,
  type StoredPasskey,
  takeChallenge,
} from '@/db/identity/passkeys';
import { publicAddress } from '@/lib/console-link';
import { hashSecret, randomSecret } from '@/lib/secrets';

/** How long a person has to answer their authenticator, in seconds. */
export const CHALLENGE_SECONDS = 300;

/** Loaded only where a passkey is used, so that no other path of the server waits for it. */
export const webAuthn = () => import('@simplewebauthn/server');

/**
 * Our identity for authenticators: the host, and the origin that browsers attest (WebAuthn, section 13.4.9). The address is the one
 * that next-auth uses, so that both agree on where this site is.
 */
export function relyingParty(): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(process.env.NEXTAUTH_URL ?? publicAddress());
  return { id: hostname, origin };
}

/** A new challenge, kept as a hash until it is answered once. */
export async function newChallenge(purpose: ChallengePurpose, sessionId: string | null): Promise<string> {
  const challenge = randomSecret();
  await insertChallenge(hashSecret(challenge), purpose, sessionId, CHALLENGE_SECONDS);
  return challenge;
}

/** Judges the challenge of an answer: true only the first time. */
export const isOpenChallenge =
  (purpose: ChallengePurpose, sessionId: string | null) =>
  (challenge: string): Promise<boolean> =>
    takeChallenge(hashSecret(challenge), purpose, sessionId);

const text = z.string().max(20_000);

/** What a browser sends of an authenticator's answer; what is in it is judged by the library. */
export const assertionInput = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.optional(),
  }),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.unknown(),
});

export const attestationInput = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(30)).max(10).optional(),
    authenticatorData: text.optional(),
    publicKeyAlgorithm: z.number().optional(),
    publicKey: text.optional(),
  }),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.unknown(),
});

/** Why an answer proves nothing, or the passkey that it proves. */
export type ProvenPasskey =
  | { readonly passkey: StoredPasskey; readonly problem: null }
  | { readonly passkey: StoredPasskey | null; readonly problem: string };

/**
 * The passkey that signed an open challenge for this site, whose owner was verified by the authenticator. One whose counter has not
 * grown is a copy and proves nothing.
 */
export async function provenPasskey(
  answer: z.output<typeof assertionInput>,
  purpose: ChallengePurpose,
  sessionId: string | null,
): Promise<ProvenPasskey> {
  const passkey = await findPasskey(answer.id);
  if (passkey === null) return { passkey, problem: 'unknown passkey' };
  const { userHandle } = answer.response;
  if (userHandle !== undefined && userHandle !== handleOf(passkey.userId))
    return { passkey, problem: 'another person' };
  const site = relyingParty();
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: isOpenChallenge(purpose, sessionId),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch((error: unknown) => (error instanceof Error ? error.message : 'not an answer'));
  if (typeof verified === 'string') return { passkey, problem: verified.slice(0, 200) };
  if (!verified.verified) return { passkey, problem: 'wrong signature' };
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  if (!(await notePasskeyUse(passkey.id, newCounter, credentialBackedUp)))
    return { passkey, problem: 'the counter did not grow' };
  return { passkey, problem: null };
}

/** The user handle under which an authenticator keeps a person's passkey: their ID, which reveals nothing about them. */
export const handleOf = (userId: string) =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

/** Gives the same refusal for every answer that proves nothing. */
export function refusePasskey(): never {
  const message = 'This passkey was not accepted. Try again.';
  refuse('INVALID_INPUT', message, { issues: [{ path: ['response'], message }] });
}
