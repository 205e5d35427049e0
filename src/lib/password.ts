import { hash, verify } from '@node-rs/argon2';

/** OWASP's argon2id setting: 19 MiB, two passes, one lane (about 20 ms, on libuv's threads). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The minimum length of a password, in characters. NIST SP 800-63B-4 asks for 8 with a second factor and 15 without; 12 is
 * enough here because a password must also withstand 10^10 guesses (lib/password-policy) and guesses are throttled.
 */
export const PASSWORD_MINIMUM = 12;
/** The maximum length: argon2 has no limit of its own, but a long password takes time to hash. */
export const PASSWORD_MAXIMUM = 256;

/**
 * argon2id in the PHC string format, with its own salt. Hashed in Unicode's composed form, since an accented letter is one
 * character on some keyboards and two on others.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), COST);
}

let nobody: Promise<string> | undefined;

/**
 * True when the password matches the hash. Without a hash (no such person, or one who signs in elsewhere) it takes the same
 * time and is false, so that the delay does not reveal which accounts exist.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('no one has this password');
  const against = passwordHash ?? (await nobody);
  const matches = await verify(against, password.normalize('NFC')).catch(() => false);
  return passwordHash !== null && matches;
}
