import { expect, test } from 'vitest';
import { returnPath } from '@/ui/signin/return-to';
import { signInPath } from './session-path';

/** The page that is opened after a sign-in at that address. */
const backFrom = (address: string) =>
  returnPath(new URL(address, 'https://daybook.example').searchParams.get('returnTo'));

test.each([
  ['/books/acme/transactions/1/edit', '/books/acme/transactions/1/edit'],
  ['/books/acme/invoices?status=POSTED&search=a%26b', '/books/acme/invoices?status=POSTED&search=a%26b'],
  ['/books/acme/invoices?page=2&_rsc=1x2y', '/books/acme/invoices?page=2'],
  ['/books/acme?_rsc=1x2y', '/books/acme'],
])('whoever has to sign in comes back to the page they asked for: %s', (page, back) => {
  expect(backFrom(signInPath('acme', page))).toBe(back);
});

test.each([
  null,
  '',
  '/',
  '/books/other/invoices',
  '/books/acme-2/invoices',
  '//evil.example/books/acme',
  'https://evil.example',
])('a page that is not of these books leads back to their first one: %s', (page) => {
  expect(backFrom(signInPath('acme', page))).toBe('/books/acme');
});
