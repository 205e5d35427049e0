import { decode, type JWT } from 'next-auth/jwt';
import { isId } from '@/lib/ids';

/** The claims in a signed-in browser's cookie. */
export interface CookieClaims {
  readonly userId: string;
  readonly sessionId: string;
}

/** Whether browsers reach this server by https: the scheme of NEXTAUTH_URL. */
export const isBehindHttps = (): boolean => (process.env.NEXTAUTH_URL ?? '').startsWith('https://');

/**
 * The name of one of next-auth's cookies. Behind https it begins with `__Host-`: a browser takes such a cookie only from this very host, for
 * all of its paths and over https, so that a neighbor under the same domain can neither read it nor put one of its own in its place.
 */
export const cookieName = (name: string): string => `${isBehindHttps() ? '__Host-' : ''}next-auth.${name}`;

/** Decrypted cookies, so that a busy console does not decrypt the same one for every request. */
const decrypted = new Map<string, { readonly claims: CookieClaims; readonly until: number }>();
const REMEMBERED = 2_000;
const REMEMBERED_MS = 60_000;

/** Reads next-auth's encrypted session cookie; null when there is none, when it is not ours or when it has expired. */
export async function claimsFromCookie(cookieHeader: string | null): Promise<CookieClaims | null> {
  if (cookieHeader === null) return null;
  const token = cookieNamed(cookieHeader, cookieName('session-token'));
  if (token === null) return null;
  const known = decrypted.get(token);
  if (known !== undefined && known.until > Date.now()) return known.claims;
  const payload = await openedCookie(token).catch(() => null);
  if (payload === null) return null;
  const { sub, sid, exp } = payload as { sub?: unknown; sid?: unknown; exp?: unknown };
  if (typeof sub !== 'string' || !isId(sub) || typeof sid !== 'string' || !isId(sid)) return null;
  const claims = { userId: sub, sessionId: sid };
  if (decrypted.size >= REMEMBERED) decrypted.clear();
  const ends = typeof exp === 'number' ? exp * 1_000 : 0;
  decrypted.set(token, { claims, until: Math.min(ends, Date.now() + REMEMBERED_MS) });
  return claims;
}

/** The secret for browser sessions: NEXTAUTH_SECRET, or DAYBOOK_SECRET when it is not set. */
export function sessionCookieSecret(): string {
  const secret = process.env.NEXTAUTH_SECRET ?? process.env.DAYBOOK_SECRET;
  if (secret === undefined || secret.length < 32) {
    throw new Error('NEXTAUTH_SECRET is not set; give it at least 32 random characters.');
  }
  return secret;
}

/**
 * What a session cookie says, under the present secret or the one before it. Rejects when it was changed, is too old or was made with
 * another secret.
 */
export async function openedCookie(token: string): Promise<JWT | null> {
  const former = formerCookieSecret();
  const present = decode({ token, secret: sessionCookieSecret() });
  return former === undefined ? present : present.catch(() => decode({ token, secret: former }));
}

/** The former one of the secret that `sessionCookieSecret` takes. */
function formerCookieSecret(): string | undefined {
  const { NEXTAUTH_SECRET, NEXTAUTH_SECRET_FORMER, DAYBOOK_SECRET_FORMER } = process.env;
  return NEXTAUTH_SECRET === undefined ? DAYBOOK_SECRET_FORMER : NEXTAUTH_SECRET_FORMER;
}

/** One cookie of a Cookie header; next-auth's chunks (`.0`, `.1`, …) are joined. */
function cookieNamed(header: string, name: string): string | null {
  const cookies = cookiesOf(header);
  const whole = cookies.get(name);
  if (whole !== undefined) return whole;
  let joined = '';
  for (let piece = 0; cookies.has(`${name}.${piece}`); piece += 1) joined += cookies.get(`${name}.${piece}`);
  return joined === '' ? null : joined;
}

/** The cookies of a Cookie header by their names; the last one of a name counts. */
export function cookiesOf(header: string): ReadonlyMap<string, string> {
  return new Map(
    header.split(';').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const;
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
