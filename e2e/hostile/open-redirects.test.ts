import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownAddress } from '@/auth/own-address';
import { closeConnections } from '@/db/client';
import type { TestOrganization } from '@/testing/organization';
import { organizationWithPasswords, PASSWORD } from '../contracts/auth/sign-in-fixture';
import { type NextAuthSite, openBrowser, startNextAuthSite } from '../support/next-auth-site';

let organization: TestOrganization;
let site: NextAuthSite;
beforeAll(async () => {
  organization = await organizationWithPasswords();
  site = await startNextAuthSite();
});
afterAll(async () => {
  await site.stop();
  await closeConnections();
});

/** Addresses that some browser, parser or prefix comparison takes for this site although they lead elsewhere. */
const ELSEWHERE = [
  'https://evil.test',
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\r\\evil.test',
  '\t//evil.test',
  ' //evil.test',
  '\u0000//evil.test',
  '/.//evil.test',
  '/..//evil.test',
  '/x/../..//evil.test',
  '/%2e%2e//evil.test',
  'https:evil.test',
  'https:/evil.test',
  'https:\\\\evil.test',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://127.0.0.1.evil.test',
  '%2f%2fevil.test',
  '/%2f/evil.test',
  '/%5cevil.test',
  'not an address',
  '',
];
/** The same after this site's address, which a prefix comparison would accept. */
const disguised = (base: string) => [
  `${base}.evil.test`,
  `${base}@evil.test`,
  `${base}:80@evil.test/`,
  `blob:${base}/x`,
  `${base.replace('http:', 'https:')}/`,
  `${base}//evil.test`,
];

const leadsTo = (location: string) => new URL(location, site.base).origin;

describe('signing in and out', () => {
  it('leads to an address of this site, whatever was requested', async () => {
    const { email } = organization.users.viewer;
    for (const callbackUrl of [...ELSEWHERE, ...disguised(site.base)]) {
      const browser = openBrowser();
      const post = async (path: string, fields: Record<string, string>) => {
        const csrf = (await (await browser.go(`${site.base}/api/auth/csrf`)).json()) as { csrfToken: string };
        return browser.go(`${site.base}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ ...fields, ...csrf }).toString(),
        });
      };
      const entered = await post('/api/auth/callback/credentials', {
        email,
        password: PASSWORD,
        callbackUrl,
      });
      const left = await post('/api/auth/signout', { callbackUrl });
      for (const answer of [entered, left]) {
        expect(answer.status, JSON.stringify(callbackUrl)).toBeLessThan(400);
        const location = answer.headers.get('location') ?? '/';
        expect([callbackUrl, leadsTo(location)]).toEqual([callbackUrl, site.base]);
        expect(new URL(location, site.base).pathname.startsWith('//'), callbackUrl).toBe(false);
      }
    }
  });

  it('leads to the requested page when it is ours', () => {
    for (const path of ['/books', '/books/a?x=1#y', '/books/%2f', `${site.base}/books`]) {
      expect(ownAddress(path, site.base)).toBe(new URL(path, site.base).href);
    }
  });

  it('every accepted address is on this site, however it is composed', () => {
    const piece = fc.constantFrom(
      ...[
        '/',
        '\\',
        '\t',
        '\n',
        '\r',
        '\u0000',
        ' ',
        '.',
        '..',
        'evil.test',
        ':',
        '@',
        '%2f',
        '%5c',
        '?',
        '#',
      ],
      ...['http:', 'https:', 'blob:', site.base],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const lands = ownAddress(pieces.join(''), site.base);
        expect(new URL(lands).origin).toBe(site.base);
        expect(new URL(lands).protocol).toBe('http:');
      }),
    );
  });
});
