import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnPath } from './return-to';

const SITE = 'https://books.example.test';
const leadsTo = (asked: string) => new URL(returnPath(asked) ?? '/', SITE).origin;

describe('the page after sign-in', () => {
  it.each(['/books', '/books/meridian?period=2026-11', '/books/a%2Fb'])(
    '%s is a page of this site',
    (asked) => {
      expect(returnPath(asked)).toBe(asked);
    },
  );

  it.each([
    '//host',
    '/\\host',
    '/\t/host',
    '/\n/host',
    '/\r\\host',
    '\t//host',
    '/.//host',
    '/..//host',
    '/x/../..//host',
    'https://host',
    'javascript:alert(1)',
    '\\\\host',
    '',
  ])('%j does not leave this site', (asked) => {
    expect(leadsTo(asked)).toBe(SITE);
  });

  it('every accepted address stays on this site', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      '\r',
      ' ',
      '.',
      '..',
      'host',
      ':',
      '@',
      '%2f',
      '%5c',
      '?',
      '#',
      'https:',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        expect(leadsTo(`/${pieces.join('')}`)).toBe(SITE);
      }),
    );
  });

  it('a value that is not text is ignored', () => {
    expect(returnPath(undefined)).toBeNull();
    expect(returnPath(['/books'])).toBeNull();
  });
});
