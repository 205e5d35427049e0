import { isId } from '@/lib/ids';
import { isSignature, randomSecret, signature } from '@/lib/secrets';

const PURPOSE = 'refresh token v1';

/**
 * `<session id>.<random>.<signature>`. The signature distinguishes a token we issued from an invented one: only an issued
 * token that is no longer current indicates theft and may end the session.
 */
export function newRefreshToken(sessionId: string): string {
  const body = `${sessionId}.${randomSecret()}`;
  return `${body}.${signature(PURPOSE, body)}`;
}

/** The session of a token we issued; null for anything else. Only the database knows whether it is still current. */
export function sessionOfRefreshToken(token: string): string | null {
  const [sessionId = '', random = '', signed = '', ...rest] = token.split('.');
  if (rest.length > 0 || !isId(sessionId)) return null;
  return isSignature(PURPOSE, `${sessionId}.${random}`, signed) ? sessionId : null;
}
