import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { derivedKey } from '@/lib/secrets';
import { surfaceD } from '@/surfaces/d/surface';
import { openDoor } from '@/testing/door';
import type { TestOrganization } from '@/testing/organization';
import { type ExternalWorld, externalWorld } from '../../support/external';
import { randomFrom } from '../../support/sample';
import { tally } from '../../support/tally';
import { bearer, organizationWithPasswords, send, signIn } from './sign-in-fixture';

/** Forged tokens, and as many keys, of an ordinary run; DAYBOOK_FORGERIES sets another number, DAYBOOK_FORGERY_SEED another selection. */
const FORGERIES = Number(process.env.DAYBOOK_FORGERIES ?? '250');
const chance = randomFrom(Number(process.env.DAYBOOK_FORGERY_SEED ?? '20261122'));
const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T;

let home: TestOrganization;
let world: ExternalWorld;
let token: string;
let claims: Record<string, unknown>;

beforeAll(async () => {
  [home, world] = [await organizationWithPasswords(), await externalWorld()];
  token = String((await signIn(home.users.sales.email)).body.access_token);
  claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
});
afterAll(closeConnections);

const HEADER = { alg: 'HS256', kid: 'daybook-1', typ: 'JWT' };
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signedWith = (key: string | Buffer, hash: string, text: string) =>
  `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
const now = () => Math.floor(Date.now() / 1_000);

/** Replaces one character of a text with another from the alphabet. */
function changed(text: string, at = Math.floor(chance() * text.length)): string {
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
  return `${text.slice(0, at)}${pick(alphabet.filter((one) => one !== text[at]))}${text.slice(at + 1)}`;
}

/** Claims that make a token invalid even when our own key signs it: wrong expiry, issuer, audience or subject, or a wrong type. */
const WRONG_CLAIMS: readonly (() => object)[] = [
  () => ({ exp: now() - Math.floor(chance() * 1e9) - 1 }),
  () => ({ exp: pick([undefined, null, '9999999999', -1, 0, [], {}]) }),
  () => ({ nbf: now() + 60 + Math.floor(chance() * 1e9) }),
  () => ({ iat: pick([now() + 600, now() - 3_700, undefined, 'now']), exp: now() + 3_600 }),
  () => ({ iss: pick(['', 'Daybook', 'https://elsewhere.example', null, ['daybook']]) }),
  () => ({ aud: pick(['', 'other', ['daybook-api', 'other'], null, undefined]) }),
  () => ({ sub: pick([newId(), '', null, undefined, "' or 1=1 --", home.users.admin.id]) }),
  () => ({ sid: pick([newId(), '', null, undefined, 7]) }),
  () => ({ org: pick(['', null, undefined, '*', '00000000-0000-0000-0000-000000000000x']) }),
  () => ({ kind: pick(['api_client', 'system', 'admin', '', null, undefined]) }),
];
const WRONG_HEADERS: readonly (() => object)[] = [
  () => ({ alg: pick(['none', 'None', 'NONE', 'HS384', 'HS512', 'RS256', 'PS256', 'ES256', 'EdDSA', '']) }),
  () => ({
    kid: pick(['daybook-0', 'daybook-2', '../../dev/null', '', null, undefined, "' union select 1"]),
  }),
  () => ({ typ: pick(['at+jwt', 'JWE', '', null]) }),
  () => ({ crit: [pick(['b64', 'exp', 'x'])] }),
];

/** A token that is, in one way or another, not one of ours. */
function forgedToken(): string {
  const ours = () => derivedKey('access token v1');
  switch (Math.floor(chance() * 6)) {
    case 0:
      return signedWith(ours(), 'sha256', `${part(HEADER)}.${part({ ...claims, ...pick(WRONG_CLAIMS)() })}`);
    case 1:
      return signedWith(
        ours(),
        pick(['sha256', 'sha512']),
        `${part({ ...HEADER, ...pick(WRONG_HEADERS)() })}.${part(claims)}`,
      );
    case 2:
      return token.slice(0, Math.floor(chance() * token.length));
    case 3:
      // Not the last character, two bits of which do not count.
      return changed(token, Math.floor(chance() * (token.length - 1)));
    case 4:
      return signedWith(
        pick([randomBytes(32), '', 'secret', 'daybook', derivedKey('another purpose')]),
        'sha256',
        `${part(HEADER)}.${part(claims)}`,
      );
    default:
      return `${part({ ...HEADER, alg: 'none' })}.${part(claims)}.${pick(['', token.split('.')[2] ?? ''])}`;
  }
}

/** Headers with a key that is not the one that was issued, or not for this organization or company. */
function forgedKey(real: Record<string, string>): Record<string, string> {
  const key = real['x-api-key'] ?? '';
  switch (Math.floor(chance() * 5)) {
    case 0:
      return { ...real, 'x-api-key': changed(key) };
    case 1:
      return { ...real, 'x-api-key': key.slice(0, Math.floor(chance() * key.length)) };
    case 2: {
      const prefix = key.split('_')[1] ?? '';
      return { ...real, 'x-api-key': `dbk_${prefix}_${randomBytes(32).toString('base64url')}` };
    }
    case 3:
      return {
        ...real,
        [pick(['x-organization-id', 'x-company-id'])]: pick([newId(), world.other.companyId, '*', "'"]),
      };
    default:
      return {
        ...real,
        'x-api-key': pick([key.toUpperCase(), `${key}${key}`, `${key}x`, `Bearer ${key}`, 'dbk_', '\t']),
      };
  }
}

describe('5 Authentication, by chance', () => {
  it(`of ${FORGERIES} forged tokens none is accepted, while the real one is`, async () => {
    const accepted: string[] = [];
    for (let n = 0; n < FORGERIES; n += 1) {
      const forged = forgedToken();
      const { status } = await send('GET', '/prospects', { headers: bearer(forged) });
      if (status !== 401) accepted.push(`${status}: ${forged}`);
    }
    tally(FORGERIES);
    expect(accepted).toEqual([]);
    expect((await send('GET', '/prospects', { headers: bearer(token) })).status).toBe(200);
  });

  it(`of ${FORGERIES} forged API keys none is accepted, while the real one is`, async () => {
    const real = await world.headersFor(world.companyId);
    const door = openDoor(surfaceD);
    const path = `/api/external/budget-views?project_id=${world.projectId}`;
    const accepted: string[] = [];
    for (let n = 0; n < FORGERIES; n += 1) {
      const forged = forgedKey(real);
      const { status } = await door.send('GET', path, { headers: forged });
      if (status !== 401) accepted.push(`${status}: ${JSON.stringify(forged)}`);
    }
    tally(FORGERIES);
    expect(accepted).toEqual([]);
    expect((await door.send('GET', path, { headers: real })).status).toBe(200);
  });
});
