import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { env } from './env';

/** 256 random bits as URL-safe text. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Lowercase letters and digits for lookup prefixes: 60 bits, so that collisions do not occur. */
export function randomPrefix(): string {
  return randomBytes(12).toString('hex').slice(0, 15);
}

/** SHA-256 in hex. Sufficient for secrets with 256 random bits, which cannot be guessed; passwords use argon2id. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares two texts in constant time, so that the time does not reveal where they differ. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const derived = new Map<string, readonly Buffer[]>();

/**
 * The 256-bit keys of one purpose, derived from DAYBOOK_SECRET (HKDF-SHA-256), so that no two uses share a key. The first is the present one,
 * which signs and encrypts; what the key of DAYBOOK_SECRET_FORMER made is still accepted while that is set.
 */
export function derivedKeys(purpose: string): readonly Buffer[] {
  let keys = derived.get(purpose);
  if (keys === undefined) {
    const { DAYBOOK_SECRET: present, DAYBOOK_SECRET_FORMER: former } = env();
    if (present === undefined) {
      throw new Error('DAYBOOK_SECRET is not set; give it at least 32 random characters.');
    }
    keys = [present, ...(former === undefined ? [] : [former])].map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, 'daybook', purpose, 32)),
    );
    derived.set(purpose, keys);
  }
  return keys;
}

/** The present key of a purpose. */
export const derivedKey = (purpose: string): Buffer => derivedKeys(purpose)[0] as Buffer;

/** HMAC-SHA-256 of a text under the present key of a purpose, URL-safe. */
export const signature = (purpose: string, text: string): string => hmac(derivedKey(purpose), text);

/** Whether a signature of a text was made by the present or the former key of a purpose. */
export const isSignature = (purpose: string, text: string, signed: string): boolean =>
  derivedKeys(purpose).some((key) => sameText(hmac(key, text), signed));

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url');

/** Encrypts a text under the present key of a purpose (AES-256-GCM with a random nonce): `nonce.tag.text`, URL-safe. */
export function sealText(purpose: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derivedKey(purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
}

/**
 * Decrypts what `sealText` made for the same purpose, now or under the former secret. Throws when it was changed or sealed under
 * another one.
 */
export const unsealText = (purpose: string, sealed: string): string => opened(purpose, sealed).text;

/** The same text under the present key; null when that is the one it has. Throws as `unsealText` does. */
export function resealText(purpose: string, sealed: string): string | null {
  const { text, isPresent } = opened(purpose, sealed);
  return isPresent ? null : sealText(purpose, text);
}

function opened(purpose: string, sealed: string): { readonly text: string; readonly isPresent: boolean } {
  const [present, former] = derivedKeys(purpose) as readonly [Buffer, Buffer?];
  try {
    return { text: decrypted(present, sealed), isPresent: true };
  } catch (error) {
    if (former === undefined) throw error;
    return { text: decrypted(former, sealed), isPresent: false };
  }
}

function decrypted(key: Buffer, sealed: string): string {
  const [nonce, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (nonce === undefined || tag === undefined || text === undefined) throw new Error('not a sealed text');
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}
