import { randomInt } from 'node:crypto';
import { replaceRecoveryCodes, takeRecoveryCode, unusedRecoveryHashes } from '@/db/identity/second-factors';
import { hashPassword, verifyPassword } from '@/lib/password';
import { hashSecret } from '@/lib/secrets';

const RECOVERY_CODES = 10;
/** 31 letters and digits that do not look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LETTERS = 10;
const CODE = new RegExp(`^[${ALPHABET}]{${LETTERS}}$`);

/**
 * Ten codes of 49 random bits, such as `k3v9q-7m2xt`, which replace the former ones. 49 bits are too few for a plain hash, so each is kept
 * like a password: argon2id with a salt of its own.
 */
export async function newRecoveryCodes(userId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, randomCode);
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hashPassword(asTyped(code)));
  await replaceRecoveryCodes(userId, hashes);
  return codes;
}

/** Uses up the recovery code that was typed; false when it is none of this person's or was used. */
export async function spendRecoveryCode(userId: string, typed: string): Promise<boolean> {
  const code = asTyped(typed);
  if (!CODE.test(code)) return false;
  const former = formerHash(userId, code);
  for (const hash of await unusedRecoveryHashes(userId)) {
    if (hash === former || (await verifyPassword(hash, code))) return takeRecoveryCode(userId, hash);
  }
  return false;
}

function randomCode(): string {
  const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** However it is typed: capitals, blanks and hyphens do not count. */
const asTyped = (text: string) => text.toLowerCase().replaceAll(/[\s-]/g, '');

/** How codes were kept before they were kept like passwords; a sheet printed then still counts. */
const formerHash = (userId: string, code: string) => hashSecret(`${userId} ${code}`);
