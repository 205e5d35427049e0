import { errors, jwtVerify, SignJWT } from 'jose';
import type { Role } from '@/core/permissions';
import { isId } from '@/lib/ids';
import { derivedKey, derivedKeys } from '@/lib/secrets';
import { refuseCredential } from './refuse-credential';

/** Lifetime of an access token in seconds (decisions.md: at most an hour). */
export const ACCESS_TOKEN_SECONDS = 3_600;

const ISSUER = 'daybook';
const AUDIENCE = 'daybook-api';
const ALGORITHM = 'HS256';
/** The id of the signing key; a token with another is refused without verifying it. */
const KEY_ID = 'daybook-1';
const PURPOSE = 'access token v1';

/** The claims of a token about its bearer. Only ids: the bearer's rights are read from the database. */
export interface AccessClaims {
  readonly subject: string;
  readonly kind: 'user' | 'api_client';
  readonly organizationId: string;
  readonly sessionId: string;
}

/** Signs an access token. `roles` is for the client's information only; Daybook never relies on it. */
export function signAccessToken(claims: AccessClaims, roles: readonly Role[]): Promise<string> {
  return new SignJWT({ org: claims.organizationId, sid: claims.sessionId, kind: claims.kind, roles })
    .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(claims.subject)
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
    .sign(derivedKey(PURPOSE));
}

interface Verified {
  readonly claims: AccessClaims;
  readonly expiresAtMs: number;
}

/**
 * Tokens whose signature was verified; after that only expiry can make them invalid. There are two generations: when the
 * newer one is full, the older one is dropped and they swap, so that a token in use costs one lookup and stays cached.
 */
let verified = new Map<string, Verified>();
let verifiedBefore = new Map<string, Verified>();
const REMEMBERED_TOKENS = 2_500;

function remember(token: string, fresh: Verified): void {
  if (verified.size >= REMEMBERED_TOKENS) {
    verifiedBefore = verified;
    verified = new Map();
  }
  verified.set(token, fresh);
}

/**
 * Verifies a token: pinned algorithm and key id, signature, issuer, audience, expiry, age, and the shape of every claim.
 * Refuses anything else with UNAUTHENTICATED.
 */
export async function verifyAccessToken(token: string): Promise<AccessClaims> {
  const young = verified.get(token);
  const known = young ?? verifiedBefore.get(token);
  if (known !== undefined) {
    if (known.expiresAtMs <= Date.now()) refuseCredential('expired token');
    if (young === undefined) remember(token, known);
    return known.claims;
  }
  const fresh = await verifyAnew(token);
  remember(token, fresh);
  return fresh.claims;
}

async function verifyAnew(token: string): Promise<Verified> {
  try {
    const [present, former] = derivedKeys(PURPOSE) as readonly [Buffer, Buffer?];
    const { payload, protectedHeader } = await signedBy(present, token).catch((error: unknown) => {
      if (former === undefined || !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      return signedBy(former, token);
    });
    const { sub, org, sid, kind, exp, aud } = payload;
    if (protectedHeader.kid !== KEY_ID || aud !== AUDIENCE) refuseCredential('wrong key or audience');
    if (!isIdText(sub) || !isIdText(org) || !isIdText(sid) || (kind !== 'user' && kind !== 'api_client')) {
      refuseCredential('malformed claims');
    }
    return {
      claims: { subject: sub, kind, organizationId: org, sessionId: sid },
      expiresAtMs: (exp ?? 0) * 1_000,
    };
  } catch (error) {
    if (error instanceof errors.JOSEError) refuseCredential(error.code);
    throw error;
  }
}

const signedBy = (key: Buffer, token: string) =>
  jwtVerify(token, key, {
    algorithms: [ALGORITHM],
    issuer: ISSUER,
    audience: AUDIENCE,
    typ: 'JWT',
    requiredClaims: ['sub', 'exp', 'iat'],
    maxTokenAge: `${ACCESS_TOKEN_SECONDS}s`,
  });

const isIdText = (value: unknown): value is string => typeof value === 'string' && isId(value);

/** The token of an `Authorization: Bearer …` header; null when it is absent or has another scheme. */
export function bearerToken(authorizationHeader: string | null): string | null {
  const found = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorizationHeader?.trim() ?? '');
  return found?.[1] ?? null;
}
