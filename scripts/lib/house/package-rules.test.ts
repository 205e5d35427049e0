import { describe, expect, it } from 'vitest';
import { breachesOfPackages, type LockedPackage, licensePage } from './package-rules';

const DIGEST = `sha512-${'A'.repeat(86)}==`;
const pack = (more: Partial<LockedPackage> = {}): LockedPackage => ({
  place: 'node_modules/a',
  license: 'MIT',
  integrity: DIGEST,
  ...more,
});

describe('a package', () => {
  it.each([
    [{}],
    [{ license: 'Apache-2.0 AND MIT' }],
    [{ license: '(GPL-3.0 OR MIT)' }],
    [{ license: 'MIT/X11' }],
    [{ license: 'MPL-2.0' }],
    [{ place: 'node_modules/@img/sharp-win32-x64', license: 'Apache-2.0 AND LGPL-3.0-or-later' }],
  ])('is accepted: %j', (more) => {
    expect(breachesOfPackages([pack(more)])).toEqual([]);
  });

  it.each([
    ['without a digest', { integrity: undefined }],
    ['with a weak digest', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['with half a digest', { integrity: 'sha512-AAAA' }],
    ['without a license', { license: undefined }],
    ['under the GPL', { license: 'GPL-3.0-only' }],
    ['under the AGPL beside a free one', { license: 'MIT AND AGPL-3.0-only' }],
    ['under an unknown license', { license: 'SEE LICENSE IN LICENSE' }],
    ['under the LGPL where it is not expected', { license: 'LGPL-3.0-or-later' }],
    [
      'without a digest, though it is a build for another system',
      { place: 'node_modules/@next/swc-darwin-x64', integrity: undefined },
    ],
  ])('is refused %s', (_what, more) => {
    expect(breachesOfPackages([pack(more as Partial<LockedPackage>)])).toHaveLength(1);
  });
});

describe('the page of licenses', () => {
  it('lists each package once under its license, the most common first', () => {
    const page = licensePage([
      pack({ place: 'node_modules/b', license: 'ISC' }),
      pack(),
      pack({ place: 'node_modules/c' }),
      pack({ place: 'node_modules/c/node_modules/a' }),
    ]);
    expect(page).toContain('| MIT | 2 |');
    expect(page.indexOf('## MIT')).toBeLessThan(page.indexOf('## ISC'));
    expect(page).toContain('\na, c\n');
  });
});
