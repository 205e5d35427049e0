import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { derivedKey } from '@/lib/secrets';
import type { TestOrganization } from '@/testing/organization';
import { bearer, organizationWithPasswords, send, signIn } from './sign-in-fixture';

let home: TestOrganization;
let token: string;
let claims: Record<string, unknown>;
const KEY = () => derivedKey('access token v1');
const HEADER = { alg: 'HS256', kid: 'daybook-1', typ: 'JWT' };

beforeAll(async () => {
  home = await organizationWithPasswords();
  token = String((await signIn(home.users.sales.email)).body.access_token);
  claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
});
afterAll(closeConnections);

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with a header and claims chosen by the test, signed with our own key: only its content is wrong. */
function signed(header: object, payload: object, key: string | Buffer = KEY()): string {
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

const status = async (forged: string) =>
  (await send('GET', '/prospects', { headers: bearer(forged) })).status;
const now = () => Math.floor(Date.now() / 1_000);

describe('5 Authentication: a token that is not exactly one of ours is 401 on surface A', () => {
  it('the same claims signed by us are accepted, so the refusals below have no other cause', async () => {
    expect(await status(signed(HEADER, claims))).toBe(200);
  });

  it.each([
    ['alg none without a signature', () => `${part({ ...HEADER, alg: 'none' })}.${part(claims)}.`],
    ['alg none with our signature', () => signed({ ...HEADER, alg: 'none' }, claims)],
    ['alg HS512', () => signed({ ...HEADER, alg: 'HS512' }, claims)],
    ['alg RS256 over our HMAC', () => signed({ ...HEADER, alg: 'RS256' }, claims)],
    ['alg ES256 over our HMAC', () => signed({ ...HEADER, alg: 'ES256' }, claims)],
    ['another kid', () => signed({ ...HEADER, kid: '../../dev/null' }, claims)],
    ['no kid', () => signed({ alg: 'HS256', typ: 'JWT' }, claims)],
    [
      'a jwk of the caller’s own',
      () => signed({ ...HEADER, jwk: { kty: 'oct', k: 'AA' } }, claims, Buffer.from([0])),
    ],
    ['an unknown critical header', () => signed({ ...HEADER, crit: ['b64'], b64: false }, claims)],
    ['an empty key', () => signed(HEADER, claims, '')],
    ['another issuer', () => signed(HEADER, { ...claims, iss: 'https://elsewhere.example' })],
    ['another audience', () => signed(HEADER, { ...claims, aud: 'somebody-else' })],
    ['two audiences', () => signed(HEADER, { ...claims, aud: ['daybook-api', 'somebody-else'] })],
    ['no audience', () => signed(HEADER, { ...claims, aud: undefined })],
    ['no expiry', () => signed(HEADER, { ...claims, exp: undefined })],
    ['an expiry in the past', () => signed(HEADER, { ...claims, exp: now() - 1 })],
    ['an expiry as text', () => signed(HEADER, { ...claims, exp: '9999999999' })],
    [
      'a lifetime of more than an hour, even with a later expiry',
      () => signed(HEADER, { ...claims, iat: now() - 3_700, exp: now() + 3_600 }),
    ],
    ['an issue date in the future', () => signed(HEADER, { ...claims, iat: now() + 600 })],
    ['a not-before in the future', () => signed(HEADER, { ...claims, nbf: now() + 600 })],
    ['a session that does not exist', () => signed(HEADER, { ...claims, sid: newId() })],
    ['someone else’s session', () => signed(HEADER, { ...claims, sub: home.users.admin.id })],
    [
      'a person’s token presented as an API client’s',
      () => signed(HEADER, { ...claims, kind: 'api_client' }),
    ],
    ['a malformed organization id', () => signed(HEADER, { ...claims, org: "' or 1=1 --" })],
    ['no subject', () => signed(HEADER, { ...claims, sub: undefined })],
  ])('%s', async (_name, forge) => {
    expect(await status(forge())).toBe(401);
  });

  it('every truncation and every changed character is refused', async () => {
    const places = Array.from({ length: 60 }, (_, n) => Math.floor((n * token.length) / 60));
    for (const at of places) {
      expect(await status(token.slice(0, at))).toBe(401);
      const other = token[at] === 'A' ? 'B' : 'A';
      expect(await status(`${token.slice(0, at)}${other}${token.slice(at + 1)}`), `at ${at}`).toBe(401);
    }
  });

  it('a token of a real library with a wrong secret is refused', async () => {
    const forged = await new SignJWT(claims).setProtectedHeader(HEADER).sign(Buffer.alloc(32, 7));
    expect(await status(forged)).toBe(401);
  });

  it.each([null, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a.b', 'Bearer a.b.c.d', 'Token x.y.z'])(
    'the header %j is refused',
    async (authorization) => {
      const headers: Record<string, string> = authorization === null ? {} : { authorization };
      const answer = await send('GET', '/prospects', { headers });
      expect(answer).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
    },
  );
});
