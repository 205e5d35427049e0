import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimsFromCookie, sessionCookieSecret } from '@/auth/session-cookie';
import { closeConnections } from '@/db/client';
import { answerBrowserSignIn } from '@/surfaces/auth/browser-sign-in';
import type { TestOrganization } from '@/testing/organization';
import { organizationWithPasswords, PASSWORD } from '../contracts/auth/sign-in-fixture';

const SITE = 'https://books.daybook.test';
const before = { NEXTAUTH_URL: process.env.NEXTAUTH_URL, NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET };
let organization: TestOrganization;
beforeAll(async () => {
  process.env.NEXTAUTH_SECRET = 'a browser secret of these tests, long enough';
  process.env.NEXTAUTH_URL = SITE;
  organization = await organizationWithPasswords();
});
afterAll(async () => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await closeConnections();
});

/** Signs in as the viewer, with a CSRF cookie named `prefix`next-auth.csrf-token; what the answer sets. */
async function enter(prefix: string): Promise<string[]> {
  const csrfToken = 'd'.repeat(64);
  const hash = createHash('sha256').update(`${csrfToken}${sessionCookieSecret()}`).digest('hex');
  const answer = await answerBrowserSignIn(
    new Request(`${process.env.NEXTAUTH_URL}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: {
        cookie: `${prefix}next-auth.csrf-token=${encodeURIComponent(`${csrfToken}|${hash}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        csrfToken,
        email: organization.users.viewer.email,
        password: PASSWORD,
        json: 'true',
      }),
    }),
    { params: Promise.resolve({ nextauth: ['callback', 'credentials'] }) },
  );
  return answer.headers.getSetCookie();
}

describe('the cookies of a browser behind https', () => {
  it('all belong to this host alone: __Host-, Secure, the root path and no domain', async () => {
    const set = await enter('__Host-');
    expect(set.map((line) => line.split('=')[0])).toContain('__Host-next-auth.session-token');
    for (const line of set) {
      expect(line).toMatch(/^__Host-next-auth\./);
      expect(line).toMatch(/; Path=\/(;|$)/i);
      expect(line).toMatch(/; Secure(;|$)/i);
      expect(line).toMatch(/; HttpOnly(;|$)/i);
      expect(line).toMatch(/; SameSite=lax(;|$)/i);
      expect(line).not.toMatch(/; Domain=/i);
    }
  });

  it('count under that name only, since a neighbor of the domain can set any other', async () => {
    const session = (await enter('__Host-')).find((line) => line.includes('session-token')) ?? '';
    const value = session.split(';')[0]?.split('=').slice(1).join('=') ?? '';
    expect(await claimsFromCookie(`__Host-next-auth.session-token=${value}`)).toMatchObject({
      userId: organization.users.viewer.id,
    });
    for (const planted of ['next-auth.session-token', '__Secure-next-auth.session-token'])
      expect([planted, await claimsFromCookie(`${planted}=${value}`)]).toEqual([planted, null]);
    // The CSRF cookie is refused under another name as well.
    expect((await enter('')).some((line) => line.includes('session-token'))).toBe(false);
  });

  it('have plain names on plain http, where browsers would reject the others', async () => {
    process.env.NEXTAUTH_URL = 'http://localhost:3000';
    try {
      const set = await enter('');
      expect(set.map((line) => line.split('=')[0])).toContain('next-auth.session-token');
      expect(set.filter((line) => /; Secure/i.test(line))).toEqual([]);
    } finally {
      process.env.NEXTAUTH_URL = SITE;
    }
  });
});
