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

const derived = new Map<string, Buffer>();

/** A 256-bit key for one purpose, derived from DAYBOOK_SECRET (HKDF-SHA-256), so that no two uses share a key. */
export function derivedKey(purpose: string): Buffer {
  let key = derived.get(purpose);
  if (key === undefined) {
    const secret = env().DAYBOOK_SECRET;
    if (secret === undefined) {
      throw new Error('DAYBOOK_SECRET is not set; give it at least 32 random characters.');
    }
    key = Buffer.from(hkdfSync('sha256', secret, 'daybook', purpose, 32));
    derived.set(purpose, key);
  }
  return key;
}

/** HMAC-SHA-256 of a text under the key of a purpose, URL-safe. */
export function signature(purpose: string, text: string): string {
  return createHmac('sha256', derivedKey(purpose)).update(text).digest('base64url');
}

/** Encrypts a text under the key of a purpose (AES-256-GCM with a random nonce): `nonce.tag.text`, URL-safe. */
export function sealText(purpose: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derivedKey(purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
}

/** Decrypts what `sealText` made for the same purpose. Throws when it was changed or sealed under another secret. */
export function unsealText(purpose: string, sealed: string): string {
  const [nonce, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (nonce === undefined || tag === undefined || text === undefined) throw new Error('not a sealed text');
  const decipher = createDecipheriv('aes-256-gcm', derivedKey(purpose), nonce);
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}
