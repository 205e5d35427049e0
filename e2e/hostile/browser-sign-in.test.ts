import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimsFromCookie, sessionCookieSecret } from '@/auth/session-cookie';
import { closeConnections } from '@/db/client';
import { answerBrowserSignIn } from '@/surfaces/auth/browser-sign-in';
import type { TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { organizationWithPasswords, PASSWORD } from '../contracts/auth/sign-in-fixture';
import { fingerprint } from '../support/fingerprint';
import { hostileText, type Pick } from '../support/generated/hostile';
import { randomFrom } from '../support/sample';

/** Requests of an ordinary run; DAYBOOK_HOSTILE_REQUESTS sets another number, DAYBOOK_HOSTILE_SEED another selection. */
const REQUESTS = Number(process.env.DAYBOOK_HOSTILE_REQUESTS ?? '1200');
const SEED = Number(process.env.DAYBOOK_HOSTILE_SEED ?? '20261121');
const SITE = 'https://books.daybook.test';

let organization: TestOrganization;
/** A signed-in browser's cookie, whose session no request below may end or replace. */
let session = '';
const before = { NEXTAUTH_URL: process.env.NEXTAUTH_URL, NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET };

beforeAll(async () => {
  Object.assign(process.env, {
    NEXTAUTH_URL: SITE,
    NEXTAUTH_SECRET: 'a browser secret of these tests, long enough',
  });
  organization = await organizationWithPasswords();
  const { email } = organization.users.accountant;
  const { cookie, token } = csrf();
  const entered = await send({
    method: 'POST',
    path: ['callback', 'credentials'],
    query: '',
    headers: { cookie, 'content-type': FORM },
    body: new URLSearchParams({ csrfToken: token, email, password: PASSWORD, json: 'true' }).toString(),
  });
  session =
    entered.headers
      .getSetCookie()
      .find((line) => line.includes('session-token'))
      ?.split(';')[0] ?? '';
  expect(session).not.toBe('');
});
afterAll(async () => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await closeConnections();
});

interface Ask {
  readonly method: 'GET' | 'POST';
  readonly path: readonly string[];
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function send({ method, path, query, headers, body }: Ask): Promise<Response> {
  const url = new URL(`/api/auth/${path.map(encodeURIComponent).join('/')}${query}`, SITE);
  const request = new Request(url, { method, headers, ...(method === 'POST' && { body }) });
  return answerBrowserSignIn(request, { params: Promise.resolve({ nextauth: [...path] }) });
}

/** A cookie and a token that the server takes for a pair of its own. */
function csrf() {
  const token = 'c'.repeat(64);
  const hash = createHash('sha256').update(`${token}${sessionCookieSecret()}`).digest('hex');
  return { token, cookie: `__Host-next-auth.csrf-token=${encodeURIComponent(`${token}|${hash}`)}` };
}

const FORM = 'application/x-www-form-urlencoded';
/** Every route of next-auth, and names that are not routes. */
const ACTIONS: readonly string[] = [
  ...['signin', 'signout', 'session', 'csrf', 'providers', 'callback', 'error', 'verify-request', '_log'],
  ...['', 'sign-in', '__proto__', 'constructor', '..', 'CALLBACK'],
];
const PROVIDERS: readonly string[] = [
  ...['credentials', 'passkey', 'oidc', 'email', 'google', '__proto__', 'constructor', '..'],
  ...['00000000-0000-0000-0000-000000000000', 'x'.repeat(3_000)],
];
const NAMES: readonly string[] = [
  ...['callbackUrl', 'csrfToken', 'json', 'error', 'email', 'password', 'code', 'response', 'redirect'],
  ...['data', 'state', 'id_token', 'provider', 'level', 'nextauth', '__proto__', 'constructor'],
];
const ADDRESSES: readonly string[] = [
  ...['javascript:alert(1)', 'http://[', 'https://evil.test', '//evil.test', '/\\evil.test', '/\t/evil.test'],
  ...[
    'data:text/html,x',
    '%',
    '/books\r\nset-cookie: x=y',
    '/\u{1F4A5}',
    `${SITE}@evil.test`,
    'x'.repeat(9_000),
  ],
];
const COOKIES: readonly string[] = [
  ...['__Host-next-auth.session-token', '__Host-next-auth.session-token.0', '__Host-next-auth.state'],
  ...['__Host-next-auth.session-token.x', '__Host-next-auth.pkce.code_verifier', 'next-auth.session-token'],
  ...['__Host-next-auth.callback-url', '__Host-next-auth.csrf-token', '__proto__', ''],
];
const BODIES: readonly string[] = [
  ...['', '{', '[', 'null', '[]', '"x"', '0', 'true', '{"a":1}', '{"csrfToken":{"a":1}}', '\ufeff{}'],
  ...['{"email":{},"password":[]}', '{"__proto__":{"csrfToken":"x"}}', '['.repeat(20_000), '=&=&%', '%zz=%'],
  `{${Array.from({ length: 2_000 }, (_, index) => `"k${index}":"v"`).join(',')}}`,
  `email=${'x'.repeat(900_000)}`,
];
const TYPES: readonly string[] = [
  ...[FORM, FORM, FORM, 'application/json', 'application/json', 'multipart/form-data; boundary=x'],
  ...['text/plain', 'application/json; charset=x', ''],
];

function hostileAsk(at: number, pick: Pick, chance: () => number): Ask {
  const method = at % 2 === 0 ? 'GET' : 'POST';
  const action = ACTIONS[Math.floor(at / 2) % ACTIONS.length] ?? '';
  const path = [
    action,
    ...(chance() < 0.8 ? [pick(PROVIDERS)] : []),
    ...(chance() < 0.05 ? [pick(PROVIDERS)] : []),
  ];
  const value = (name: string) => {
    if (name === 'callbackUrl' && chance() < 0.8) return pick(ADDRESSES);
    if (name === 'email' && chance() < 0.3) return organization.users.viewer.email;
    return wellFormed(chance() < 0.3 ? pick(ADDRESSES) : hostileText(pick));
  };
  const some = (most: number) => Array.from({ length: Math.floor(chance() * most) }, () => pick(NAMES));
  const query = new URLSearchParams();
  for (const name of some(4)) query.append(name, value(name).slice(0, 2_000));
  const { token, cookie } = csrf();
  const cookies = chance() < 0.7 ? [cookie] : [];
  // Signing out is supposed to end a session; everything else must leave it alone.
  if (action !== 'signout' && chance() < 0.5) cookies.push(session);
  if (chance() < 0.4)
    cookies.push(`${pick(COOKIES)}=${encodeURIComponent(value('callbackUrl')).slice(0, 3_000)}`);
  if (chance() < 0.05) cookies.push(pick(['=', ';;', 'a', 'x=%zz', '%00=1']));
  const type = pick(TYPES);
  const answered = Object.fromEntries(
    [...some(6), ...(chance() < 0.7 ? ['csrfToken'] : [])].map((name) => [name, value(name)]),
  );
  if ('csrfToken' in answered && chance() < 0.8) answered.csrfToken = token;
  const written = type.startsWith('application/json')
    ? JSON.stringify(answered)
    : new URLSearchParams(answered).toString();
  const headers: Record<string, string> = { cookie: cookies.join('; '), 'content-type': type };
  if (chance() < 0.1) headers['x-forwarded-host'] = pick(['evil.test', '[', '']);
  if (chance() < 0.1) headers['x-forwarded-proto'] = pick(['javascript', 'http', ',']);
  return {
    method,
    path,
    query: query.size > 0 ? `?${query}` : '',
    headers,
    body: chance() < 0.2 ? pick(BODIES) : written,
  };
}

/** Text as a form can carry it: without lone surrogates. */
const wellFormed = (text: string) => Buffer.from(text).toString();

/** What a sign-in writes outside the organizations' own tables: people, sessions, connections, links, passkeys. */
const accounts = () =>
  withOwner(async (client) => {
    const people = Object.values(organization.users).map(({ id }) => id);
    const prints: Record<string, string> = {};
    for (const [table, column] of [
      ['users', 'id'],
      ['sessions', 'user_id'],
      ['user_identities', 'user_id'],
      ['one_time_links', 'user_id'],
      ['passkeys', 'user_id'],
      ['second_factors', 'user_id'],
    ] as const) {
      const { rows } = await client.query<{ print: string }>(
        `select count(*) || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from ${table} t where ${column} = any ($1)`,
        [people],
      );
      prints[table] = rows[0]?.print ?? '';
    }
    return prints;
  });

const INSIDE = /node_modules|prisma|\bat [\w.]+ \(|is not a function|Cannot read|"stack"/i;

describe('bad input at the sign-in of browsers', () => {
  it(`gets no 5xx, leads to no other site and writes nothing, in ${REQUESTS} generated requests over every route`, async () => {
    const chance = randomFrom(SEED);
    const pick: Pick = (items) => items[Math.floor(chance() * items.length)] as never;
    const [records, people] = [await fingerprint(organization.organizationId), await accounts()];
    const wrong: string[] = [];
    const statuses = new Map<number, number>();
    for (let at = 0; at < REQUESTS; at += 1) {
      const ask = hostileAsk(at, pick, chance);
      const reply = await send(ask);
      const text = await reply.text();
      const leads = reply.headers.get('location');
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      const isElsewhere = leads !== null && new URL(leads, SITE).origin !== SITE;
      const isInside =
        INSIDE.test(text) || INSIDE.test(decodeURIComponent(leads?.replace(/%(?![0-9a-f]{2})/gi, '') ?? ''));
      if (reply.status >= 500 || isElsewhere || isInside) {
        const { method, path, query, headers, body } = ask;
        wrong.push(
          `${method} ${path.join('/').slice(0, 80)}${query.slice(0, 200)} ${JSON.stringify(headers).slice(0, 300)} ${body.slice(0, 200)} → ${reply.status} ${leads} ${text.slice(0, 200)}`,
        );
      }
    }
    expect(wrong.slice(0, 10)).toEqual([]);
    // Refusals and redirects of several kinds: requests that all failed the same check would prove little.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 204, 302, 400, 404, 405]));
    expect(await fingerprint(organization.organizationId)).toEqual(records);
    expect(await accounts()).toEqual(people);
  }, 600_000);

  it('what next-auth itself answers with 500 is refused or redirected within this site', async () => {
    const { cookie, token } = csrf();
    const post = (body: string, type = 'application/json', path = ['callback', 'credentials']) =>
      send({ method: 'POST', path, query: '', headers: { cookie, 'content-type': type }, body });
    const get = (path: readonly string[], query: string, cookies = '') =>
      send({ method: 'GET', path, query, headers: { cookie: cookies }, body: '' });
    for (const body of ['{', '[]', '"x"', '{"email":{},"password":[]}', `{"email":"${'x'.repeat(200_000)}"}`])
      expect([body.slice(0, 30), (await post(body)).status]).toEqual([body.slice(0, 30), 400]);
    // Not an object, and so nothing to sign in with; next-auth would take it for a body without fields.
    expect((await post('null')).status).toBe(400);
    expect((await get(['callback', 'credentials'], '')).status).toBe(405);
    expect((await get(['csrf'], '?callbackUrl=javascript:alert(1)')).status).toBe(200);
    expect((await get(['session'], '', '__Host-next-auth.callback-url=http%3A%2F%2F%5B')).status).toBe(200);
    const led = await get(['error'], '?error=%0d%0aset-cookie:%20x=y%F0%9F%92%A5');
    expect([led.status, led.headers.get('location')?.startsWith('/login?error=')]).toEqual([302, true]);
    expect(led.headers.getSetCookie().some((line) => line.startsWith('x='))).toBe(false);
    // A code that is not text once raised an error in the middle of checking a password.
    expect(
      (await post(JSON.stringify({ csrfToken: token, email: 'a@b.test', password: 'x', code: 7 }))).status,
    ).toBe(400);
  });

  it('a form from another site begins no session, even with the right password: it lacks this browser’s token', async () => {
    const { email } = organization.users.controller;
    const [mine, theirs] = [csrf(), `${'d'.repeat(64)}`];
    const entered = async (cookie: string, csrfToken: string | null) => {
      const answer = await send({
        method: 'POST',
        path: ['callback', 'credentials'],
        query: '',
        headers: { ...(cookie !== '' && { cookie }), 'content-type': FORM },
        body: new URLSearchParams({
          ...(csrfToken !== null && { csrfToken }),
          email,
          password: PASSWORD,
        }).toString(),
      });
      return answer.headers.getSetCookie().some((line) => /session-token=[^;]/.test(line));
    };
    expect(await entered('', null)).toBe(false);
    expect(await entered('', mine.token)).toBe(false);
    expect(await entered(mine.cookie, null)).toBe(false);
    expect(await entered(mine.cookie, theirs)).toBe(false);
    expect(await entered(`__Host-next-auth.csrf-token=${theirs}|${theirs}`, theirs)).toBe(false);
    expect(await entered(mine.cookie, mine.token)).toBe(true);
  });

  it('a sign-in ends the session that this browser had, and no other; a refused one ends none', async () => {
    const { email, id } = organization.users.auditor;
    const open = () =>
      withOwner(async (client) => {
        const { rows } = await client.query<{ n: number }>(
          'select count(*)::int as n from sessions where user_id = $1 and revoked_at is null',
          [id],
        );
        return rows[0]?.n;
      });
    const enter = async (cookies: string, password = PASSWORD) => {
      const { token, cookie } = csrf();
      const entered = await send({
        method: 'POST',
        path: ['callback', 'credentials'],
        query: '',
        headers: { cookie: [cookie, cookies].filter((one) => one !== '').join('; '), 'content-type': FORM },
        body: new URLSearchParams({ csrfToken: token, email, password, json: 'true' }).toString(),
      });
      return (
        entered.headers
          .getSetCookie()
          .find((line) => line.includes('session-token'))
          ?.split(';')[0] ?? ''
      );
    };
    const here = await enter('');
    await enter('');
    expect(await open()).toBe(2);
    expect(await enter(here, 'not the password')).toBe('');
    expect(await open()).toBe(2);
    expect(await enter(here)).not.toBe('');
    expect(await open()).toBe(2);
    // The one that began in the other browser, and the newest: the cookie of the ended one opens nothing.
    const claims = await claimsFromCookie(here);
    const ended = await withOwner(
      async (client) =>
        (
          await client.query<{ isOver: boolean }>(
            'select revoked_at is not null as "isOver" from sessions where id = $1',
            [claims?.sessionId],
          )
        ).rows,
    );
    expect(ended).toEqual([{ isOver: true }]);
  });

  it('a browser that reports an error writes nothing into the log of the server', async () => {
    const written: unknown[] = [];
    const real = console.error;
    console.error = (...words: unknown[]) => void written.push(words);
    try {
      const reply = await send({
        method: 'POST',
        path: ['_log'],
        query: '',
        headers: { 'content-type': FORM },
        body: 'level=error&code=a%0a{"level":50,"msg":"forged"}',
      });
      expect(reply.status).toBe(204);
    } finally {
      console.error = real;
    }
    expect(written).toEqual([]);
  });
});
